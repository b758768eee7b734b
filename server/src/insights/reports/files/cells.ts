/** Rounds computed values, once and here, adds them up, and writes them for people. Pure. */
import { dateText, type Habits, kmPerMile, type Scale, scaleOf, timeText } from '#kernel/time/habits.ts'
import { offsetAt } from '#kernel/time/zone.ts'
import type { Cell, CellType, Column, Lang, Question, Raw } from '../report.ts'

const decimals: Readonly<Record<CellType, number>> = {
  ...{ text: 0, place: 0, time: 0, date: 0, duration: 0, count: 0 },
  ...{ distance: 2, speed: 1, number: 2 },
}

const rounded = (value: number, digits: number): number => {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale
}

const computed: Partial<Readonly<Record<CellType, string>>> = { distance: 'km', speed: 'km/h', duration: 'h:mm:ss' }

const scaleIn = ({ measure, type }: Column, habits: Habits): Scale => scaleOf(measure ?? computed[type] ?? '', habits)

export const cellOf = (column: Column, raw: Raw | undefined, habits: Habits): Cell => {
  if (typeof raw !== 'number') return raw ?? null
  const read = scaleIn(column, habits).of(raw)
  return Number.isFinite(read) ? rounded(read, decimals[column.type]) : null
}

/** Adds up cells as they are shown, so that anyone who adds up a column gets the total. */
export class Totals {
  rows = 0
  readonly #columns: readonly Column[]
  readonly #habits: Habits
  readonly #whole = new Map<string, number>()

  constructor(columns: readonly Column[], habits: Habits) {
    this.#columns = columns
    this.#habits = habits
  }

  add(cells: ReadonlyMap<string, Cell>): void {
    this.rows += 1
    for (const { key, type, total } of this.#columns) {
      const cell = cells.get(key)
      if (typeof cell !== 'number' || (total !== 'sum' && total !== 'max')) continue
      // Whole numbers of the last digit: a sum of fractions would be inexact.
      const value = Math.round(cell * 10 ** decimals[type])
      const known = this.#whole.get(key)
      this.#whole.set(key, known === undefined ? value : total === 'sum' ? known + value : Math.max(known, value))
    }
  }

  of(column: Column): Cell {
    if (column.total === 'speed') return ratio(this.#value('distance'), this.#value('moving'), 3600, column)
    if (column.total === 'consumption') {
      const [consumed, distance] = [this.#value('consumed'), this.#value('distance')]
      if (scaleIn(column, this.#habits).unit.endsWith('mpg')) return ratio(distance, consumed, 1, column)
      return ratio(consumed, distance, this.#habits.measure === 'imperial' ? 100 / kmPerMile : 100, column)
    }
    return this.#value(column.key)
  }

  #value(key: string): number | null {
    const column = this.#columns.find((one) => one.key === key)
    const whole = this.#whole.get(key)
    return column && whole !== undefined ? whole / 10 ** decimals[column.type] : null
  }
}

const ratio = (over: number | null, under: number | null, factor: number, column: Column): Cell =>
  over === null || !under ? null : rounded((over / under) * factor, decimals[column.type])

const two = (value: number): string => String(value).padStart(2, '0')

/** 26:05:09 for a day, two hours and so on. */
export function durationText(seconds: number): string {
  const whole = Math.abs(seconds)
  const text = `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
  return seconds < 0 ? `-${text}` : text
}

const numberFormats = (locale: string) =>
  [0, 1, 2].map(
    (digits) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  )
/** By their number of decimals. */
const numbers: Readonly<Record<Lang, readonly Intl.NumberFormat[]>> = {
  en: numberFormats('en-GB'),
  de: numberFormats('de-DE'),
}

export type Reading = Pick<Question, 'zone' | 'lang' | 'habits'>

/** As a person reads it. */
export function cellText({ type }: Column, cell: Cell, { zone, lang, habits }: Reading): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return type === 'date' ? dateText(cell, habits, lang) : cell
  if (type === 'duration') return durationText(cell)
  if (type === 'time') return timeText(zone, cell, habits, lang)
  return numbers[lang][decimals[type]]!.format(cell)
}

/** Days since 1900 as spreadsheets count them, in the reader's time zone. */
export const serialOf = (t: number, zone: string): number => (t + offsetAt(zone, t)) / 86_400 + 25_569
export const dateSerialOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 25_569

export const headOf = (column: Column, { lang, habits }: Pick<Reading, 'lang' | 'habits'>): string => {
  const measure = measureOf(column, habits)
  return measure ? `${column.name[lang]} (${measure})` : column.name[lang]
}

export const measureOf = (column: Column, habits: Habits): string | null => scaleIn(column, habits).unit || null
