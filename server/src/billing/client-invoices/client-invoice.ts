/** Client invoices: what a dealer charges a client, with number, tax and due date. Open ones never change. Pure. */
import type { ClientProfile, PostalAddress } from '#identity/client-profiles/client-profile.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'
import { creditorReference } from '#kernel/money/creditor-reference.ts'
import { amountsOf, type LineAmounts, type PricedLine, taxOn, totalsOf } from '#kernel/money/line.ts'
import { type Day, isDay } from '#kernel/time/day.ts'

export interface LineInput extends PricedLine {
  readonly description: string
  readonly starts: Day | null
  readonly ends: Day | null
}

export interface Line extends LineInput, LineAmounts {
  /** The position of the line that a credit note credits. */
  readonly credits: number | null
}

/** As it was when the invoice was opened. */
export interface Party {
  readonly name: string
  readonly contact: string | null
  readonly email: string | null
  readonly taxNumber: string | null
  readonly regNumber: string | null
  readonly address: PostalAddress
}

export const invoiceKinds = ['period', 'manual', 'credit'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

export interface ClientInvoice {
  readonly id: string
  readonly dealerId: number
  readonly accountId: number
  readonly kind: InvoiceKind
  readonly credits: string | null
  readonly status: 'draft' | 'open' | 'paid' | 'void'
  readonly number: string | null
  readonly year: number | null
  readonly sequence: number | null
  readonly issuedOn: Day | null
  readonly dueOn: Day | null
  readonly starts: Day | null
  readonly ends: Day | null
  readonly currency: string
  readonly seller: Party | null
  readonly buyer: Party | null
  readonly isReverseCharge: boolean
  readonly note: string | null
  readonly netTotal: number
  readonly taxTotal: number
  readonly total: number
  readonly creditedTotal: number
  readonly paidTotal: number
  readonly createdAt: Date
  readonly paidAt: Date | null
  readonly lines: readonly Line[]
}

export const paymentWays = ['transfer', 'cash', 'card', 'voucher', 'credit', 'other'] as const
export type PaymentWay = (typeof paymentWays)[number]

export interface Payment {
  readonly id: string
  readonly invoiceId: string
  readonly paidOn: Day
  readonly way: PaymentWay
  readonly amount: number
  readonly comment: string | null
  /** The line of the bank statement that paid it. */
  readonly bankLineId: string | null
  readonly createdAt: Date
}

/** An invoice that a payment may be for. */
export interface PayableInvoice extends Pick<ClientInvoice, 'id' | 'accountId' | 'currency' | 'total'> {
  readonly number: string
  /** Zero: paid. */
  readonly open: number
  readonly dueOn: Day
  readonly buyer: string | null
}

type Balance = Pick<ClientInvoice, 'kind' | 'total' | 'creditedTotal' | 'paidTotal'>

/** What is still to pay. A credit note never asks for money. */
export const openAmount = ({ kind, total, creditedTotal, paidTotal }: Balance): number =>
  kind === 'credit' ? 0 : total - creditedTotal - paidTotal

export const invoiceStates = ['draft', 'open', 'part_paid', 'overdue', 'paid', 'void'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** Overdue takes precedence over partly paid: the dealer has to act on it. */
export function stateOf(invoice: Balance & Pick<ClientInvoice, 'status' | 'dueOn'>, today: Day): InvoiceState {
  if (invoice.status !== 'open') return invoice.status
  if (invoice.dueOn !== null && invoice.dueOn < today) return 'overdue'
  return invoice.paidTotal > 0 ? 'part_paid' : 'open'
}

/** How many days an invoice is past its due date, in the groups of the figures. */
export const overdueAges = [
  { name: '30', from: 1, to: 30 },
  { name: '60', from: 31, to: 60 },
  { name: '90', from: 61, to: 90 },
  { name: 'older', from: 91, to: null },
] as const
export type OverdueAge = (typeof overdueAges)[number]['name']

export const linesFrom = (inputs: readonly LineInput[], isReverseCharge: boolean): Line[] =>
  inputs.map((input) => {
    const line = isReverseCharge ? { ...input, taxRate: 0 } : input
    return { ...line, ...amountsOf(line), credits: null }
  })

export function withLines<I extends object>(invoice: I, lines: readonly Line[]) {
  const { net: netTotal, tax: taxTotal, total } = totalsOf(lines)
  return { ...invoice, lines, netTotal, taxTotal, total }
}

/** Net and tax for each rate, the highest first. */
export function taxesOf(lines: readonly Pick<Line, 'taxRate' | 'net' | 'tax'>[]) {
  const rates = Map.groupBy(lines, ({ taxRate }) => taxRate)
  const sum = (some: typeof lines, of: 'net' | 'tax') => some.reduce((all, line) => all + line[of], 0)
  return [...rates]
    .toSorted(([one], [other]) => other - one)
    .map(([rate, some]) => ({ rate, net: sum(some, 'net'), tax: sum(some, 'tax') }))
}

/**
 * The day of delivery for lines without a period: the day of the invoice, or of the invoice that a credit note credits
 * (docs/decisions/0134).
 */
export function deliveredOn(
  { starts, lines, issuedOn }: Pick<ClientInvoice, 'starts' | 'lines' | 'issuedOn'>,
  creditedOn?: Day,
): Day | null {
  const hasDays = starts !== null || lines.every((line) => line.starts !== null)
  return hasDays ? null : (creditedOn ?? issuedOn)
}

export const numberOf = (prefix: string, year: number, sequence: number): string =>
  `${prefix}${year}-${String(sequence).padStart(5, '0')}`

/** What the payer enters in a transfer; derived from the number, so every invoice has one. */
export const referenceOf = ({ number, kind }: Pick<ClientInvoice, 'number' | 'kind'>): string | null =>
  number === null || kind === 'credit' ? null : creditorReference(number)

export const buyerOf = (profile: ClientProfile, title: string): Party => ({
  name: profile.company ?? profile.contact ?? title,
  contact: profile.company === null ? null : profile.contact,
  email: profile.email,
  taxNumber: profile.taxNumber,
  regNumber: null,
  address: profile.address,
})

/** How much of the net amount of a line to credit. */
export interface CreditedLine {
  readonly position: number
  readonly net: number
}

/** What earlier credit notes have left of each line. */
export function leftOf(lines: readonly Line[], credited: readonly Line[]): readonly { net: number; tax: number }[] {
  return lines.map((line, position) => {
    const back = credited.filter(({ credits }) => credits === position)
    const sum = (of: 'net' | 'tax') => back.reduce((left, one) => left + one[of], line[of])
    return { net: sum('net'), tax: sum('tax') }
  })
}

type Left = ReturnType<typeof leftOf>

/**
 * The last credit of a line takes its last cent of tax too, so that rounding leaves nothing over. Before that, many
 * small credits that are each rounded up take no more than there is.
 */
export function creditLines(lines: readonly Line[], left: Left, wanted: readonly CreditedLine[]): Line[] {
  return wanted.flatMap(({ position, net }) => {
    const line = lines[position] as Line
    const rest = left[position] as Left[number]
    if (net === 0) return []
    const tax = net === rest.net ? rest.tax : Math.min(rest.tax, taxOn(net, line.taxRate))
    const amounts = { subtotal: -net, discount: 0, net: -net, tax: -tax, total: -net - tax }
    const once = { unitAmount: -net, quantity: 1, months: 1, days: 1, discountRate: 0 }
    return [{ ...line, ...once, ...amounts, credits: position }]
  })
}

export function creditProblems(left: Left, wanted: readonly CreditedLine[]): Problem[] {
  const seen = new Set<number>()
  return wanted.flatMap(({ position, net }, index) => {
    const at = `lines.${index}`
    const rest = left[position]
    if (!rest) return [invalidField(`${at}.position`, `${at}.position must be the position of a line, counted from 0.`)]
    if (seen.has(position)) return [invalidField(`${at}.position`, `${at}.position appears twice.`)]
    seen.add(position)
    return net <= rest.net ? [] : [invalidField(`${at}.net`, `${at}.net must be ${rest.net} at most: no more is left.`)]
  })
}

export const dayProblems = (field: string, day: string): Problem[] =>
  isDay(day) ? [] : [invalidField(field, `${field} must be a day, like 2026-03-01.`)]
