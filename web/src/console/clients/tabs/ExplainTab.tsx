/** Why the client is in its state, what happens next, and what cannot be done: the machine's own words. */
import { useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { Columns, Facts, SmallTable } from '../../blocks/layout.tsx'
import { Time } from '../../blocks/values.tsx'
import type { ClientProps } from '../ClientPage.tsx'

const { explain: texts } = words.clients

export function ExplainTab({ account }: ClientProps) {
  const explanation = useOperation('getAccountsByIdExplain', { id: account.id })
  return (
    <Loaded query={explanation} height={200}>
      {({ why, rules, next, past, refused }) => (
        <>
          <Columns>
            <Panel title={texts.why}>
              <p style={{ margin: 0 }}>{why}</p>
            </Panel>
            <Panel title={texts.rules}>
              <p style={{ margin: 0 }}>{rules}</p>
            </Panel>
            <Panel title={texts.next}>
              {next.length === 0 ? (
                <p style={{ margin: 0 }}>{texts.nothingNext}</p>
              ) : (
                <Facts
                  facts={next.map((step) => [
                    texts.what[step.what],
                    <span key={step.at}>
                      <Time at={step.at} as="deadline" />
                      <br />
                      {step.why}
                    </span>,
                  ])}
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
                  <td>{step.by}</td>
                  <td>{step.rule}</td>
                </tr>
              ))}
            </SmallTable>
          </Panel>
        </>
      )}
    </Loaded>
  )
}
