/**
 * Stores what the processor reports about a bill, and what follows from it. Every report about a session, in an answer,
 * an event or a check, ends here.
 */
import { recordChange } from '#kernel/audit/actions.ts'
import type { SessionItem } from '#kernel/card-processor.ts'
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { recordEvent } from '#kernel/outgoing-events/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { recordPayment } from '../dunning/actions.ts'
import { applySessionUpdate, type Bill, type Outcome, type SessionUpdate } from './bill.ts'
import { latePaymentMail, receiptMail } from './mail.ts'
import * as store from './store.ts'

export interface RecordedUpdate {
  readonly bill: Bill
  readonly outcome: Outcome
}

/** Undefined: the bill does not exist. `items` are stored with a bill that this opens. */
export const recordSessionUpdate = (
  acting: ActorContext,
  id: string,
  session: SessionUpdate,
  items?: readonly SessionItem[],
): Promise<RecordedUpdate | undefined> =>
  inTransaction(acting, async (ctx) => {
    const before = await store.findForUpdate(ctx.db, id)
    if (!before) return undefined
    const { bill, outcome } = applySessionUpdate(before, session, ctx.clock.now())
    const isPaid = outcome === 'paid' || outcome === 'paid-late'
    if (outcome === 'mismatch' || (isPaid && (await store.isPaymentUsed(ctx.db, bill)))) {
      await reportMismatch(ctx, before, session)
      return { bill: before, outcome: 'mismatch' }
    }
    if (bill !== before) await store.save(ctx.db, bill)
    if (items) await store.saveItems(ctx.db, id, items)
    // If a person requested the expiry, that is already in the audit log.
    if (outcome === 'expired' && !before.isExpiryWanted) await record(ctx, 'bills.expire', bill)
    if (before.status === 'preparing' && (bill.status === 'open' || isPaid))
      await emitBillEvent(ctx, bill, 'bill.created')
    if (before.status === 'open' && bill.status === 'expired') await emitBillEvent(ctx, bill, 'bill.expired')
    if (isPaid) await markPaid(ctx, bill, outcome === 'paid-late')
    return { bill, outcome }
  })

/** Applies an event, if it is about a bill of the dealer whose secret signed it. Undefined: it is not. */
export async function recordBillEvent(
  ctx: ActorContext,
  { dealerId, processor }: { readonly dealerId: number; readonly processor: string },
  session: SessionUpdate,
): Promise<Outcome | undefined> {
  const bill = await store.find(ctx.db, session.reference)
  if (!bill || bill.dealerId !== dealerId || bill.processor !== processor) return undefined
  return (await recordSessionUpdate(ctx, bill.id, session))?.outcome
}

/** Someone paid something else than requested, or one payment for two bills: a person has to look at it. */
async function reportMismatch(ctx: ActorContext, bill: Bill, session: SessionUpdate): Promise<void> {
  const { id, amountTotal, currency, livemode, payment, status } = session
  const said = { session: id, amountTotal, currency, livemode, payment, status }
  ctx.log.error({ bill: bill.id, said }, 'The card processor sent an impossible state of a bill. Nothing was changed.')
  await recordChange(ctx, { dealer: bill.dealerId, action: 'bills.mismatch', subject: bill.id, after: said })
}

/**
 * The only place where a bill becomes paid, once, in the transaction that completes it. What a payment means for the
 * account (its next due date, lifting a block) starts here.
 */
async function markPaid(ctx: ActorContext, bill: Bill, isLate: boolean): Promise<void> {
  await record(ctx, isLate ? 'bills.late-payment' : 'bills.pay', bill)
  await recordPayment(ctx, bill.id, bill.accountId)
  await emitBillEvent(ctx, bill, 'bill.paid', isLate)
  const dealer = await store.findDealer(ctx.db, bill.dealerId)
  const client = await store.findClient(ctx.db, bill.accountId)
  const to = client?.email ?? (bill.metadata.email || null)
  if (to !== null) {
    const mail = receiptMail(bill, dealer.name, client?.lang ?? bill.metadata.lang)
    await postMail(ctx, { ...mail, to, dealer: bill.dealerId, inNameOf: bill.dealerId, key: `receipt:${bill.id}` })
  }
  if (isLate && dealer.email !== null) {
    await postMail(ctx, { ...latePaymentMail(bill), to: dealer.email, key: `late-payment:${bill.id}` })
  }
}

/** Sends the dealer's webhooks. They identify the bill by its session, as the API does. */
export async function emitBillEvent(
  ctx: ActorContext,
  { dealerId, accountId, sessionId, amountTotal, currency, expiresAt }: Bill,
  type: 'bill.created' | 'bill.sent' | 'bill.paid' | 'bill.expired',
  late = false,
): Promise<void> {
  const about = { dealer: dealerId, account: accountId }
  const data = { account_id: accountId, bill_id: sessionId ?? '' }
  const money = { amount_total: amountTotal, currency }
  if (type === 'bill.created') {
    await recordEvent(ctx, { ...about, type, data: { ...data, ...money, expires_at: seconds(expiresAt) } })
  } else if (type === 'bill.paid') await recordEvent(ctx, { ...about, type, data: { ...data, ...money, late } })
  else await recordEvent(ctx, { ...about, type, data })
}

const record = (ctx: ActorContext, action: string, bill: Bill): Promise<void> =>
  recordChange(ctx, { dealer: bill.dealerId, action, subject: bill.id, after: auditPart(bill) })

/** Without the link, which is a key to pay, and internal fields. Callers identify the bill by its session. */
export const auditPart = ({ sessionId, accountId, processor, status, amountTotal, currency, paymentId }: Bill) => ({
  sessionId,
  accountId,
  processor,
  status,
  amountTotal,
  currency,
  paymentId,
})
