/** The content of an invoice on paper, line by line and in the buyer's language, however it is drawn. Pure. */
import type { PostalAddress } from '#identity/client-profiles/client-profile.ts'
import type { BankDetails } from '#identity/company/bank.ts'
import { languageOf } from '#kernel/mail/texts.ts'
import { formatAmount, formatMoney } from '#kernel/money/money.ts'
import { type Day, dayAfter } from '#kernel/time/day.ts'
import {
  type ClientInvoice,
  deliveredOn,
  type Line,
  openAmount,
  type Party,
  type Payment,
  referenceOf,
  taxesOf,
} from '../client-invoices/client-invoice.ts'
import { transferCode } from './transfer.ts'
import { type Words, wordsIn } from './words.ts'

export interface PaperInput {
  readonly invoice: ClientInvoice
  readonly payments: readonly Payment[]
  /** The number of the invoice that a credit note credits. */
  readonly credits: string | null
  readonly bank: BankDetails
  readonly lang: string | null
  /** Where it can be paid online. */
  readonly payLink?: string | undefined
}

export interface Row {
  readonly item: string
  readonly details: readonly string[]
  readonly quantity: string
  readonly price: string
  readonly tax: string
  readonly amount: string
  /** The net amount as a number, to carry sums over to the next page. */
  readonly net: number
}

type Fact = readonly [label: string, value: string]

export interface Paper {
  readonly lang: string
  readonly words: Words
  readonly title: string
  readonly seller: string
  /** In small print above the buyer's address. */
  readonly sender: string
  readonly buyer: readonly string[]
  readonly facts: readonly Fact[]
  readonly currency: string
  readonly rows: readonly Row[]
  readonly sums: readonly (readonly [label: string, value: string, isStrong: boolean])[]
  readonly notes: readonly string[]
  readonly payments: readonly Fact[]
  readonly transfer: { readonly facts: readonly Fact[]; readonly code: string | undefined } | undefined
  readonly payLink: string | undefined
  readonly footer: readonly (readonly string[])[]
  carry(net: number): string
}

export function paperOf(input: PaperInput): Paper {
  const { invoice, bank, payments } = input
  const lang = languageOf(input.lang)
  const words = wordsIn(lang)
  const { currency, seller, number, note } = invoice
  const open = openAmount(invoice)
  const write = writer(lang, currency)
  const name = seller?.name ?? ''
  const isAsked = open > 0
  return {
    ...{ lang, words, currency: currency.toUpperCase(), seller: name },
    title: `${invoice.kind === 'credit' ? words.creditNote : words.invoice} ${number ?? ''}`,
    sender: [name, seller?.address.line1, placeOf(seller?.address)].filter(Boolean).join(' · '),
    buyer: buyerOf(invoice.buyer, lang, seller?.address.country ?? null),
    facts: factsOf(input, words, write),
    rows: invoice.lines.map((line) => rowOf(line, words, write)),
    sums: sumsOf(invoice, words, write),
    notes: [
      ...(invoice.isReverseCharge ? [words.reverse] : []),
      ...(isAsked && invoice.dueOn ? [words.please(write.money(open), write.day(invoice.dueOn))] : []),
      ...(invoice.kind !== 'credit' && open === 0 ? [words.settled] : []),
      ...(note ? linesOf(note) : []),
    ],
    payments: payments.map(({ paidOn, way, amount }) => [
      `${write.day(paidOn)} · ${words.ways[way]}`,
      write.money(amount),
    ]),
    transfer: isAsked && bank.iban !== null ? transferOf(input, name, open, words) : undefined,
    payLink: isAsked ? input.payLink : undefined,
    footer: [
      [name, ...addressLines(seller?.address, lang, null)],
      [
        ...(seller?.email ? [seller.email] : []),
        ...(seller?.taxNumber ? [words.taxNumber(seller.taxNumber)] : []),
        ...(seller?.regNumber ? [words.regNumber(seller.regNumber)] : []),
      ],
      bank.iban === null
        ? []
        : [bank.accountHolder ?? name, `IBAN ${inFours(bank.iban)}`, ...(bank.bic ? [`BIC ${bank.bic}`] : [])],
    ],
    carry: (net) => write.amount(net),
  }
}

const writer = (lang: 'en' | 'de', currency: string) => ({
  amount: (amount: number) => formatAmount(amount, currency, lang),
  money: (amount: number) => formatMoney(amount, currency, lang),
  count: (count: number) => formatAmount(count, 'jpy', lang),
  rate: (rate: number) => `${formatAmount(rate, 'eur', lang).replace(/[.,]?0+$/, '')} %`,
  day: (day: Day) => dayText(day, lang),
  /** With its last day, as people write it. */
  days: (starts: Day, ends: Day) => {
    const last = dayAfter(ends, -1)
    return starts === last ? dayText(starts, lang) : `${dayText(starts, lang)} – ${dayText(last, lang)}`
  },
})
type Writer = ReturnType<typeof writer>

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
function dayText(day: Day, lang: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return lang === 'de' ? `${date}.${month}.${year}` : `${Number(date)} ${monthNames[Number(month) - 1]} ${year}`
}

const placeOf = (address: PostalAddress | undefined): string =>
  [address?.postal_code, address?.city].filter(Boolean).join(' ')

/** The country is shown only if it is a different one. */
function addressLines(address: PostalAddress | undefined, lang: string, from: string | null): string[] {
  if (!address) return []
  const { line1, line2, state, country } = address
  const abroad = country !== null && country !== from ? countryName(country, lang) : ''
  return [line1, line2, placeOf(address), state, abroad].filter((line): line is string => Boolean(line))
}

function countryName(code: string, lang: string): string {
  try {
    return new Intl.DisplayNames([lang], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

const buyerOf = (buyer: Party | null, lang: string, from: string | null): string[] =>
  buyer === null
    ? []
    : [buyer.name, ...(buyer.contact ? [buyer.contact] : []), ...addressLines(buyer.address, lang, from)]

function factsOf({ invoice, credits }: PaperInput, words: Words, write: Writer): Fact[] {
  const { number, issuedOn, dueOn, starts, ends, accountId, buyer } = invoice
  const delivered = deliveredOn(invoice)
  return [
    [words.number, number ?? ''],
    ...(issuedOn ? [[words.issued, write.day(issuedOn)] as const] : []),
    ...(credits ? [[words.credits, credits] as const] : []),
    ...(dueOn && invoice.kind !== 'credit' ? [[words.due, write.day(dueOn)] as const] : []),
    ...(starts && ends ? [[words.period, write.days(starts, ends)] as const] : []),
    ...(delivered && invoice.kind !== 'credit' ? [[words.delivered, write.day(delivered)] as const] : []),
    ...(accountId === 0 ? [] : [[words.client, String(accountId)] as const]),
    ...(buyer?.taxNumber ? [[words.buyerTax, buyer.taxNumber] as const] : []),
  ]
}

/** Days that make whole months are shown as months: ten units for all 31 days of March are 10 months. */
function rowOf(line: Line, words: Words, write: Writer): Row {
  const { starts, ends, quantity, months, days, net } = line
  const isTimed = starts !== null && ends !== null && line.credits === null
  const whole = (quantity * months) / days
  const isWhole = Number.isInteger(whole)
  return {
    item: line.description,
    details: [
      ...(starts !== null && ends !== null ? [write.days(starts, ends)] : []),
      ...(isTimed && !isWhole ? [words.share(months, days)] : []),
      ...(line.discount === 0 ? [] : [words.discount(write.rate(line.discountRate), write.amount(-line.discount))]),
    ],
    quantity: !isTimed
      ? write.count(quantity)
      : isWhole
        ? words.months(write.count(whole))
        : words.days(write.count(quantity)),
    price: isTimed ? `${write.amount(line.unitAmount)}\n${words.monthly}` : write.amount(line.unitAmount),
    tax: write.rate(line.taxRate),
    amount: write.amount(net),
    net,
  }
}

function sumsOf(invoice: ClientInvoice, words: Words, write: Writer): Paper['sums'] {
  const open = openAmount(invoice)
  const { creditedTotal, paidTotal } = invoice
  const isMoved = creditedTotal !== 0 || paidTotal !== 0
  return [
    [words.net, write.money(invoice.netTotal), false],
    ...taxesOf(invoice.lines).map(
      ({ rate, net, tax }) => [words.taxOf(write.rate(rate), write.amount(net)), write.money(tax), false] as const,
    ),
    [words.total, write.money(invoice.total), true],
    ...(creditedTotal === 0 ? [] : [[words.credited, write.money(-creditedTotal), false] as const]),
    ...(paidTotal === 0 ? [] : [[words.paid, write.money(-paidTotal), false] as const]),
    ...(isMoved ? [[open < 0 ? words.refund : words.open, write.money(Math.abs(open)), true] as const] : []),
  ]
}

function transferOf({ bank, invoice }: PaperInput, name: string, amount: number, words: Words) {
  const reference = referenceOf(invoice) ?? ''
  const facts: Fact[] = [
    [words.holder, bank.accountHolder ?? name],
    ['IBAN', inFours(bank.iban ?? '')],
    ...(bank.bic ? [['BIC', bank.bic] as const] : []),
    [words.reference, inFours(reference)],
  ]
  return { facts, code: transferCode({ ...bank, name, currency: invoice.currency, amount, reference }) }
}

const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')

/** A note may consist of two thousand empty lines. */
const linesOf = (note: string): string[] =>
  note
    .replace(/\r\n?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
