/** What is left of the intervals of a service, in words, the most urgent first. Pure. */

import type { ClientService } from '../../api/generated.ts'
import { formatQuantity } from '../../shared/format/quantities.ts'
import { locale, texts } from '../../shared/texts/texts.ts'

const words = texts.maintenance
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })

const or = new Intl.ListFormat(locale, { type: 'disjunction' })
const and = new Intl.ListFormat(locale)

export type Service = Omit<ClientService, 'since_mileage' | 'since_engine_hours' | 'created_at' | 'updated_at'>

type Interval = 'km' | 'hours' | 'days'

const intervalsOf = (service: Service): readonly (readonly [Interval, number | null, number | null])[] => [
  ['km', service.every_km, service.km_left],
  ['hours', service.every_hours, service.hours_left],
  ['days', service.every_days, service.days_left],
]

const amountText = (name: Interval, amount: number): string =>
  name === 'km' ? formatQuantity(amount, 'km', 0) : words.amounts[name](whole.format(amount), Math.round(amount))

/** "in 1,200 km or 12 days", "120 km ago". */
export function leftOf(service: Service): string {
  const parts = intervalsOf(service)
    .flatMap(([name, every, left]) => (every === null || left === null ? [] : [{ name, left, part: left / every }]))
    .sort((a, b) => a.part - b.part)
  const over = parts.filter(({ left }) => left <= 0)
  const amount = ({ name, left }: { name: Interval; left: number }) => amountText(name, Math.abs(left))
  return over.length > 0 ? words.over(and.format(over.map(amount))) : words.left(or.format(parts.map(amount)))
}

/** "every 10,000 km or 365 days" */
export const everyOf = (service: Service): string =>
  words.every(
    or.format(intervalsOf(service).flatMap(([name, every]) => (every === null ? [] : [amountText(name, every)]))),
  )
