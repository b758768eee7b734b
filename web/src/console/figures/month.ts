/** Months and percentages as figures show them. Pure. */
import { dayFormat } from '../../shared/format/write-time.ts'
import { locale } from '../../shared/texts/texts.ts'

const short = dayFormat({ month: 'short', year: '2-digit' })
const long = dayFormat({ month: 'long', year: 'numeric' })

/** `Nov 26` */
export const shortMonth = (month: string): string => short(`${month}-01`)
/** `November 2026` */
export const longMonth = (month: string): string => long(`${month}-01`)

const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
/** The month in an address, if it is valid. */
export const monthIn = (text: string | null): string | undefined => (text && isMonth(text) ? text : undefined)

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
const signed = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })

/** `+12%`; undefined if there is nothing to compare with. */
export const changeOf = (now: number, before: number): string | undefined =>
  before === 0 ? undefined : signed.format((now - before) / Math.abs(before))

/** Relative to the start of the month; undefined if there were none. */
export function churnOf({ count, joined, left }: { count: number; joined: number; left: number }): string | undefined {
  const before = count - joined + left
  return before > 0 ? percent.format(left / before) : undefined
}
