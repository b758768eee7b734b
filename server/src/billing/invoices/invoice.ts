/** Invoices: what the platform charges a dealer for a month, and how one is paid. Pure. */
import { decimalsOf, totalOf } from '#kernel/money/money.ts'

/** The first day of a month in UTC, as `2026-03-01`. */
export type Month = string

export const monthOf = (date: Date): Month => `${date.toISOString().slice(0, 7)}-01`
export const startOf = (month: Month): Date => new Date(`${month}T00:00:00Z`)
export function monthAfter(month: Month): Month {
  const next = startOf(month)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return monthOf(next)
}

export interface Line {
  readonly description: string
  readonly quantity: number
  readonly unitAmount: number
  readonly amountTotal: number
}

/** For a month, for one order of the dealer, or to a client of the dealer for its own purchase. */
export type InvoiceKind = 'month' | 'purchase' | 'client'

export interface Invoice {
  readonly id: string
  readonly dealerId: number
  readonly kind: InvoiceKind
  readonly number: string
  readonly month: Month
  readonly currency: string
  readonly amountTotal: number
  readonly status: 'open' | 'paid' | 'void'
  readonly createdAt: Date
  readonly paidAt: Date | null
  readonly lines: readonly Line[]
}

/** Whose audit log shows it. A dealer does not see what its client owes. */
export const readerOf = ({ kind, dealerId }: Pick<Invoice, 'kind' | 'dealerId'>): number | null =>
  kind === 'client' ? null : dealerId

/** The price of a plan as the operator set it, in whole units of the currency. */
export interface Tariff {
  readonly appId: string
  readonly name: string
  readonly price: number
  readonly currency: string
  readonly period: string
}

/** Activated units of a month on one provider plan. */
export interface Use extends Tariff {
  readonly type: string
  readonly units: number
}

export type Draft = Pick<Invoice, 'currency' | 'amountTotal' | 'lines'>

const monthsOf: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 }

/** The price for a month, in the currency's smallest unit. */
export const monthlyAmount = ({ price, currency, period }: Omit<Tariff, 'appId' | 'name'>): number =>
  Math.round((price * 10 ** decimalsOf(currency)) / (monthsOf[period] ?? 1))

/**
 * One draft per currency with any cost; none if nothing costs anything. The platform fee of an application is due only
 * for months in which the dealer really used it: trying it out is free.
 */
export function draftInvoices(month: Month, uses: readonly Use[], fees: readonly Tariff[]): Draft[] {
  const isUsed = (app: string) => uses.some(({ appId, type, units }) => appId === app && type !== 'trial' && units > 0)
  const name = monthName(month)
  const priced = [
    ...uses.map((use) => ({ ...use, quantity: use.units, description: `Activated units on ${use.name}, ${name}` })),
    ...fees
      .filter(({ appId }) => isUsed(appId))
      .map((fee) => ({ ...fee, quantity: 1, description: `${fee.name}, ${name}` })),
  ]
  const lines = priced
    .map((item) => ({ ...item, unitAmount: monthlyAmount(item) }))
    .filter(({ quantity, unitAmount }) => quantity > 0 && unitAmount > 0)
  return [...new Set(lines.map(({ currency }) => currency))].map((currency) => {
    const own = lines.filter((line) => line.currency === currency)
    return { currency, amountTotal: exact(totalOf(own)), lines: own.map(toLine) }
  })
}

const toLine = ({ description, quantity, unitAmount }: Omit<Line, 'amountTotal'>): Line => ({
  description,
  quantity,
  unitAmount,
  amountTotal: exact(totalOf([{ quantity, unitAmount }])),
})

function exact(amount: bigint): number {
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error(`The amount ${amount} is too large to be charged.`)
  return Number(amount)
}

/** `March 2026`. Invoices are in English: they are documents of the platform, not of its clients. */
export const monthName = (month: Month): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(startOf(month))

/** What the processor shows; a client gets it in its own language. */
export const nameOf = ({ kind, number, month, lines }: Invoice): string =>
  kind === 'client' ? (lines[0]?.description ?? number) : `Invoice ${number}, ${monthName(month)}`

/** A payment page for an invoice. */
export interface Payment {
  readonly id: string
  readonly invoiceId: string
  readonly processor: 'sandbox' | 'stripe'
  readonly livemode: boolean
  readonly sessionId: string | null
  readonly url: string | null
  readonly status: 'open' | 'complete' | 'expired'
  readonly paymentId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly nextCheckAt: Date | null
  /** The payer, while the page is open. */
  readonly email: string | null
  readonly lang: string | null
  readonly returnUrl: string | null
  /** Whether to keep the card that pays it. */
  readonly keepsCard: boolean
  /** There is no page: the kept card is charged. */
  readonly isCharge: boolean
  /** For a client's order, the account that owns the card; null: the dealer's card, or the account is deleted. */
  readonly accountId: number | null
}

/** The payer of a payment page, if it is not the dealer. */
export interface Payer {
  readonly email: string | null
  readonly lang: string | null
  readonly returnUrl: string
  /** With the payer's consent. */
  readonly keepsCard: boolean
}

/** What the processor reports about a payment page. */
export interface SessionUpdate {
  readonly id: string
  readonly reference: string
  readonly status: 'open' | 'complete' | 'expired'
  readonly paymentStatus: 'paid' | 'unpaid'
  readonly url?: string | null
  readonly amountTotal: number
  readonly currency: string
  readonly payment: string | null
  readonly livemode: boolean
}

const quarterMs = 15 * 60 * 1000
const hourMs = 3600 * 1000

/** After a quarter of an hour, then every hour, and again when it expires. */
export function nextCheck({ createdAt, expiresAt }: Payment, now: Date): Date {
  const ms = now.getTime()
  if (ms < createdAt.getTime() + quarterMs) return new Date(createdAt.getTime() + quarterMs)
  return ms < expiresAt.getTime() ? new Date(Math.min(ms + hourMs, expiresAt.getTime())) : new Date(ms + hourMs)
}

/** This long after its expiry a page is abandoned even if the processor does not answer. */
export const isForgotten = ({ expiresAt }: Payment, now: Date): boolean =>
  now.getTime() > expiresAt.getTime() + 24 * hourMs

/** Whether the update matches what was ordered. */
export const isAbout = (update: SessionUpdate, payment: Payment, invoice: Invoice): boolean =>
  update.reference === payment.id &&
  (payment.sessionId === null || update.id === payment.sessionId) &&
  update.livemode === payment.livemode &&
  update.amountTotal === invoice.amountTotal &&
  update.currency === invoice.currency

/** Paid is final; expired can still become paid, because the money is real. */
export function applySessionUpdate(payment: Payment, update: SessionUpdate, now: Date): Payment {
  if (payment.status === 'complete') return payment
  if (update.status === 'complete' && update.paymentStatus === 'paid') {
    const paymentId = update.payment ?? update.id
    const paid = { ...payment, ...over, sessionId: update.id, status: 'complete' as const, paymentId }
    // Its card is still to be fetched.
    return payment.keepsCard ? { ...paid, nextCheckAt: now } : paid
  }
  if (payment.status === 'expired') return payment
  if (update.status === 'expired') return expired({ ...payment, sessionId: update.id })
  const url = update.url === undefined ? payment.url : update.url
  return { ...payment, sessionId: update.id, url, nextCheckAt: nextCheck(payment, now) }
}

/** Fields that are cleared once a page is no longer open. */
const over = { url: null, nextCheckAt: null, email: null, lang: null, returnUrl: null }

export const expired = (payment: Payment): Payment => ({ ...payment, ...over, status: 'expired' })
