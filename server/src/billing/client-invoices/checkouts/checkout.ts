/** A payment page for client invoices: which invoices, and how much of each. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'
import { after, type PaymentPage } from '../../bills/bill.ts'
import { type ClientInvoice, openAmount } from '../client-invoice.ts'

export interface Checkout extends PaymentPage {
  readonly accountId: number
  /** The link that the payer came from and returns to. */
  readonly linkId: string | null
  readonly email: string | null
  readonly lang: string | null
  /** The text that the payer agreed to. Null: the card is not to be kept, or is kept already. */
  readonly agreedText: string | null
  readonly agreedBy: string | null
}

export interface CheckoutPart {
  readonly invoiceId: string
  readonly amount: number
  /** The id of the resulting payment, so that it cannot be recorded twice. */
  readonly paymentId: string
}

/** Undefined amount: everything that is open. */
export interface WantedPart {
  readonly id: string
  readonly amount: number | undefined
}

type Owed = Pick<ClientInvoice, 'id' | 'kind' | 'total' | 'creditedTotal' | 'paidTotal' | 'currency'>

/** `owed` are the invoices found for the link; settled ones are handled before. */
export function partProblems(
  wanted: readonly WantedPart[],
  owed: readonly Owed[],
  allowsPartPayments: boolean,
): Problem[] {
  const seen = new Set<string>()
  const currency = owed.find(({ id }) => id === wanted[0]?.id)?.currency
  return wanted.flatMap(({ id, amount }, index) => {
    const at = `invoices.${index}`
    const invoice = owed.find((one) => one.id === id)
    if (!invoice) return [invalidField(`${at}.id`, `${at}.id must be an invoice of this link.`)]
    if (seen.has(id)) return [invalidField(`${at}.id`, `${at}.id appears twice.`)]
    seen.add(id)
    if (invoice.currency !== currency)
      return [invalidField(`${at}.id`, `${at}.id must be in the currency of the first invoice. Pay it on its own.`)]
    const open = openAmount(invoice)
    if (amount === undefined || amount === open) return []
    if (amount > open) return [invalidField(`${at}.amount`, `${at}.amount must be ${open} at most: no more is open.`)]
    return allowsPartPayments
      ? []
      : [invalidField(`${at}.amount`, `${at}.amount must be ${open}: only the whole amount can be paid here.`)]
  })
}

/** A page with less time left is not worth opening. */
const leastMs = 10 * 60_000

/** Whether this page fits someone who wants to pay this. */
export function isSamePage(
  page: Checkout,
  parts: readonly Pick<CheckoutPart, 'invoiceId' | 'amount'>[],
  wanted: Pick<Checkout, 'agreedText' | 'agreedBy'> & {
    readonly linkId: string
    readonly processorKeyId: string
    readonly now: Date
    readonly parts: readonly Pick<CheckoutPart, 'invoiceId' | 'amount'>[]
  },
): boolean {
  const isUsable = (page.status === 'open' || page.status === 'preparing') && !page.isExpiryWanted
  const isOfHere = page.linkId === wanted.linkId && page.processorKeyId === wanted.processorKeyId
  const isAgreed = page.agreedText === wanted.agreedText && page.agreedBy === wanted.agreedBy
  const isInTime = page.expiresAt > after(wanted.now, leastMs)
  return isUsable && isOfHere && isAgreed && isInTime && textOf(parts) === textOf(wanted.parts)
}

const textOf = (parts: readonly Pick<CheckoutPart, 'invoiceId' | 'amount'>[]): string =>
  parts
    .map(({ invoiceId, amount }) => `${invoiceId}:${amount}`)
    .sort()
    .join()
