/** How one person reads and writes dates, times and measures. `locale` follows the language. Pure. */
import { invalidField, type Problem } from '../errors.ts'
import type { Day } from './day.ts'
import { dateOf, isZone, localTime } from './zone.ts'

export const measures = ['metric', 'imperial'] as const
export const volumes = ['litres', 'us_gallons', 'imperial_gallons'] as const
export const temperatures = ['celsius', 'fahrenheit'] as const
export const clocks = ['locale', '24h', '12h'] as const
export const dateOrders = ['locale', 'dmy', 'mdy', 'ymd'] as const
export const weekStarts = ['locale', 'monday', 'sunday', 'saturday'] as const

export type Measure = (typeof measures)[number]

export interface TimeHabits {
  readonly clock: (typeof clocks)[number]
  readonly dateOrder: (typeof dateOrders)[number]
  readonly weekStart: (typeof weekStarts)[number]
  /** Null: the device's zone in pages; in emails and reports, their own. */
  readonly zone: string | null
}

export interface Habits extends TimeHabits {
  readonly measure: Measure
  readonly volume: (typeof volumes)[number]
  readonly temperature: (typeof temperatures)[number]
}

/** For a person who has chosen nothing. */
export const usualHabits: Habits = {
  ...{ clock: 'locale', dateOrder: 'locale', weekStart: 'locale', zone: null },
  ...{ measure: 'metric', volume: 'litres', temperature: 'celsius' },
}

export const habitProblems = ({ zone }: Partial<TimeHabits>): Problem[] =>
  zone == null || isZone(zone)
    ? []
    : [invalidField('zone', 'zone must be a time zone, such as Europe/Berlin, or null.')]

type Lang = 'en' | 'de'
type Order = Pick<TimeHabits, 'dateOrder'>
type Clock = Pick<TimeHabits, 'clock'>

/** As in 2026-03-02, 02.03.2026 or 03/02/2026. */
export function dateText(date: Day, { dateOrder }: Order, lang: Lang): string {
  const [year, month, day] = date.split('-')
  if (dateOrder === 'mdy') return `${month}/${day}/${year}`
  if (dateOrder === 'ymd' || (dateOrder === 'locale' && lang === 'en')) return date
  return [day, month, year].join(lang === 'de' ? '.' : '/')
}

/** Creating one takes longer than writing a whole email. */
const months = { en: monthsIn('en'), de: monthsIn('de') }

function monthsIn(lang: Lang): readonly string[] {
  const format = new Intl.DateTimeFormat(lang, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month)))
}

/** As in March 2, 2026 or 2. März 2026: in sentences. */
export function dayText(date: Day, { dateOrder }: Order, lang: Lang): string {
  if (dateOrder === 'ymd') return date
  const [year, month, day] = date.split('-').map(Number)
  const name = months[lang][month! - 1]
  const isDayFirst = dateOrder === 'dmy' || (dateOrder === 'locale' && lang === 'de')
  if (!isDayFirst) return `${name} ${day}, ${year}`
  return `${day}${lang === 'de' ? '.' : ''} ${name} ${year}`
}

export type Precision = 'minutes' | 'seconds'

/** As in 13:05:09 or 1:05:09 PM. */
export function clockText(zone: string, t: number, { clock }: Clock, precision: Precision = 'seconds'): string {
  const text = localTime(zone, t).slice(11, precision === 'minutes' ? 16 : 19)
  if (clock !== '12h') return text
  const hour = Number(text.slice(0, 2))
  return `${hour % 12 || 12}${text.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

export const timeText = (
  zone: string,
  t: number,
  habits: Order & Clock,
  lang: Lang,
  precision: Precision = 'seconds',
): string => `${dateText(dateOf(zone, t), habits, lang)} ${clockText(zone, t, habits, precision)}`

/** As in 2026-03-02 13:05:09 +01:00: no reader has to guess the zone. */
export const zonedText = (zone: string, t: number, habits: Order & Clock, lang: Lang): string =>
  `${timeText(zone, t, habits, lang)} ${localTime(zone, t).slice(19)}`

const spans = { en: ['min', 'h', 'd'], de: ['Min.', 'Std.', 'Tg.'] } as const

/** A duration in whole minutes: as in 45 min, 2 h 10 min, 3 d 4 h and 30 d, like `formatDuration` in pages. */
export function spanText(minutes: number, lang: Lang): string {
  const [min, h, d] = spans[lang]
  const said = (large: string, small: number, unit: string) => (small === 0 ? large : `${large} ${small} ${unit}`)
  const hours = Math.round(minutes / 60)
  if (minutes < 60) return `${minutes} ${min}`
  if (hours < 48) return said(`${Math.floor(minutes / 60)} ${h}`, minutes % 60, min)
  return hours < 240 ? said(`${Math.floor(hours / 24)} ${d}`, hours % 24, h) : `${Math.round(hours / 24)} ${d}`
}

const weekdays = { sunday: 0, monday: 1, saturday: 6 } as const

/** The first day of a week, as `Date` counts them. Both languages begin on Monday. */
export const firstWeekday = ({ weekStart }: Pick<TimeHabits, 'weekStart'>): number =>
  weekdays[weekStart === 'locale' ? 'monday' : weekStart]

export const kmPerMile = 1.609344
const metresPerFoot = 0.3048
const litresPerGallon = { us_gallons: 3.785411784, imperial_gallons: 4.54609 } as const
const gallonNames = { us_gallons: 'gal', imperial_gallons: 'imp gal' } as const

export interface Scale {
  readonly unit: string
  /** Converts from the unit in which we compute. */
  readonly of: (value: number) => number
}

/** The unit in which a person reads what we compute in this one: the same unless another was chosen. */
export function scaleOf(unit: string, { measure, volume, temperature }: Omit<Habits, keyof TimeHabits>): Scale {
  const isFar = measure === 'imperial'
  if (isFar && unit === 'km') return { unit: 'mi', of: (km) => km / kmPerMile }
  if (isFar && unit === 'km/h') return { unit: 'mph', of: (kmh) => kmh / kmPerMile }
  if (isFar && unit === 'm') return { unit: 'ft', of: (metres) => metres / metresPerFoot }
  if (temperature === 'fahrenheit' && unit === '°C') return { unit: '°F', of: (celsius) => celsius * 1.8 + 32 }
  if (volume !== 'litres' && /^l(\/h|\/100 ?km)?$/.test(unit)) {
    const [litres, name] = [litresPerGallon[volume], gallonNames[volume]]
    // Distance by volume: more is better, and without consumption there is no value.
    if (isFar && unit.endsWith('km')) {
      return { unit: name.replace('gal', 'mpg'), of: (per100Km) => (100 * litres) / kmPerMile / per100Km }
    }
    return { unit: name + unit.slice(1), of: (amount) => amount / litres }
  }
  return { unit, of: (value) => value }
}
