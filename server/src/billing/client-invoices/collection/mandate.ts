/** What a client lets its dealer charge to its card, and when. Pure. */
import { type Day, dayAfter } from '#kernel/time/day.ts'
import { offsetAt } from '#kernel/time/zone.ts'
import { type ClientInvoice, openAmount } from '../client-invoice.ts'

export interface Mandate {
  readonly dealerId: number
  readonly accountId: number
  /** Null: there is no consent, or it was withdrawn. */
  readonly agreedAt: Date | null
  readonly agreedOn: Day | null
  /** Word for word. */
  readonly agreedText: string | null
  readonly agreedBy: string | null
  /** Set by the dealer's staff. */
  readonly isStopped: boolean
  readonly nextCheckAt: Date | null
  readonly warnAt: Date | null
}

export const noMandate = (dealerId: number, accountId: number): Mandate => ({
  ...{ dealerId, accountId, agreedAt: null, agreedOn: null, agreedText: null, agreedBy: null },
  ...{ isStopped: false, nextCheckAt: null, warnAt: null },
})

/** Keeps the card and the decision of the staff. */
export const withdrawn = (mandate: Mandate): Mandate => ({
  ...mandate,
  ...{ agreedAt: null, agreedOn: null, agreedText: null, agreedBy: null, nextCheckAt: null },
})

export interface CollectionSettings {
  readonly isOn: boolean
  readonly daysBefore: number
}
export const daysBeforeMax = 30
export const noCollection: CollectionSettings = { isOn: false, daysBefore: 0 }

export const chargeStatuses = ['open', 'paid', 'failed', 'cancelled'] as const

/** An attempt to charge what is open of an invoice. */
export interface Charge {
  /** The idempotency key at the processor. */
  readonly id: string
  readonly dealerId: number
  readonly accountId: number
  readonly invoiceId: string
  readonly amount: number
  readonly currency: string
  readonly processor: 'sandbox' | 'stripe'
  readonly processorKeyId: string | null
  readonly livemode: boolean
  readonly tokenSealed: Buffer | null
  readonly brand: string
  readonly last4: string
  readonly status: (typeof chargeStatuses)[number]
  readonly failure: string | null
  readonly needsHolder: boolean
  readonly paymentId: string
  readonly processorPayment: string | null
  /** Null: the processor was never asked, so nothing was charged. */
  readonly askedAt: Date | null
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly nextCheckAt: Date | null
  readonly failedChecks: number
}

const dayMs = 24 * 3600 * 1000

/** In the morning, when someone is there to read the email. */
const hour = 9

function momentOf(zone: string, day: Day): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) / 1000 + hour * 3600
  return new Date((wall - offsetAt(zone, wall - offsetAt(zone, wall))) * 1000)
}

/** Days after the first attempt. */
export const retryDays = [1, 3, 7] as const

/** Invoices due on or after the day of consent; earlier ones would be an unwelcome surprise. */
export const isCovered = (
  invoice: Pick<ClientInvoice, 'status' | 'dueOn' | 'kind' | 'total' | 'creditedTotal' | 'paidTotal'>,
  { agreedOn }: Pick<Mandate, 'agreedOn'>,
): boolean =>
  invoice.status === 'open' &&
  openAmount(invoice) > 0 &&
  invoice.dueOn !== null &&
  agreedOn !== null &&
  invoice.dueOn >= agreedOn

/** Attempts with an earlier card do not count. */
export const failedSince = (charges: readonly Charge[], keptAt: Date): Charge[] =>
  charges.filter(({ status, createdAt }) => status === 'failed' && createdAt >= keptAt)

/** Undefined: every attempt has failed. */
export function nextAttempt(
  { dueOn }: Pick<ClientInvoice, 'dueOn'>,
  failed: readonly Pick<Charge, 'createdAt'>[],
  { daysBefore, zone }: { readonly daysBefore: number; readonly zone: string },
): Date | undefined {
  const first = failed[0]
  if (!first) return momentOf(zone, dayAfter(dueOn as Day, -daysBefore))
  const days = retryDays[failed.length - 1]
  return days === undefined ? undefined : new Date(first.createdAt.getTime() + days * dayMs)
}

/** A card is valid until the end of its month. Its holder is notified a month before. */
export const warningOf = ({ month, year }: { readonly month: number; readonly year: number }): Date =>
  new Date(Date.UTC(year, month - 1, 1, hour))

/** Processors remember an idempotency key for a day: after that, they would charge again. */
const chargeMs = 20 * 3600 * 1000
/** By then a request that was cut off has ended at the processor, so that a search finds its payment. */
const settledMs = 60_000

/**
 * What to do about a charge that has not ended. `find` only asks whether it was made: for charges whose answer was lost
 * and whose money is no longer wanted.
 */
export function stepOf(
  { askedAt, createdAt }: Pick<Charge, 'askedAt' | 'createdAt'>,
  isWanted: boolean,
  now: Date,
): 'charge' | 'cancel' | 'find' | 'wait' {
  const isOld = now.getTime() - createdAt.getTime() >= chargeMs
  if (isWanted && !isOld) return 'charge'
  if (askedAt === null) return 'cancel'
  return now.getTime() - askedAt.getTime() < settledMs ? 'wait' : 'find'
}

export const waitsUntil = ({ askedAt }: Pick<Charge, 'askedAt'>): Date =>
  new Date((askedAt as Date).getTime() + settledMs)
