/** The initial period of a driver's page. Pure. */
import { locale } from '../../shared/texts/texts.ts'
import { dateOf, dayOf, daysAway, zone } from '../timeline/days/day.ts'

const days = 30

export function lastDays() {
  const today = dateOf(Date.now() / 1000)
  return { from: dayOf(daysAway(today, 1 - days)).from, to: dayOf(today).to, tz: zone() }
}

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
export const numberText = (value: number): string => number.format(value)

export const nowSeconds = (): number => Math.floor(Date.now() / 1000)
