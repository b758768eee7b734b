/** Why the client is in its state, what happens next, and what is not possible. */
import type { Explanation } from '../../../api/generated.ts'
import { useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { formatDay } from '../../../shared/format/times.ts'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { refusals } from '../../../shared/texts/refusals.ts'
import { Columns, Facts, SmallTable } from '../../blocks/layout.tsx'
import { Time } from '../../blocks/values.tsx'
import type { ClientProps } from '../client.ts'

const { explain: texts } = words.clients
const actors: Readonly<Record<string, string>> = words.clients.history.actors

type Step = Explanation['past'][number]

/** What exactly happened, of all that the action can mean; without details, all of it. */
function meantBy({ action, rule, evidence }: Step): string {
  const { blockedBy, paymentExpectedAt } = (evidence ?? {}) as {
    readonly blockedBy?: keyof typeof texts.blocked | null
    readonly paymentExpectedAt?: string | null
  }
  if (action === 'accounts.block' && blockedBy) return texts.blocked[blockedBy]
  if (action === 'accounts.take-payment' && paymentExpectedAt !== undefined)
    return texts.paid(paymentExpectedAt ? formatDay(Date.parse(paymentExpectedAt) / 1000) : null)
  return texts.meant[action] ?? rule
}

/** Groups entries with the same reason into one line. */
const refusalsOf = (refused: Explanation['refused']) =>
  [...Map.groupBy(refused, ({ by, why }) => `${by} ${why}`).values()].map((same) => {
    const names = same.map(({ operation }) => texts.operations[operation] ?? operation)
    const [{ by, why }] = same as [Explanation['refused'][number]]
    return [`${[...new Set(names)].join(', ')} (${texts.byWhom[by]})`, refusals.said(why) ?? why] as const
  })

export function ExplainTab({ account }: ClientProps) {
  const explanation = useOperation('getAccountsByIdExplain', { id: account.id })
  const dueAt = account.client_payment_lifecycle?.payment_expected_at ?? null
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
                <p style={{ margin: 0 }}>
                  {values.period_months !== null && state !== 'inactive' && dueAt === null
                    ? texts.noDueDate
                    : texts.nothingNext}
                </p>
              ) : (
                <Facts
                  facts={next.map((step) => [texts.what[step.what], <Time key={step.at} at={step.at} as="deadline" />])}
                />
              )}
            </Panel>
            {refused && refused.length > 0 && (
              <Panel title={texts.refused}>
                <Facts facts={refusalsOf(refused)} />
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
                  <td>{meantBy(step)}</td>
                </tr>
              ))}
            </SmallTable>
          </Panel>
        </>
      )}
    </Loaded>
  )
}
