/** Moments in words: in the language's style, with the reader's clock, order of dates and zone. */
import { locale } from '../texts/texts.ts'
import { type DateOrder, type Habits, ofHabits } from './habits.ts'

type Options = Intl.DateTimeFormatOptions

const dateFields = ['dateStyle', 'weekday', 'day', 'month', 'year'] as const
const timeFields = ['timeStyle', 'hour', 'minute', 'second', 'timeZoneName'] as const

const taken = (options: Options, names: readonly (keyof Options)[]): Options =>
  Object.fromEntries(names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])))

/** The order in which a language itself writes a date. */
const orderIn = (tag: string): string =>
  new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'numeric', year: 'numeric' })
    .formatToParts(0)
    .flatMap(({ type }) => (['day', 'month', 'year'].includes(type) ? [type[0]] : []))
    .join('')

/** Months without a day are the same in every order. */
const hasOrder = ({ dateStyle, day }: Options): boolean => dateStyle !== undefined || day !== undefined

function inOrder(options: Options, order: DateOrder, timeZone: string | undefined): (ms: number) => string {
  const hasYear = options.dateStyle !== undefined || options.year !== undefined
  const isPlain = order === 'ymd'
  const fields: Options = isPlain
    ? { ...(options.weekday && { weekday: options.weekday }), year: 'numeric', month: '2-digit', day: '2-digit' }
    : taken(options, dateFields)
  const format = new Intl.DateTimeFormat(locale, { ...fields, timeZone })
  return (ms) => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
    const { weekday, day = '', month = '', year = '' } = parts
    return [weekday, dateOf({ day, month, year: hasYear ? year : '' }, order)]
      .filter(Boolean)
      .join(isPlain ? ' ' : ', ')
  }
}

interface DateParts {
  readonly day: string
  readonly month: string
  readonly year: string
}

function dateOf({ day, month, year }: DateParts, order: DateOrder): string {
  const joined = (parts: readonly string[], by: string) => parts.filter(Boolean).join(by)
  if (order === 'ymd') return joined([year, month, day], '-')
  const isNumber = /^\d+$/.test(month)
  if (order === 'dmy') return joined([day, month, year], isNumber ? '/' : ' ')
  return isNumber ? joined([month, day, year], '/') : joined([`${month} ${day}`, year], ', ')
}

/** With a 12-hour clock no hour begins with a zero, which some languages write in their short style. */
function timeOptions(options: Options, clock: Habits['clock']): Options {
  const { timeStyle, ...time } = taken(options, timeFields)
  if (clock === 'locale') return { ...time, ...(timeStyle && { timeStyle }) }
  const parts: Options = timeStyle
    ? { hour: '2-digit', minute: '2-digit', ...(timeStyle === 'medium' && { second: '2-digit' }) }
    : time
  return clock === '24h' ? { ...parts, hourCycle: 'h23' } : { ...parts, hour: 'numeric', hourCycle: 'h12' }
}

function made(options: Options, { clock, date_order, zone }: Habits): (ms: number) => string {
  const timeZone = options.timeZone ?? zone ?? undefined
  const written = (own: Options) => {
    const format = new Intl.DateTimeFormat(locale, { ...own, timeZone })
    return (ms: number) => format.format(ms)
  }
  const hasTime = options.timeStyle !== undefined || options.hour !== undefined
  const hasDate = dateFields.some((name) => options[name] !== undefined)
  const isOrdered = date_order !== 'locale' && hasOrder(options) && orderIn(locale) !== date_order
  if (!isOrdered && (clock === 'locale' || !hasTime)) return written(options)
  const time = written(timeOptions(options, clock))
  if (!hasDate) return time
  const date = isOrdered ? inOrder(options, date_order, timeZone) : written(taken(options, dateFields))
  return hasTime ? (ms) => `${date(ms)}, ${time(ms)}` : date
}

/** A format of moments, as unix seconds. A format with its own zone keeps it. */
export function timeFormat(options: Options): (seconds: number) => string {
  const format = ofHabits((habits) => made(options, habits))
  return (seconds) => format()(seconds * 1000)
}

const inUtc = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000
/** A format of calendar days, like 2026-03-02, which are the same in every zone. */
export function dayFormat(options: Options): (day: string) => string {
  const format = timeFormat({ ...options, timeZone: 'UTC' })
  return (day) => format(inUtc(day))
}

/** Each format of one kind is created once. */
export function timeFormatIn(options: Options): (zone: string) => (seconds: number) => string {
  const known = new Map<string, (seconds: number) => string>()
  return (timeZone) => {
    const found = known.get(timeZone) ?? timeFormat({ ...options, timeZone })
    known.set(timeZone, found)
    return found
  }
}
