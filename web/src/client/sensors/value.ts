/** What a sensor measured, for people. Pure. */
import { locale } from '../../shared/texts/texts.ts'

export function valueText({
  value,
  decimals,
  measure,
}: {
  value: number | null
  decimals: number
  measure: string
}): string {
  if (value === null) return ''
  const text = value.toLocaleString(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return measure ? `${text} ${measure}` : text
}
