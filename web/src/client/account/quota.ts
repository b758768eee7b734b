import { locale } from '../../shared/texts/texts.ts'

/** Storage is counted in KiB, usually far too many to read. */
export function formatQuota(name: string, amount: number): string {
  if (name !== 'unit_storage') return new Intl.NumberFormat(locale).format(amount)
  const style = { style: 'unit', maximumFractionDigits: 1, unitDisplay: 'short' } as const
  if (amount >= 1024 * 1024)
    return new Intl.NumberFormat(locale, { ...style, unit: 'gigabyte' }).format(amount / 1024 / 1024)
  if (amount >= 1024) return new Intl.NumberFormat(locale, { ...style, unit: 'megabyte' }).format(amount / 1024)
  return new Intl.NumberFormat(locale, { ...style, unit: 'kilobyte' }).format(amount)
}
