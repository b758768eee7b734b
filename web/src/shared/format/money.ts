/** Money is an integer in the currency's smallest unit; this says how many of its digits are decimals. */
import { locale as viewers } from '../texts/texts.ts'

/** Browsers follow custom rather than the standard, so the exceptions from two are here. */
const noDecimals = 'bif clp djf gnf isk jpy kmf krw mga pyg rwf ugx uyi vnd vuv xaf xof xpf'
const threeDecimals = 'bhd iqd jod kwd lyd omr tnd'

export function decimalsOf(currency: string): 0 | 2 | 3 {
  const code = currency.toLowerCase()
  if (noDecimals.split(' ').includes(code)) return 0
  return threeDecimals.split(' ').includes(code) ? 3 : 2
}

/** Exact: the amount is never a binary fraction; it is written and formatted as text. */
export function formatMoney(amountMinor: number, currency: string, locale: string = viewers): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(Math.trunc(amountMinor))).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const text = `${amountMinor < 0 ? '-' : ''}${whole}${decimals ? `.${digits.slice(-decimals)}` : ''}`
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: currency.toUpperCase(),
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(text as Intl.StringNumericLiteral)
  } catch {
    // Not a currency code at all.
    return `${text} ${currency.toUpperCase()}`
  }
}

/** `12.50` as 1250; undefined for an invalid price. Never through a binary fraction. */
export function minorOf(text: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency)
  const found = /^(\d{1,10})(?:[.,](\d{1,3}))?$/.exec(text.trim())
  if (!found) return undefined
  const [, whole = '', part = ''] = found
  if (part.length > decimals) return undefined
  return Number(whole + part.padEnd(decimals, '0'))
}

/** `1250` of eur as `12.50`. */
export function priceText(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(amount).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The usual ones first; the API accepts any. */
export const currencies: readonly string[] = 'eur usd gbp chf pln czk sek nok dkk try aed brl inr jpy'.split(' ')
