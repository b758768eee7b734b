/** A sensor's value for people. Pure. */
import { quantityIn } from '../../shared/format/quantities.ts'
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
  const { of, unit, isConverted } = quantityIn(measure)
  // A gallon is several litres.
  const digits = measure === 'l' && isConverted ? Math.max(1, decimals) : decimals
  const text = of(value).toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return unit ? `${text} ${unit}` : text
}
