/** Announces terms that end soon, and ends those that are over: many units at a time, each once. */
import { type Change, recordChanges } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { postMails } from '#kernel/mail/outbox.ts'
import { type OutgoingEvent, recordEvents } from '#kernel/outgoing-events/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type TermNotice, termMail } from './mail.ts'
import * as store from './terms-store.ts'
import { checkAfter, stateAt } from './unit-term.ts'

/** Small enough that a killed worker's share is soon taken over, large enough that each costs little. */
const batch = 500

/** Several workers share the accounts: each skips those that another has locked. */
export async function carryOutTerms(acting: ActorContext): Promise<number> {
  for (let total = 0; ; ) {
    const done = await inTransaction(acting, carryOutSome)
    total += done
    if (done === 0) return total
  }
}

type Changed = store.DueTerm & { readonly state: TermNotice }

async function carryOutSome(ctx: ActorContext): Promise<number> {
  const now = ctx.clock.now()
  const due = await store.takeDue(ctx.db, now, batch)
  if (due.length === 0) return 0
  const after = due.map((term) => {
    const state = stateAt(term, now)
    return { ...term, state, checkAt: checkAfter(state, term) }
  })
  await store.saveStates(ctx.db, after, now)
  const changed = after.filter(
    (term, index): term is Changed => term.state !== 'active' && term.state !== due[index]?.state,
  )
  await recordChanges(ctx, changed.map(changeOf))
  await recordEvents(ctx, changed.map(eventOf))
  const mails = Map.groupBy(changed, ({ accountId, state }) => `${accountId} ${state}`)
  await postMails(
    ctx,
    [...mails.values()].flatMap((units) => termMail(units[0] as Changed, (units[0] as Changed).state, units)),
  )
  const expired = changed.filter(({ state }) => state === 'expired')
  await store.announce(ctx.db, [...new Set(expired.map(({ accountId }) => accountId))])
  return due.length
}

const changeOf = ({ dealerId, unitId, state, paidUntil, email }: Changed): Change => ({
  dealer: dealerId,
  action: state === 'due' ? 'unit-terms.due' : 'unit-terms.expire',
  subject: unitId,
  after: { paidUntil, state, mailed: email !== null },
})

const eventOf = ({ dealerId, accountId, unitId, state, paidUntil, expiresAt, email }: Changed): OutgoingEvent => ({
  dealer: dealerId,
  account: accountId,
  type: state === 'due' ? 'unit.term_due' : 'unit.term_expired',
  data: {
    ...{ account_id: accountId, unit_id: unitId, paid_until: paidUntil },
    ...{ expires_at: seconds(expiresAt), mailed: email !== null },
  },
})
