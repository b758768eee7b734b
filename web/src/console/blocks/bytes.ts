import { locale } from '../../shared/texts/texts.ts'

const steps = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** `8.4 GB`: rounded for people. */
export function formatBytes(bytes: number): string {
  let [value, step] = [bytes, 0]
  while (value >= 1000 && step < steps.length - 1) {
    value /= 1000
    step++
  }
  const digits = step > 0 && value < 10 ? 1 : 0
  return `${value.toLocaleString(locale, { maximumFractionDigits: digits })} ${steps[step]}`
}
