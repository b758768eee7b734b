/** What a bill is, and its transitions. Pure. */
import type { AppId } from '#kernel/applications.ts'
import type { OrderLine, Session } from '#kernel/card-processor.ts'
import type { Price } from '#kernel/money/money.ts'

/** The first two are internal: a bill in preparation, and one that was never announced. */
type BillStatus = 'preparing' | 'abandoned' | 'open' | 'expired' | 'complete'

/** A payment page at a processor, for a bill or for client invoices. It is open for a day. */
export interface PaymentPage {
  readonly id: string
  readonly dealerId: number
  readonly processor: 'sandbox' | 'stripe'
  readonly processorKeyId: string | null
  readonly sessionId: string | null
  readonly status: BillStatus
  readonly amountTotal: number
  readonly currency: string
  readonly livemode: boolean
  readonly url: string | null
  readonly paymentId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly paidAt: Date | null
  readonly isExpiryWanted: boolean
  readonly nextCheckAt: Date | null
  readonly failedChecks: number
}

/** Values are strings, as processors store them. */
interface BillMetadata {
  readonly app_id: string
  readonly cid: string
  readonly email: string
  readonly lang: string
  readonly name: string
  readonly td_cid: string
}

export interface Bill extends PaymentPage {
  readonly accountId: number
  readonly appId: AppId
  readonly lines: readonly OrderLine[]
  readonly metadata: BillMetadata
  readonly operationId: string | null
  readonly expireOperationId: string | null
}

/** As the dealer asks for it. */
export interface NewBill {
  readonly appId: string
  readonly accountId: number
  readonly name: string | undefined
  readonly prices: readonly (Price & { readonly name: string })[]
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const after = (date: Date, ms: number): Date => new Date(date.getTime() + ms)
export const expiryOf = (createdAt: Date): Date => after(createdAt, day)

/** How long a request may still run, or be repeated with its key, before its bill is abandoned. */
export const preparingMs = 5 * minute
/** An event takes seconds; after this long we ask the processor. */
const firstCheckMs = 15 * minute
const betweenChecksMs = hour
export const windowSeconds = 31 * 24 * 3600

/** A session as an event reports it, without the link. */
export type SessionUpdate = Omit<Session, 'url'> & { readonly url?: string | null }

export type Outcome = 'same' | 'opened' | 'expired' | 'paid' | 'paid-late' | 'mismatch'

/**
 * The bill after the processor has reported its session. Whether by event or answer, and in any order, the end is the
 * same: each state gives way only to a later one, and paid is final.
 */
export function applySessionUpdate<P extends PaymentPage>(
  bill: P,
  session: SessionUpdate,
  now: Date,
): { readonly bill: P; readonly outcome: Outcome } {
  if (!isOf(bill, session)) return { bill, outcome: 'mismatch' }
  const known = bill.sessionId === null ? { ...bill, sessionId: session.id } : bill
  if (bill.status === 'complete') return { bill, outcome: 'same' }
  if (session.paymentStatus === 'paid') {
    const isLate = bill.status === 'expired' || bill.status === 'abandoned'
    return { bill: paid(known, session, now), outcome: isLate ? 'paid-late' : 'paid' }
  }
  if (session.status === 'expired') {
    if (bill.status === 'open') return { bill: expired(known, null), outcome: 'expired' }
    const isEnded = bill.status === 'preparing' || bill.isExpiryWanted
    return isEnded ? { bill: ended(known), outcome: 'expired' } : { bill, outcome: 'same' }
  }
  if (session.status === 'open' && bill.status === 'preparing' && session.url) {
    const open = { ...known, status: 'open' as const, url: session.url, failedChecks: 0 }
    return { bill: { ...open, nextCheckAt: nextCheck(open, now) }, outcome: 'opened' }
  }
  return { bill: known, outcome: 'same' }
}

/** Amount, currency and mode must match the bill, so that no one pays less, in another currency, or with test money. */
const isOf = (bill: PaymentPage, session: SessionUpdate): boolean =>
  session.reference === bill.id &&
  (bill.sessionId === null || session.id === bill.sessionId) &&
  session.amountTotal === bill.amountTotal &&
  session.currency === bill.currency &&
  session.livemode === bill.livemode

const paid = <P extends PaymentPage>(bill: P, session: SessionUpdate, now: Date): P => ({
  ...bill,
  status: 'complete',
  url: null,
  paidAt: now,
  paymentId: session.payment ?? session.id,
  isExpiryWanted: false,
  nextCheckAt: null,
})

/** `nextCheckAt`: it may have been paid at the last moment, and the event may be lost. */
const expired = <P extends PaymentPage>(bill: P, nextCheckAt: Date | null): P => ({
  ...bill,
  status: 'expired',
  url: null,
  isExpiryWanted: false,
  nextCheckAt,
})

/** Nothing is left to do at the processor. */
const ended = <P extends PaymentPage>(bill: P): P => ({
  ...bill,
  status: bill.status === 'preparing' ? 'abandoned' : bill.status,
  isExpiryWanted: false,
  nextCheckAt: null,
})

/** Expired by our own clock, whatever the processor says; it is checked again a little later. */
export const timeIsUp = (bill: PaymentPage, now: Date): boolean => bill.status === 'open' && bill.expiresAt <= now
export const runOut = <P extends PaymentPage>(bill: P, now: Date): P => expired(bill, after(now, firstCheckMs))

/** It was never announced: a session that the processor may have for it must be closed. */
export const abandon = <P extends PaymentPage>(bill: P, now: Date): P => ({
  ...bill,
  status: 'abandoned',
  isExpiryWanted: true,
  nextCheckAt: now,
})

/** Its account was deleted or its purpose changed: it cannot be paid here any more; the processor follows later. */
export const withdraw = <P extends PaymentPage>(bill: P, now: Date): P =>
  bill.status === 'preparing'
    ? abandon(bill, now)
    : { ...bill, status: 'expired', url: null, isExpiryWanted: true, nextCheckAt: now }

/** Someone requested it, and the request or the job is working on it. */
export const isBeingExpired = ({ isExpiryWanted, nextCheckAt }: PaymentPage, now: Date): boolean =>
  isExpiryWanted && nextCheckAt !== null && nextCheckAt > now

/** When to check an open bill next. */
export function nextCheck(bill: Pick<Bill, 'createdAt' | 'expiresAt'>, now: Date): Date {
  const first = after(bill.createdAt, firstCheckMs)
  const wanted = now < first ? first : after(now, betweenChecksMs)
  return wanted < bill.expiresAt ? wanted : bill.expiresAt
}

/** After failures at growing intervals, up to an hour. */
export const recheckAt = ({ failedChecks }: Pick<PaymentPage, 'failedChecks'>, now: Date): Date =>
  after(now, Math.min(hour, 10_000 * 2 ** failedChecks))

/** An open bill is checked when it expires at the latest. */
export function recheck<P extends PaymentPage>(bill: P, now: Date): P {
  const wanted = recheckAt(bill, now)
  const isBound = bill.status === 'open' && bill.expiresAt < wanted && bill.expiresAt > now
  return { ...bill, failedChecks: bill.failedChecks + 1, nextCheckAt: isBound ? bill.expiresAt : wanted }
}

/** A processor deletes a session some time after it has expired; then there is nothing left to check. */
export const isForgotten = (bill: PaymentPage, now: Date): boolean => after(bill.expiresAt, day) <= now
