/** Why the client is in its state, what happens next, and what cannot be done. */
import { useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { Columns, Facts, SmallTable } from '../../blocks/layout.tsx'
import { Time } from '../../blocks/values.tsx'
import type { ClientProps } from '../ClientPage.tsx'

const { explain: texts } = words.clients
const actors: Readonly<Record<string, string>> = words.clients.history.actors

export function ExplainTab({ account }: ClientProps) {
  const explanation = useOperation('getAccountsByIdExplain', { id: account.id })
  return (
    <Loaded query={explanation} height={200}>
      {({ state, blocked_by, values, next, past, refused }) => (
        <>
          <Columns>
            <Panel title={texts.why}>
              <p style={{ margin: 0 }}>
                {state === 'blocked' ? texts.blockedBy[blocked_by ?? 'person'] : texts.states[state]}
              </p>
            </Panel>
            <Panel title={texts.rules}>
              <p style={{ margin: 0 }}>
                {texts.rulesOf(
                  values.own,
                  [
                    texts.period(values.period_months),
                    texts.notify(values.notify_days),
                    texts.block(values.block_days),
                  ].join(', '),
                )}
              </p>
            </Panel>
            <Panel title={texts.next}>
              {next.length === 0 ? (
                <p style={{ margin: 0 }}>{texts.nothingNext}</p>
              ) : (
                <Facts
                  facts={next.map((step) => [texts.what[step.what], <Time key={step.at} at={step.at} as="deadline" />])}
                />
              )}
            </Panel>
            {refused && refused.length > 0 && (
              <Panel title={texts.refused}>
                <Facts facts={refused.map((one) => [`${one.operation} (${texts.byWhom[one.by]})`, one.why])} />
              </Panel>
            )}
          </Columns>
          <Panel title={texts.past}>
            <SmallTable
              label={texts.past}
              head={[words.clients.history.at, words.clients.history.who, words.clients.history.what]}
            >
              {past.toReversed().map((step) => (
                <tr key={`${step.at} ${step.action}`}>
                  <td>
                    <Time at={step.at} as="time" />
                  </td>
                  <td>{actors[step.by] ?? step.by}</td>
                  <td>{texts.meant[step.action] ?? step.rule}</td>
                </tr>
              ))}
            </SmallTable>
          </Panel>
        </>
      )}
    </Loaded>
  )
}
