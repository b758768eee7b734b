import { useOperation } from '../../../api/queries.ts'
import { applicationTitle } from '../../../shared/applications.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { SmallTable } from '../../blocks/layout.tsx'
import { Time } from '../../blocks/values.tsx'
import type { ClientProps } from '../client.ts'

const { visits: texts } = words.clients
const kinds: Readonly<Record<string, string>> = texts.as

/** Support sessions; the client sees the same list. */
export function VisitsTab({ account }: ClientProps) {
  const visits = useOperation('getAccountsByIdVisits', { id: account.id })
  return (
    <Panel title={words.clients.tabs.visits}>
      <Loaded query={visits}>
        {(found) =>
          found.length === 0 ? (
            <p style={{ margin: 0 }}>{texts.none}</p>
          ) : (
            <SmallTable label={words.clients.tabs.visits} head={[texts.when, texts.who, texts.what]}>
              {found.map((visit) => (
                <tr key={`${visit.at} ${visit.prefix} ${visit.app_id}`}>
                  <td>
                    <Time at={visit.at} as="time" /> – <Time at={visit.until} as="time" />
                  </td>
                  <td>
                    {visit.dealer}, {kinds[visit.prefix] ?? visit.prefix}, {applicationTitle(visit.app_id)}
                  </td>
                  <td>
                    {(visit.acts ?? [])
                      .map(
                        ({ action, subject, count }) =>
                          `${action} ${subject}${count > 1 ? ` ${texts.times(count)}` : ''}`,
                      )
                      .join(', ') || words.times.none}
                  </td>
                </tr>
              ))}
            </SmallTable>
          )
        }
      </Loaded>
    </Panel>
  )
}
