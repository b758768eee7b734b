/** Changes the payment period of a plan, and gives its clients without a due date one if the dealer wants it. */
import { beginPeriods } from '#billing/client-invoices/actions.ts'
import { recheckMany } from '#billing/dunning/actions.ts'
import { type DueStart, firstPeriodOf, type Lifecycle } from '#billing/dunning/dunning.ts'
import { readPlan, setLifecycle } from '#billing/plans/actions.ts'
import type { ClientPlan } from '#billing/plans/plan.ts'
import { recordChanges } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { invalidField } from '#kernel/errors.ts'
import * as store from './due-dates-store.ts'

/** Small enough for one statement. */
const batch = 1000

export const setPlanLifecycle = (
  caller: Call,
  id: string,
  lifecycle: Lifecycle,
  start: DueStart = 'leave',
): Promise<ClientPlan> =>
  inTransaction(caller, async (call) => {
    const months = lifecycle.payment_period
    if (start === 'leave') return setLifecycle(call, id, lifecycle)
    await readPlan(call, id)
    if (months === null) {
      call.validate([invalidField('due_dates', 'due_dates must be leave, or payment_period must be given.')])
      throw new Error('A problem was given, so validate cannot return.')
    }
    call.validate()
    // Accounts before the plan, in the same order as a change of plan: the reverse would deadlock.
    const waiting = await store.lockWithoutDue(call.db, call, id)
    const plan = await setLifecycle(call, id, lifecycle)
    for (let at = 0; at < waiting.length; at += batch) await begin(call, waiting.slice(at, at + batch), months, start)
    return plan
  })

async function begin(
  call: Call,
  waiting: readonly store.WithoutDue[],
  months: number,
  start: Exclude<DueStart, 'leave'>,
): Promise<void> {
  const now = call.clock.now()
  const begun = waiting.map(({ id, ack }) => ({ accountId: id, ...firstPeriodOf(ack, months, start, now) }))
  await store.setDue(call.db, begun, now)
  await beginPeriods(call, begun, months)
  await recheckMany(
    call,
    begun.map(({ accountId }) => accountId),
  )
  await recordChanges(
    call,
    begun.map(({ accountId, due }) => ({
      ...{ dealer: call.dealer, action: 'accounts.set-lifecycle', subject: accountId },
      ...{ before: { paymentExpectedAt: null }, after: { paymentExpectedAt: due } },
    })),
  )
}
