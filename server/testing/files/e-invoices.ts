/** Random invoices as e-invoices and as PDF, checked by the rules of EN 16931 and against the invoice itself. */
import { extractText } from 'unpdf'
import {
  type ClientInvoice,
  creditLines,
  type LineInput,
  leftOf,
  linesFrom,
  type Party,
  referenceOf,
  taxesOf,
  withLines,
} from '#billing/client-invoices/client-invoice.ts'
import { blankInvoice } from '#billing/client-invoices/issue.ts'
import { ciiOf, core, xRechnung } from '#billing/e-invoices/cii.ts'
import { type EInvoiceInput, eInvoiceOf, figureProblem, missingFields } from '#billing/e-invoices/e-invoice.ts'
import { facturXOf } from '#billing/e-invoices/facturx.ts'
import { ublOf } from '#billing/e-invoices/ubl.ts'
import { paperOf } from '#billing/invoice-paper/paper.ts'
import { drawPaper } from '#billing/invoice-paper/pdf.ts'
import { randomFrom } from '#entry/simulation/random.ts'
import { noBrand } from '#identity/company/brand.ts'
import { formatAmount } from '#kernel/money/money.ts'
import { dayAfter } from '#kernel/time/day.ts'
import { brokenRules } from './en16931.ts'
import { type Terms, termsOf } from './en16931-terms.ts'
import { readXml } from './xml.ts'

interface EInvoiceResult {
  readonly count: number
  readonly creditNotes: number
  readonly categories: readonly string[]
  readonly violations: readonly string[]
}

type Whole = (max: number) => number

/** Names that break XML, paper or alphabets if they are not handled. */
const names = ['Žalgirio & Sūnūs <UAB>', 'Łódź "Świt"', 'Ğüneş', 'Αθήνα ΑΕ', 'Гараж №1', "O'Brien", 'Ordinary Ltd']
const oneOf = <T>(whole: Whole, list: readonly T[]): T => list[whole(list.length)] as T

function aParty(whole: Whole, hasNumber: boolean): Party {
  const country = oneOf(whole, ['DE', 'LT', 'GR', 'FR', 'US'])
  const prefix = country === 'GR' ? 'EL' : country
  return {
    name: oneOf(whole, names),
    contact: whole(2) === 0 ? null : oneOf(whole, names),
    email: 'office@example.com',
    taxNumber: hasNumber ? (whole(3) === 0 ? '12/345/67890' : `${prefix} 123 456 789`) : null,
    regNumber: whole(2) === 0 ? null : 'HRB 12345',
    address: { line1: 'Žvejų g. 5', line2: null, postal_code: '91241', city: 'Klaipėda', state: null, country },
  }
}

function aLine(whole: Whole, rates: readonly number[]): LineInput {
  const isTimed = whole(2) === 0
  const days = 28 + whole(65)
  const starts = dayAfter('2027-01-01', whole(300))
  const time = isTimed ? { starts, ends: dayAfter(starts, days), days, months: 1 + whole(3) } : null
  return {
    ...{ description: oneOf(whole, names), unitAmount: whole(50_000), quantity: 1 + whole(isTimed ? 3000 : 20) },
    ...(time ?? { starts: null, ends: null, days: 1, months: 1 }),
    ...{ discountRate: whole(3) === 0 ? whole(5000) : 0, taxRate: oneOf(whole, rates) },
  }
}

function anInvoice(whole: Whole): ClientInvoice {
  const isReverseCharge = whole(6) === 0
  const rates = oneOf(whole, [[1900], [1900, 700, 0], [0], [2000, 550]])
  const hasNumber = isReverseCharge || rates.some((rate) => rate > 0) || whole(2) === 0
  const issuedOn = dayAfter('2027-01-01', whole(700))
  const blank = blankInvoice({ dealerId: 12, accountId: 123_456_789_012, kind: 'manual' }, new Date(0))
  const inputs = Array.from({ length: 1 + whole(12) }, () => aLine(whole, rates))
  return withLines(
    {
      ...{ ...blank, status: 'open' as const, number: `NT/2027-${whole(99_999)}`, issuedOn, isReverseCharge },
      ...{ dueOn: dayAfter(issuedOn, 14), currency: oneOf(whole, ['eur', 'eur', 'pln', 'jpy', 'huf', 'isk']) },
      ...{ seller: aParty(whole, hasNumber), buyer: aParty(whole, true), note: whole(2) === 0 ? null : 'a & <b>' },
      ...(whole(3) === 0 && { kind: 'period' as const, starts: '2027-01-01', ends: '2027-02-01' }),
    },
    linesFrom(inputs, isReverseCharge),
  )
}

/** For a part of some lines, as a dealer would type it. */
function aCreditNote(whole: Whole, of: ClientInvoice): ClientInvoice | undefined {
  const wanted = of.lines.map(({ net }, position) => ({ position, net: whole(2) === 0 ? net : whole(net + 1) }))
  const lines = creditLines(of.lines, leftOf(of.lines, []), wanted)
  if (lines.length === 0) return undefined
  const changed = {
    kind: 'credit' as const,
    credits: of.id,
    number: `${of.number}-C`,
    dueOn: null,
    starts: null,
    ends: null,
  }
  return withLines({ ...of, ...changed, status: 'paid' as const }, lines)
}

/** Writes the results into a folder, for external validators. */
export type Keep = (name: string, content: string | Uint8Array) => Promise<void>

export async function checkEInvoices(
  count: number,
  seed: number,
  say: (sentence: string) => void = () => {},
  keep: Keep = async () => {},
) {
  const random = randomFrom(`e-invoices ${seed}`)
  const whole: Whole = (max) => Math.floor(random() * max)
  const violations: string[] = []
  const categories = new Set<string>()
  let [made, creditNotes] = [0, 0]
  while (made < count) {
    const invoice = anInvoice(whole)
    const note = whole(3) === 0 ? aCreditNote(whole, invoice) : undefined
    const one = note ?? invoice
    // In a currency without decimals a tax that is rounded per line may be too far off: that is refused, not written.
    if (figureProblem(one)) continue
    made += 1
    if (note) creditNotes += 1
    const called = String(made).padStart(4, '0')
    const found = await violationsOf(whole, one, note ? invoice : undefined, (name, content) =>
      keep(`${called}${name}`, content),
    )
    for (const { category } of found.terms.taxes) categories.add(category ?? '')
    violations.push(...found.violations.map((violation) => `${made}: ${violation}`))
    if (made % 100 === 0) say(`${made} e-invoices, ${violations.length} violations`)
  }
  return { count: made, creditNotes, categories: [...categories].sort(), violations } satisfies EInvoiceResult
}

async function violationsOf(whole: Whole, invoice: ClientInvoice, credited: ClientInvoice | undefined, keep: Keep) {
  const bank = { iban: whole(2) === 0 ? null : 'DE89370400440532013000', bic: null, accountHolder: null }
  const credits = credited ? { number: credited.number ?? '', issuedOn: credited.issuedOn ?? '' } : null
  const input: EInvoiceInput = { invoice, credits, bank, phone: '+49 40 123456' }
  const missing = missingFields(input, true)
  const eInvoice = eInvoiceOf(input)
  const written = { cii: ciiOf(eInvoice, core), ubl: ublOf(eInvoice), xrechnung: ciiOf(eInvoice, xRechnung) }
  for (const [name, xml] of Object.entries(written)) await keep(`.${name}.xml`, xml)
  const [cii, ubl, german] = [written.cii, written.ubl, written.xrechnung].map((xml) => termsOf(readXml(xml))) as [
    Terms,
    Terms,
    Terms,
  ]
  const violations = [
    ...missing.map((what) => `${what} is missing`),
    ...(['cii', 'ubl', 'xrechnung'] as const).flatMap((name, at) =>
      brokenRules([cii, ubl, german][at] as Terms).map((rule) => `${name} breaks ${rule}`),
    ),
    ...(JSON.stringify(cii) === JSON.stringify(ubl) ? [] : ['CII and UBL say different things']),
    ...ownSums(cii, invoice),
    ...(cii.remittance === (referenceOf(invoice) ?? undefined) ? [] : [`${cii.remittance} is not its reference`]),
    ...(await paperViolations(invoice, bank, cii.remittance, eInvoice, keep)),
  ]
  return { terms: cii, violations }
}

/** The figures are the invoice's own. A credit note has them without the sign. */
function ownSums({ net, tax, total, lines }: Terms, invoice: ClientInvoice): string[] {
  const plain = (amount: number) => formatAmount(Math.abs(amount), invoice.currency).replaceAll(',', '')
  const pairs: readonly (readonly [string | undefined, number])[] = [
    ...([
      [net, invoice.netTotal],
      [tax, invoice.taxTotal],
      [total, invoice.total],
    ] as const),
    ...lines.map((line, at) => [line.net, invoice.lines[at]?.net ?? Number.NaN] as const),
  ]
  return pairs.flatMap(([written, own]) => (written === plain(own) ? [] : [`${written} is not ${own}`]))
}

async function paperViolations(
  invoice: ClientInvoice,
  bank: EInvoiceInput['bank'],
  reference: string | undefined,
  eInvoice: ReturnType<typeof eInvoiceOf>,
  keep: Keep,
): Promise<string[]> {
  const paper = paperOf({ invoice, payments: [], credits: null, bank, lang: 'en' })
  const pdf = await drawPaper(paper, noBrand, new Date(0), facturXOf(eInvoice))
  await keep('.pdf', pdf)
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
  const printed = text.replace(/\s+/g, ' ')
  const taxes = taxesOf(invoice.lines).flatMap(({ net, tax }) => [net, tax])
  const amounts = [invoice.netTotal, ...taxes, invoice.total, ...invoice.lines.map(({ net }) => net)]
  const numbers = amounts.map((amount) => formatAmount(amount, invoice.currency))
  return [
    ...[invoice.number ?? '', ...numbers].filter((part) => !printed.includes(part)),
    ...(paper.transfer && !printed.replaceAll(' ', '').includes(reference as string) ? [reference] : []),
  ].map((part) => `No ${part} on paper`)
}
