/**
 * An invoice in the terms of EN 16931, independent of the syntax; `BT-…` is the standard's name of a field. It shows
 * the invoice as it was issued, without later payments. Pure.
 */
import type { PostalAddress } from '#identity/client-profiles/client-profile.ts'
import type { BankDetails } from '#identity/company/bank.ts'
import { decimalsOf } from '#kernel/money/money.ts'
import { type Day, dayAfter } from '#kernel/time/day.ts'
import {
  type ClientInvoice,
  deliveredOn,
  type Line,
  type Party,
  referenceOf,
  taxesOf,
} from '../client-invoices/client-invoice.ts'

export interface EInvoiceInput {
  readonly invoice: ClientInvoice
  /** The invoice that a credit note credits. */
  readonly credits: { readonly number: string; readonly issuedOn: Day } | null
  readonly bank: BankDetails
  readonly phone: string | null
}

/** S: standard rate, AE: reverse charge, E: exempt, O: not subject to VAT. */
type Category = 'S' | 'AE' | 'E' | 'O'

export interface Tax {
  readonly category: Category
  /** In percent; null where the category has none. */
  readonly rate: string | null
}

export interface Trader {
  readonly id: string | null
  readonly name: string
  readonly legalId: string | null
  readonly vat: string | null
  /** A tax number that is not a VAT number. */
  readonly taxNumber: string | null
  readonly contact: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly address: PostalAddress
}

export interface EInvoiceLine {
  readonly id: string
  readonly name: string
  readonly quantity: string
  readonly unit: 'C62' | 'DAY'
  readonly price: string
  /** The price is for this many. */
  readonly priceQuantity: string
  readonly net: string
  readonly tax: Tax
  readonly discount: { readonly rate: string; readonly base: string; readonly amount: string } | undefined
  readonly period: Period | undefined
}

export interface Period {
  readonly starts: Day
  /** Its last day. */
  readonly ends: Day
}

export interface TaxSum extends Tax {
  readonly net: string
  readonly amount: string
  readonly reason: { readonly text: string; readonly code: string | null } | undefined
}

export interface EInvoice {
  readonly isCredit: boolean
  readonly number: string
  readonly issuedOn: Day
  readonly dueOn: Day | null
  readonly terms: string | null
  readonly currency: string
  readonly buyerReference: string
  /** The same as on paper and in its QR code, so that every transfer can be matched in the same way. */
  readonly paymentReference: string | null
  readonly note: string | null
  readonly period: Period | undefined
  /** If no period says when. */
  readonly deliveredOn: Day | null
  readonly credits: EInvoiceInput['credits']
  readonly seller: Trader
  readonly buyer: Trader
  readonly payment: BankDetails & { readonly code: '58' | '30' | '1'; readonly holder: string }
  readonly lines: readonly EInvoiceLine[]
  readonly taxes: readonly TaxSum[]
  readonly net: string
  readonly tax: string
  readonly total: string
}

/** `1234.50`, for programs. */
function decimal(amount: number, places: number): string {
  const digits = String(Math.abs(amount)).padStart(places + 1, '0')
  const sign = amount < 0 ? '-' : ''
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const percent = (rate: number): string => decimal(rate, 2)

/**
 * EN 16931 does not allow a third decimal, and its tax is the rate applied to the sum, while ours is a sum of rounded
 * lines: the difference must be less than one.
 */
export function figureProblem({ currency, lines }: ClientInvoice): string | undefined {
  const places = decimalsOf(currency)
  if (places > 2) return `${currency.toUpperCase()} has ${places} decimals, and e-invoices have two`
  const one = 10 ** places
  const isFar = taxesOf(lines).some(({ rate, net, tax }) => Math.abs(tax - (net * rate) / 10_000) >= one)
  return isFar ? 'its tax, rounded per line, is too far from the tax on its sum' : undefined
}

type Demand = readonly [isThere: unknown, what: string]

/** Fields that EN 16931 requires and an invoice may lack. Numbers and sums always exist. */
export function missingFields(input: EInvoiceInput, isXRechnung: boolean): string[] {
  const { seller, buyer, isReverseCharge, lines } = input.invoice
  const isTaxed = isReverseCharge || lines.some(({ taxRate }) => taxRate > 0)
  const demands: Demand[] = [
    [buyer, 'the client (it was erased)'],
    [seller?.address.country, 'your country'],
    [!buyer || buyer.address.country, 'the client’s country'],
    [!isTaxed || seller?.taxNumber, 'your tax number'],
    [!buyer || !isReverseCharge || buyer.taxNumber, 'the client’s tax number'],
    ...(isXRechnung ? germanDemands(input) : []),
  ]
  return demands.flatMap(([isThere, what]) => (isThere ? [] : [what]))
}

/** What XRechnung requires in addition. */
const germanDemands = ({ invoice: { seller, buyer }, phone }: EInvoiceInput): Demand[] => [
  [seller?.address.city && seller.address.postal_code, 'your city and postal code'],
  [seller?.email, 'your email address'],
  [(phone?.match(/\d/g)?.length ?? 0) >= 3, 'your phone number (in the company profile)'],
  [!buyer || (buyer.address.city && buyer.address.postal_code), 'the client’s city and postal code'],
  [!buyer || buyer.email, 'the client’s email address'],
]

/** Only for a complete invoice. */
export function eInvoiceOf(input: EInvoiceInput): EInvoice {
  const { invoice, bank } = input
  const places = decimalsOf(invoice.currency)
  // A credit note has positive amounts: its type says that it credits them.
  const sign = invoice.kind === 'credit' ? -1 : 1
  const money = (amount: number) => decimal(sign * amount, places)
  const taxOf = taxOfLines(invoice)
  const seller = invoice.seller as Party
  const isOutside = isOutsideOfTax(invoice)
  return {
    isCredit: invoice.kind === 'credit',
    number: invoice.number ?? '',
    issuedOn: invoice.issuedOn ?? '',
    dueOn: invoice.kind === 'credit' ? null : invoice.dueOn,
    terms: invoice.kind === 'credit' ? 'Credit note: no payment is due.' : null,
    currency: invoice.currency.toUpperCase(),
    buyerReference: String(invoice.accountId),
    paymentReference: referenceOf(invoice),
    note: invoice.note,
    period: periodOf(invoice.starts, invoice.ends),
    deliveredOn: deliveredOn(invoice, input.credits?.issuedOn),
    credits: input.credits,
    seller: { ...traderOf(seller, isOutside), id: String(invoice.dealerId), phone: input.phone, contact: seller.name },
    buyer: buyerOf(invoice.buyer as Party, isOutside),
    payment: {
      ...bank,
      code: bank.iban === null ? '1' : invoice.currency === 'eur' ? '58' : '30',
      holder: bank.accountHolder ?? seller.name,
    },
    lines: invoice.lines.map((line, at) => lineOf(line, String(at + 1), taxOf(line), money)),
    taxes: taxesOf(invoice.lines).map(({ rate, net, tax }) => ({
      ...taxOf({ taxRate: rate }),
      // A line that is not subject to VAT must not have a rate, but XRechnung requires one in the sums.
      ...{ rate: percent(rate), net: money(net), amount: money(tax) },
      reason: reasons[taxOf({ taxRate: rate }).category],
    })),
    ...{ net: money(invoice.netTotal), tax: money(invoice.taxTotal), total: money(invoice.total) },
  }
}

const reasons: Readonly<Record<Category, TaxSum['reason']>> = {
  S: undefined,
  AE: { text: 'Reverse charge', code: 'VATEX-EU-AE' },
  E: { text: 'Exempt from tax', code: null },
  O: { text: 'Not subject to VAT', code: 'VATEX-EU-O' },
}

/** A seller without a tax number who charges no tax. */
const isOutsideOfTax = ({ seller, isReverseCharge, lines }: ClientInvoice): boolean =>
  !seller?.taxNumber && !isReverseCharge && lines.every(({ taxRate }) => taxRate === 0)

function taxOfLines(invoice: ClientInvoice): (line: Pick<Line, 'taxRate'>) => Tax {
  const none: Tax = invoice.isReverseCharge
    ? { category: 'AE', rate: '0.00' }
    : isOutsideOfTax(invoice)
      ? { category: 'O', rate: null }
      : { category: 'E', rate: '0.00' }
  return ({ taxRate }) => (taxRate > 0 ? { category: 'S', rate: percent(taxRate) } : none)
}

/** Begins with the country code; Greece and Northern Ireland have other prefixes than usual. */
function isVat(number: string, country: string | null): boolean {
  const prefix = number.slice(0, 2)
  const own = country === 'GR' ? ['EL'] : country === 'GB' ? ['GB', 'XI'] : [country]
  return own.includes(prefix) && /^[A-Z]{2}[A-Z0-9+*]{2,14}$/.test(number)
}

function traderOf(party: Party, isOutside: boolean): Trader {
  const number = party.taxNumber?.replace(/[\s.-]/g, '').toUpperCase() || null
  const isOfVat = number !== null && isVat(number, party.address.country)
  return {
    ...{ id: null, name: party.name, legalId: party.regNumber, contact: party.contact, phone: null },
    ...{ email: party.email, address: party.address },
    vat: isOfVat && !isOutside ? number : null,
    taxNumber: isOfVat || isOutside ? null : party.taxNumber,
  }
}

/** The standard has no field for a buyer's tax number other than for VAT, so it becomes the registration number. */
function buyerOf(buyer: Party, isOutside: boolean): Trader {
  const trader = traderOf(buyer, isOutside)
  return { ...trader, legalId: trader.legalId ?? trader.taxNumber, taxNumber: null }
}

const periodOf = (starts: Day | null, ends: Day | null): Period | undefined =>
  starts !== null && ends !== null ? { starts, ends: dayAfter(ends, -1) } : undefined

/** A line charged by the day is a number of days at a price per number of days: exact, without fractions of a cent. */
function lineOf(line: Line, id: string, tax: Tax, money: (amount: number) => string): EInvoiceLine {
  const isTimed = line.starts !== null && line.credits === null
  return {
    id,
    name: line.description || '-',
    quantity: String(line.quantity),
    unit: isTimed ? 'DAY' : 'C62',
    price: money(line.unitAmount * line.months),
    priceQuantity: String(line.days),
    net: money(line.net),
    tax,
    discount:
      line.discount === 0
        ? undefined
        : { rate: percent(line.discountRate), base: money(line.subtotal), amount: money(line.discount) },
    period: periodOf(line.starts, line.ends),
  }
}
