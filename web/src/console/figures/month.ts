/** Months and shares as figures show them. Pure. */
import { locale } from '../../shared/texts/texts.ts'

const inUtc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
const short = inUtc({ month: 'short', year: '2-digit' })
const long = inUtc({ month: 'long', year: 'numeric' })

const dateOf = (month: string) => new Date(`${month}-01T00:00:00Z`)
/** `Nov 26` */
export const shortMonth = (month: string): string => short.format(dateOf(month))
/** `November 2026` */
export const longMonth = (month: string): string => long.format(dateOf(month))

const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
/** A month of an address, if it is one. */
export const monthIn = (text: string | null): string | undefined => (text && isMonth(text) ? text : undefined)

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
const signed = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })

/** `+12%`; undefined where there was nothing to compare with. */
export const changeOf = (now: number, before: number): string | undefined =>
  before === 0 ? undefined : signed.format((now - before) / Math.abs(before))

/** Of those at the start of the month; undefined if there were none. */
export function churnOf({ count, joined, left }: { count: number; joined: number; left: number }): string | undefined {
  const before = count - joined + left
  return before > 0 ? percent.format(left / before) : undefined
}
