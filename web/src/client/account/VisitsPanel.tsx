import { Text } from '@mantine/core'
import { useOperation } from '../../api/queries.ts'
import { formatTime } from '../../shared/format/times.ts'
import classes from '../../shared/forms/Setting.module.css'
import { texts } from '../../shared/texts/texts.ts'
import type { SupportVisit } from '../types.ts'
import { ListPanel } from './ListPanel.tsx'
import own from './VisitsPanel.module.css'

const words = texts.account.visits
const kinds: Readonly<Record<string, string>> = words.as

export const VisitsPanel = () => (
  <ListPanel
    title={words.title}
    none={words.none}
    query={useOperation('getClientVisits', { with: 'acts' })}
    row={(visit) => <VisitRow key={`${visit.at} ${visit.prefix} ${visit.app_id}`} visit={visit} />}
  />
)

function VisitRow({ visit: { acts = [], ...visit } }: { visit: SupportVisit }) {
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550}>
          {visit.dealer}, {kinds[visit.prefix] ?? visit.prefix}
        </Text>
        <Text size="sm" c="dimmed">
          {words.line(formatTime(visit.at), formatTime(visit.until))}
        </Text>
        {acts.length > 0 && (
          <details className={own.acts}>
            <summary>{words.acts(acts.length)}</summary>
            <ul>
              {acts.map(({ at, action, subject, count }) => (
                <li key={`${action} ${subject} ${at}`}>
                  {subject || action}
                  {count > 1 && ` · ${words.times(count)}`}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  )
}
