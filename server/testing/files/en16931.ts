/**
 * The business rules of EN 16931 and XRechnung that concern what Waymark writes, in our own words. A rule has the name
 * of the standard. Amounts are compared in whole ten-thousandths.
 */
import type { LineTerms, TaxTerms, Terms, TraderTerms } from './en16931-terms.ts'

const scale = 10_000n

function units(text: string | undefined): bigint {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(text ?? '') ?? []
  if (whole === undefined) return 10n ** 30n
  const value = BigInt(whole) * scale + BigInt(part.padEnd(4, '0'))
  return sign ? -value : value
}
const sum = <T>(list: readonly T[], of: (one: T) => string | undefined): bigint =>
  list.reduce((total, one) => total + units(of(one)), 0n)
const size = (value: bigint) => (value < 0n ? -value : value)
const isThere = (text: string | undefined) => text !== undefined && text.trim() !== ''
const isShort = (text: string | undefined) => /^-?\d+(\.\d{1,2})?$/.test(text ?? '')

type Rule = readonly [name: string, holds: boolean]

/** The names of the rules that do not hold. */
export function brokenRules(terms: Terms): string[] {
  const isGerman = terms.specification?.includes('xrechnung') ?? false
  const rules = [
    ...headRules(terms),
    ...terms.lines.flatMap(lineRules),
    ...terms.taxes.flatMap((tax) => taxRules(tax, terms)),
    ...sumRules(terms),
    ...categoryRules(terms),
    ...(isGerman ? germanRules(terms) : []),
  ]
  return [...new Set(rules.filter(([, holds]) => !holds).map(([name]) => name))]
}

const isOrdered = ({ starts, ends }: { starts: string | undefined; ends: string | undefined }) =>
  starts === undefined || ends === undefined || starts <= ends

const isDate = (text: string | undefined) => /^\d{4}-\d\d-\d\d$/.test(text ?? '')

function headRules(terms: Terms): Rule[] {
  const { seller, buyer } = terms
  return [
    ['BR-01', isThere(terms.specification)],
    ['BR-02', isThere(terms.number)],
    ['BR-03', isDate(terms.issued)],
    ['BR-04', ['380', '381'].includes(terms.type ?? '')],
    ['BR-05', /^[A-Z]{3}$/.test(terms.currency ?? '')],
    ['BR-06', isThere(seller.name)],
    ['BR-07', isThere(buyer.name)],
    ['BR-08', seller.hasAddress],
    ['BR-09', /^[A-Z]{2}$/.test(seller.country ?? '')],
    ['BR-10', buyer.hasAddress],
    ['BR-11', /^[A-Z]{2}$/.test(buyer.country ?? '')],
    ['BR-16', terms.lines.length > 0],
    ['BR-29', isOrdered(terms)],
    ['BR-49', isThere(terms.means)],
    ['BR-61', !['30', '58'].includes(terms.means ?? '') || isThere(terms.iban)],
    ['BR-55', terms.type === '380' || isThere(terms.credits)],
    ['BR-62', !isThere(seller.endpoint) || isThere(seller.endpointScheme)],
    ['BR-63', !isThere(buyer.endpoint) || isThere(buyer.endpointScheme)],
    ['BR-CO-09', [seller, buyer].every(hasVatOfACountry)],
    ['BR-CO-25', units(terms.payable) <= 0n || isThere(terms.due) || isThere(terms.terms)],
    ['BR-CO-26', isThere(seller.id) || isThere(seller.legalId) || isThere(seller.vat)],
  ]
}

const hasVatOfACountry = ({ vat, country }: TraderTerms) =>
  vat === undefined || vat.slice(0, 2) === (country === 'GR' ? 'EL' : country)

const lineRules = (line: LineTerms): Rule[] => {
  // The price is per this many, so both sides are multiplied instead of divided.
  const base = units(line.priceQuantity) / scale
  const priced = (units(line.quantity) / scale) * units(line.price)
  const expected = (units(line.net) + units(line.discount ?? '0')) * base
  return [
    ['BR-21', isThere(line.id)],
    ['BR-22', isThere(line.quantity)],
    ['BR-23', isThere(line.unit)],
    ['BR-24', isThere(line.net)],
    ['BR-25', isThere(line.name)],
    ['BR-26', isThere(line.price)],
    ['BR-27', units(line.price) >= 0n],
    ['BR-30', isOrdered(line)],
    ['BR-42', line.discount === undefined || isThere(line.discountReason)],
    ['BR-CO-04', isThere(line.category)],
    ['BR-DEC-23', isShort(line.net)],
    ['BR-DEC-24', line.discount === undefined || isShort(line.discount)],
    ['BR-DEC-25', line.discountBase === undefined || isShort(line.discountBase)],
    // Not in the core, but in Peppol and XRechnung: a line amounts to its price, within half of the smallest coin.
    [
      'R120',
      size(priced - expected) <= ((scale / 2n) * base) / (isShort(line.net) && line.net?.includes('.') ? 100n : 1n),
    ],
  ]
}

function taxRules(tax: TaxTerms, terms: Terms): Rule[] {
  const isOutside = tax.category === 'O'
  const lines = terms.lines.filter((line) => line.category === tax.category && (isOutside || line.rate === tax.rate))
  const expected = (units(tax.net) * units(tax.rate ?? '0')) / (100n * scale)
  return [
    ['BR-45', isThere(tax.net)],
    ['BR-46', isThere(tax.amount)],
    ['BR-47', isThere(tax.category)],
    ['BR-48', isThere(tax.rate) || tax.category === 'O'],
    ['BR-CO-17', size(units(tax.amount) - expected) < scale],
    ['BR-DEC-19', isShort(tax.net)],
    ['BR-DEC-20', isShort(tax.amount)],
    // BR-S-08, BR-AE-08, BR-E-08, BR-O-08.
    [`BR-${tax.category}-08`, units(tax.net) === sum(lines, ({ net }) => net)],
    [`BR-${tax.category}-09`, tax.category === 'S' || units(tax.amount) === 0n],
    [`BR-${tax.category}-10`, (tax.category === 'S') === !(isThere(tax.reason) || isThere(tax.reasonCode))],
  ]
}

const sumRules = ({ lines, taxes, lineTotal, net, tax, total, payable }: Terms): Rule[] => [
  ['BR-12', isThere(lineTotal)],
  ['BR-13', isThere(net)],
  ['BR-14', isThere(total)],
  ['BR-15', isThere(payable)],
  ['BR-CO-10', units(lineTotal) === sum(lines, (line) => line.net)],
  ['BR-CO-13', units(net) === units(lineTotal)],
  ['BR-CO-14', units(tax) === sum(taxes, ({ amount }) => amount)],
  ['BR-CO-15', units(total) === units(net) + units(tax)],
  ['BR-CO-16', units(payable) === units(total)],
  ['BR-CO-18', taxes.length > 0],
  ['BR-DEC-09', [lineTotal, net, tax, total, payable].every(isShort)],
]

function categoryRules({ lines, taxes, seller, buyer }: Terms): Rule[] {
  const used = new Set(lines.map(({ category }) => category))
  const summed = (category: string) => taxes.filter((tax) => tax.category === category)
  const hasNumber = isThere(seller.vat) || isThere(seller.taxNumber)
  const isZero = (category: string) =>
    lines.every((line) => line.category !== category || units(line.rate ?? '1') === 0n)
  return [
    ['BR-CL-17', [...used].every((category) => ['S', 'AE', 'E', 'O'].includes(category ?? ''))],
    ['BR-S-01', used.has('S') === summed('S').length > 0],
    ['BR-S-02', !used.has('S') || hasNumber],
    ['BR-S-05', lines.every((line) => line.category !== 'S' || units(line.rate) > 0n)],
    ['BR-AE-01', summed('AE').length === (used.has('AE') ? 1 : 0)],
    ['BR-AE-02', !used.has('AE') || (hasNumber && (isThere(buyer.vat) || isThere(buyer.legalId)))],
    ['BR-AE-05', isZero('AE')],
    ['BR-E-01', summed('E').length === (used.has('E') ? 1 : 0)],
    ['BR-E-02', !used.has('E') || hasNumber],
    ['BR-E-05', isZero('E')],
    ['BR-O-01', summed('O').length === (used.has('O') ? 1 : 0)],
    ['BR-O-02', !used.has('O') || !(isThere(seller.vat) || isThere(buyer.vat))],
    ['BR-O-05', lines.every((line) => line.category !== 'O' || line.rate === undefined)],
    ['BR-O-11', !used.has('O') || (used.size === 1 && taxes.length === 1)],
  ]
}

const germanRules = ({ seller, buyer, means, buyerReference, lines, taxes, delivered, starts }: Terms): Rule[] => [
  ['BR-DE-1', isThere(means)],
  ['BR-DE-2', isThere(seller.contact) && isThere(seller.phone) && isThere(seller.email)],
  ['BR-DE-3', isThere(seller.city)],
  ['BR-DE-4', isThere(seller.postalCode)],
  ['BR-DE-8', isThere(buyer.city)],
  ['BR-DE-9', isThere(buyer.postalCode)],
  ['BR-DE-14', taxes.every(({ rate }) => isThere(rate))],
  ['BR-DE-15', isThere(buyerReference)],
  ['BR-DE-16', lines.every(({ category }) => category === 'O') || isThere(seller.vat) || isThere(seller.taxNumber)],
  ['BR-DE-27', (seller.phone?.match(/\d/g)?.length ?? 0) >= 3],
  ['BR-DE-TMP-32', isThere(delivered) || isThere(starts) || lines.every((line) => isThere(line.starts))],
  ['BR-DE-28', /^[^@\s]{2,}@[^@\s]{2,}$/.test(seller.email ?? '')],
  ['R010', isThere(buyer.endpoint)],
  ['R020', isThere(seller.endpoint)],
]
