/** Applies billing automation, many accounts at a time. The rules are in `billing/dunning`; none are here. */

import { endPeriods } from '#billing/client-invoices/actions.ts'
import { listOwed } from '#billing/client-invoices/checkouts/payment-links.ts'
import {
  listPayments,
  listReached,
  markTaken,
  type NextCheck,
  type Payment,
  type ReachedMilestone,
  settleChecks,
} from '#billing/dunning/actions.ts'
import {
  blockOutcome,
  type Milestone,
  type MilestoneKind,
  milestonesAhead,
  milestonesOf,
  pay,
  rulesOf,
} from '#billing/dunning/dunning.ts'
import type { Account } from '#identity/access/account.ts'
import { endSessionsOfBlocked } from '#identity/sessions/actions.ts'
import { type Change, recordChanges } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { postMails } from '#kernel/mail/outbox.ts'
import { type OutgoingEvent, recordEvent, recordEvents } from '#kernel/outgoing-events/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { dunningMail } from '../mail.ts'
import * as store from './dunning-run-store.ts'

/** Small enough that a killed worker's share is soon taken over, large enough that each costs little. */
const batch = 500

/** Does everything that is due. Workers share the accounts: each skips what another has locked. */
export async function runDunning(acting: ActorContext): Promise<number> {
  let total = 0
  for (;;) {
    const checked = await inTransaction(acting, runBatch)
    total += checked
    if (checked < batch) return total
  }
}

/** A single batch, after a payment that should not wait for a backlog. */
export const runDunningBatch = (acting: ActorContext): Promise<number> => inTransaction(acting, runBatch)

interface Step {
  readonly payer: store.LockedPayer
  readonly milestone: Milestone
  readonly outcome: string
}

async function runBatch(ctx: ActorContext): Promise<number> {
  const now = ctx.clock.now()
  const payers = await store.lockDue(ctx.db, now, batch)
  if (payers.length === 0) return 0
  const ids = payers.map(({ id }) => id)
  const payments = Map.groupBy(await listPayments(ctx, ids), ({ accountId }) => accountId)
  const reached = reachedBy(await listReached(ctx, ids))
  const checks: NextCheck[] = []
  const steps: Step[] = []
  await takePayments(
    ctx,
    payers.filter(({ id }) => payments.has(id)),
    payments,
  )
  for (const payer of payers) {
    if (payments.has(payer.id)) {
      // Steps of the new due date are left to the next check.
      checks.push({ accountId: payer.id, asked: payer.asked, at: now })
      continue
    }
    const ahead = milestonesAhead(payer, rulesOf(payer, payer.lifecycle), reached.get(payer.id) ?? new Set())
    const next = ahead.find(({ at }) => at > now)
    checks.push({ accountId: payer.id, asked: payer.asked, at: next?.at ?? null })
    for (const milestone of ahead) if (milestone.at <= now) steps.push(stepOf(payer, milestone))
  }
  await settleChecks(
    ctx,
    steps.map((step) => proofOf(step, now)),
    checks,
  )
  await endPeriods(ctx, steps.filter(isChargeable).map(periodOf))
  await carryOut(ctx, steps, now)
  const taken = [...payments.values()].flat()
  await markTaken(
    ctx,
    taken.map(({ billId }) => billId),
  )
  return payers.length
}

function stepOf(payer: store.LockedPayer, milestone: Milestone): Step {
  const mailOutcome = payer.email !== null ? 'mailed' : 'no address'
  if (milestone.kind === 'due') return { payer, milestone, outcome: 'due' }
  if (milestone.kind === 'notice') return { payer, milestone, outcome: mailOutcome }
  const outcome = blockOutcome(payer)
  return { payer, milestone, outcome: outcome === 'blocked' ? `blocked, ${mailOutcome}` : outcome }
}

/** A period is charged when its payment reminder is sent; without one, when it is due. */
function isChargeable({ payer, milestone }: Step): boolean {
  const { periodMonths, notifyDays } = rulesOf(payer, payer.lifecycle)
  return periodMonths !== null && milestone.kind === (notifyDays === null ? 'due' : 'notice')
}

const periodOf = ({ payer, milestone }: Step) => ({
  accountId: payer.id,
  // The planned time, however late this runs: the days are the same.
  endedAt: milestone.at,
  months: rulesOf(payer, payer.lifecycle).periodMonths as number,
  dueAt: payer.paymentExpectedAt as Date,
})

const isBlocking = ({ milestone, payer }: Step) => milestone.kind === 'block' && !payer.blocked

async function carryOut(ctx: ActorContext, steps: readonly Step[], now: Date): Promise<void> {
  if (steps.length === 0) return
  const blocking = steps.filter(isBlocking)
  const blocked = blocking.map(({ payer }) => payer.id)
  await store.blockByAutomation(ctx.db, blocked, now)
  await endSessionsOfBlocked(ctx, ...blocked)
  await recordChanges(ctx, steps.map(changeOf))
  await recordEvents(ctx, steps.flatMap(eventsOf))
  const mailed = steps.filter((step) => step.milestone.kind === 'notice' || isBlocking(step))
  const owed = await listOwed(
    ctx,
    blocking.filter(({ payer }) => payer.email !== null).map(({ payer }) => payer.id),
  )
  await postMails(
    ctx,
    mailed.flatMap(({ payer, milestone }) => {
      const due = payer.paymentExpectedAt as Date
      return milestone.kind === 'notice'
        ? dunningMail(payer, 'notice', due)
        : dunningMail(payer, 'block', due, owed.get(payer.id))
    }),
  )
}

/** Webhook events; they also report that there was no address to email. */
function eventsOf(step: Step): readonly OutgoingEvent[] {
  const { payer, milestone } = step
  const whose = { dealer: payer.dealerId, account: payer.id }
  const mailed = payer.email !== null
  if (milestone.kind === 'block') {
    const data = { account_id: payer.id, by: 'automation', mailed }
    return isBlocking(step) ? [{ ...whose, type: 'account.blocked', data }] : []
  }
  const due = payer.paymentExpectedAt as Date
  const block = milestonesOf(due, rulesOf(payer, payer.lifecycle)).find(({ kind }) => kind === 'block')
  const data = {
    account_id: payer.id,
    payment_expected_at: seconds(due),
    block_at: block && !payer.blocked ? seconds(block.at) : null,
  }
  return milestone.kind === 'due'
    ? [{ ...whose, type: 'account.due', data }]
    : [{ ...whose, type: 'account.notice', data: { ...data, mailed } }]
}

const changeOf = ({ payer, milestone, outcome }: Step): Change => ({
  dealer: payer.dealerId,
  action: `accounts.${milestone.kind}`,
  subject: payer.id,
  after: { due: payer.paymentExpectedAt, outcome, ...(milestone.kind === 'block' && { blockedBy: 'automation' }) },
})

function reachedBy(rows: readonly ReachedMilestone[]): Map<number, Set<MilestoneKind>> {
  const byAccount = new Map<number, Set<MilestoneKind>>()
  for (const { accountId, kind } of rows) byAccount.set(accountId, (byAccount.get(accountId) ?? new Set()).add(kind))
  return byAccount
}

/** Each payment moves the due date on, and lifts a block that automation set. */
async function takePayments(
  ctx: ActorContext,
  payers: readonly store.LockedPayer[],
  payments: ReadonlyMap<number, readonly Payment[]>,
): Promise<void> {
  if (payers.length === 0) return
  const now = ctx.clock.now()
  const paid = payers.map((before) => {
    const rules = rulesOf(before, before.lifecycle)
    const after = (payments.get(before.id) ?? []).reduce((payer, { at }) => pay(payer, rules, at), before)
    return { before, after }
  })
  await store.saveAfterPayments(
    ctx.db,
    paid.map(({ after }) => after),
    now,
  )
  await recordChanges(
    ctx,
    paid.map(({ before, after }) => ({
      ...{ dealer: before.dealerId, action: 'accounts.take-payment', subject: before.id },
      ...{ before: standing(before), after: standing(after) },
    })),
  )
  for (const { before, after } of paid)
    if (before.blocked && !after.blocked) await emitUnblocked(ctx, before, 'payment', now)
}

async function emitUnblocked(
  ctx: ActorContext,
  payer: store.LockedPayer,
  by: 'person' | 'payment',
  now: Date,
): Promise<void> {
  // The client got an email about the block by automation, so it gets one about its end.
  const mails = payer.blockedBy === 'automation' ? dunningMail(payer, 'unblock', now) : []
  await postMails(ctx, mails)
  const data = { account_id: payer.id, by, mailed: mails.length > 0 }
  await recordEvent(ctx, { dealer: payer.dealerId, account: payer.id, type: 'account.unblocked', data })
}

/** A person has lifted the block. Called with the account locked, while it still says who blocked it. */
export async function emitAccountUnblocked(
  ctx: ActorContext,
  { dealerId, id }: Pick<Account, 'dealerId' | 'id'>,
  now: Date,
) {
  const payer = await store.findPayerForUpdate(ctx.db, dealerId, id)
  if (payer) await emitUnblocked(ctx, payer, 'person', now)
}

/** A person has blocked them, at once or on a scheduled date: no email is sent, because the person knows. */
export const emitAccountBlocked = (
  ctx: ActorContext,
  by: 'person' | 'schedule',
  accounts: readonly Pick<Account, 'dealerId' | 'id'>[],
): Promise<void> =>
  recordEvents(
    ctx,
    accounts.map(({ dealerId, id }) => ({
      dealer: dealerId,
      account: id,
      type: 'account.blocked',
      data: { account_id: id, by, mailed: false },
    })),
  )

const standing = ({ paymentExpectedAt, blocked, blockedBy }: store.LockedPayer) => ({
  paymentExpectedAt,
  blocked,
  blockedBy,
})

const proofOf = ({ payer, milestone, outcome }: Step, now: Date): ReachedMilestone => ({
  accountId: payer.id,
  dueAt: payer.paymentExpectedAt as Date,
  kind: milestone.kind,
  at: now,
  outcome,
})
