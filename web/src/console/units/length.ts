/** A duration, short enough for a table. Pure. */
import { locale } from '../../shared/texts/texts.ts'

const steps: readonly [limit: number, size: number, unit: string][] = [
  [100, 1, 's'],
  [100 * 60, 60, 'min'],
  [48 * 3600, 3600, 'h'],
  [Number.POSITIVE_INFINITY, 86_400, 'd'],
]

export function lengthText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [, size, unit] = steps.find(([limit]) => whole < limit)!
  return `${Math.round(whole / size).toLocaleString(locale)} ${unit}`
}
