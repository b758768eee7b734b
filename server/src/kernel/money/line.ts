/**
 * The amounts of an invoice line. Every amount is a whole number of the currency's smallest unit, so currencies with
 * no, two or three decimals are treated alike. A line is rounded, never a total, so printed amounts add up
 * (docs/decisions/0088). Pure.
 */

export interface PricedLine {
  /** For one, for one month. */
  readonly unitAmount: number
  /** The quantity; if the price is per time, the days of all of them together. */
  readonly quantity: number
  /** The months and days of the period; 1 and 1 for what is bought once. */
  readonly months: number
  readonly days: number
  /** In hundredths of a percent: 1900 is 19 %. */
  readonly discountRate: number
  readonly taxRate: number
}

export interface LineAmounts {
  readonly subtotal: number
  readonly discount: number
  readonly net: number
  readonly tax: number
  readonly total: number
}

/** In hundredths of a percent. */
export const wholeRate = 10_000

/** Half a unit is rounded away from zero, so that a credit is exactly the negative of the charge. */
export function rounded(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const half = (size * 2n + denominator) / (denominator * 2n)
  return numerator < 0n ? -half : half
}

function safeAmount(amount: bigint): number {
  const value = Number(amount)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The amount ${amount} is too large to be charged.`)
  return value
}

const shareOf = (amount: number, rate: number): number =>
  safeAmount(rounded(BigInt(amount) * BigInt(rate), BigInt(wholeRate)))

/** The tax on a net amount. */
export const taxOn = (net: number, taxRate: number): number => shareOf(net, taxRate)

export function amountsOf(line: PricedLine): LineAmounts {
  const exact = BigInt(line.unitAmount) * BigInt(line.quantity) * BigInt(line.months)
  const subtotal = safeAmount(rounded(exact, BigInt(line.days)))
  const discount = shareOf(subtotal, line.discountRate)
  const net = subtotal - discount
  const tax = taxOn(net, line.taxRate)
  return { subtotal, discount, net, tax, total: net + tax }
}

export function totalsOf(
  lines: readonly Pick<LineAmounts, 'net' | 'tax'>[],
): Pick<LineAmounts, 'net' | 'tax' | 'total'> {
  const sum = (of: (line: Pick<LineAmounts, 'net' | 'tax'>) => number) =>
    safeAmount(lines.reduce((all, line) => all + BigInt(of(line)), 0n))
  const [net, tax] = [sum((line) => line.net), sum((line) => line.tax)]
  return { net, tax, total: safeAmount(BigInt(net) + BigInt(tax)) }
}
