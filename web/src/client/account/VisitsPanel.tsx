import { Text } from '@mantine/core'
import { useAsked } from '../../shared/api.ts'
import { texts } from '../../shared/texts/texts.ts'
import { formatTime } from '../../shared/times.ts'
import { get, type Visit } from '../client-api.ts'
import classes from './AccountView.module.css'
import { AskedPanel } from './AskedPanel.tsx'
import own from './VisitsPanel.module.css'

const words = texts.account.visits
const kinds: Readonly<Record<string, string>> = words.as
const listVisits = (signal: AbortSignal) => get<readonly Visit[]>('/visits?with=acts', signal)

export function VisitsPanel() {
  const [visits, reload] = useAsked(listVisits)
  return (
    <AskedPanel
      title={words.title}
      none={words.none}
      asked={visits}
      reload={reload}
      row={(visit) => <VisitRow key={`${visit.at} ${visit.prefix} ${visit.app_id}`} visit={visit} />}
    />
  )
}

function VisitRow({ visit }: { visit: Visit }) {
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550}>
          {visit.dealer}, {kinds[visit.prefix] ?? visit.prefix}
        </Text>
        <Text size="sm" c="dimmed">
          {words.line(formatTime(visit.at), formatTime(visit.until))}
        </Text>
        {visit.acts.length > 0 && (
          <details className={own.acts}>
            <summary>{words.acts(visit.acts.length)}</summary>
            <ul>
              {visit.acts.map(({ at, action, subject, count }) => (
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
