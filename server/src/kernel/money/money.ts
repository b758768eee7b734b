/** Money is a whole number of the currency's smallest unit, and arithmetic with it is exact. Pure. */
import { invalidField, type Problem } from '../errors.ts'

/** How many decimals a currency has, where it is not two (ISO 4217). */
const decimals: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd vuv xaf xof xpf'.split(' ').map((c) => [c, 0]),
  ),
  ...Object.fromEntries('bhd iqd jod kwd lyd omr tnd'.split(' ').map((c) => [c, 3])),
}

export const decimalsOf = (currency: string): number => decimals[currency] ?? 2

/** What one US dollar is worth on a date, by lower-case currency code. */
export interface Rates {
  /** `2025-06-30`. */
  readonly date: string
  /** Decimal numbers as text: a float would be inexact. */
  readonly perDollar: Readonly<Record<string, string>>
}

const scale = 9

/** `1.0853` as 1085300000, or undefined if it is not a positive decimal number. */
function scaled(text: string): bigint | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text)
  if (!match) return undefined
  const value = BigInt(match[1] as string) * 10n ** BigInt(scale) + BigInt((match[2] ?? '').padEnd(scale, '0'))
  return value > 0n ? value : undefined
}

/** What is wrong with a rate table; undefined: nothing. */
export function ratesProblem(table: unknown): string | undefined {
  const { date, perDollar } = (table ?? {}) as Partial<Rates>
  if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date)) return '`date` must be a day, like 2025-06-30.'
  if (perDollar === null || typeof perDollar !== 'object') return '`perDollar` must give a rate for each currency.'
  const wrong = Object.entries(perDollar).filter(
    ([code, rate]) => !/^[a-z]{3}$/.test(code) || typeof rate !== 'string' || scaled(rate) === undefined,
  )
  if (wrong.length > 0) return `The rates of ${wrong.map(([code]) => code).join(', ')} cannot be read.`
  return perDollar.usd !== undefined && scaled(perDollar.usd) === 10n ** BigInt(scale)
    ? undefined
    : '`perDollar` must say that a dollar (usd) is worth 1.'
}

export interface Price {
  readonly quantity: number
  readonly unitAmount: number
  readonly currency: string
}

const isCount = (value: number) => Number.isSafeInteger(value) && value > 0

export const totalOf = (prices: readonly Pick<Price, 'quantity' | 'unitAmount'>[]): bigint =>
  prices.reduce((sum, { quantity, unitAmount }) => sum + BigInt(quantity) * BigInt(unitAmount), 0n)

/** Worth at least 50 cents; processors accept no less. */
const centsMin = 50n
/** Worth at most 999,999.99 dollars; processors accept no more. */
const centsMax = 99_999_999n

/** Problems with the prices of one bill. Fields are named as callers name them. */
export function priceProblems(prices: readonly Price[], rates: Rates): Problem[] {
  // A value that is not a price at all is reported where its form is validated.
  if (prices.length === 0) return []
  const currency = prices[0]?.currency ?? ''
  const mixed = prices.flatMap((price, at) =>
    price.currency === currency
      ? []
      : [
          invalidField(
            `prices.${at}.currency`,
            `prices.${at}.currency must be that of the first price: a bill has one.`,
          ),
        ],
  )
  const rate = Object.hasOwn(rates.perDollar, currency) ? scaled(rates.perDollar[currency] as string) : undefined
  if (rate === undefined) {
    return [...mixed, invalidField('prices.0.currency', 'prices.0.currency must be a currency that is known here.')]
  }
  // The same for a value that is not a whole number.
  const isCountable = prices.every((price) => isCount(price.quantity) && isCount(price.unitAmount))
  if (mixed.length > 0 || !isCountable) return mixed
  const total = totalOf(prices)
  // A cent matters, so both sides are multiplied instead of divided.
  const dollars = total * 100n * 10n ** BigInt(scale)
  const unit = rate * 10n ** BigInt(decimalsOf(currency))
  if (dollars < centsMin * unit) {
    const least = (centsMin * unit + 100n * 10n ** BigInt(scale) - 1n) / (100n * 10n ** BigInt(scale))
    return [invalidField('prices', `The total must be at least 50 cents, which is ${formatMoney(least, currency)}.`)]
  }
  if (dollars > centsMax * unit || total > BigInt(Number.MAX_SAFE_INTEGER)) {
    return [invalidField('prices', 'The total is more than can be paid by card.')]
  }
  return []
}

/** What an amount is worth in another currency, rounded half up; undefined if a rate is missing. For figures, never for a charge. */
export function exchanged(amount: number, from: string, to: string, { perDollar }: Rates): number | undefined {
  if (from === to) return amount
  const [own, other] = [scaled(perDollar[from] ?? ''), scaled(perDollar[to] ?? '')]
  if (own === undefined || other === undefined) return undefined
  const numerator = BigInt(amount) * other * 10n ** BigInt(decimalsOf(to))
  const denominator = own * 10n ** BigInt(decimalsOf(from))
  return Number((numerator * 2n + denominator) / (denominator * 2n))
}

/** The separators of thousands and decimals. */
const signs = { en: [',', '.'], de: ['.', ','] } as const

/** `1,234.50`, exact for any size. */
export function formatAmount(amount: bigint | number, currency: string, lang: keyof typeof signs = 'en'): string {
  const [between, before] = signs[lang]
  const places = decimalsOf(currency)
  const value = BigInt(amount)
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, between)
  return `${value < 0n ? '-' : ''}${whole}${places === 0 ? '' : `${before}${digits.slice(-places)}`}`
}

/** `12.50 EUR`; the email provides the words around it. */
export const formatMoney = (amount: bigint | number, currency: string, lang: keyof typeof signs = 'en'): string =>
  `${formatAmount(amount, currency, lang)} ${currency.toUpperCase()}`
