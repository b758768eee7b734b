/** Rounds what was computed, once and here, adds it up, and writes it for people. Pure. */
import { dateOf, localTime, offsetAt } from '#kernel/time/zone.ts'
import type { Cell, CellType, Column, Lang, Raw, System } from './report.ts'

const decimals: Readonly<Record<CellType, number>> = {
  ...{ text: 0, place: 0, time: 0, date: 0, duration: 0, count: 0 },
  ...{ distance: 2, speed: 1, number: 2 },
}

const rounded = (value: number, digits: number): number => {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale
}

const kmPerMile = 1.609344
const isFar = ({ type, measure }: Column): boolean => type === 'distance' || type === 'speed' || measure === 'km'

export const cellOf = (column: Column, raw: Raw | undefined, system: System): Cell => {
  if (typeof raw !== 'number') return raw ?? null
  return rounded(system === 'imperial' && isFar(column) ? raw / kmPerMile : raw, decimals[column.type])
}

/** Adds up cells as they are shown, so that anyone who adds up a column gets the total. */
export class Totals {
  rows = 0
  readonly #columns: readonly Column[]
  readonly #system: System
  readonly #whole = new Map<string, number>()

  constructor(columns: readonly Column[], system: System) {
    this.#columns = columns
    this.#system = system
  }

  add(cells: ReadonlyMap<string, Cell>): void {
    this.rows += 1
    for (const { key, type, total } of this.#columns) {
      const cell = cells.get(key)
      if (typeof cell !== 'number' || (total !== 'sum' && total !== 'max')) continue
      // Whole numbers of the last digit: a sum of fractions would end in dust.
      const value = Math.round(cell * 10 ** decimals[type])
      const known = this.#whole.get(key)
      this.#whole.set(key, known === undefined ? value : total === 'sum' ? known + value : Math.max(known, value))
    }
  }

  of(column: Column): Cell {
    if (column.total === 'speed') return ratio(this.#value('distance'), this.#value('moving'), 3600, column)
    if (column.total === 'consumption') {
      return ratio(
        this.#value('consumed'),
        this.#value('distance'),
        this.#system === 'imperial' ? 100 / kmPerMile : 100,
        column,
      )
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

const numberText = (value: number, digits: number, lang: Lang): string =>
  value.toLocaleString(lang === 'de' ? 'de-DE' : 'en-GB', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })

export function dateText(date: string, lang: Lang): string {
  const [year, month, day] = date.split('-')
  return lang === 'de' ? `${day}.${month}.${year}` : `${date}`
}

export const timeText = (t: number, zone: string, lang: Lang): string =>
  `${dateText(dateOf(zone, t), lang)} ${localTime(zone, t).slice(11, 19)}`

export interface Reading {
  readonly zone: string
  readonly lang: Lang
}

/** As a person reads it. */
export function cellText({ type }: Column, cell: Cell, { zone, lang }: Reading): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return type === 'date' ? dateText(cell, lang) : cell
  if (type === 'duration') return durationText(cell)
  if (type === 'time') return timeText(cell, zone, lang)
  return numberText(cell, decimals[type], lang)
}

/** Days since 1900 as spreadsheets count them, by the clock on the reader's wall. */
export const serialOf = (t: number, zone: string): number => (t + offsetAt(zone, t)) / 86_400 + 25_569
export const dateSerialOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 25_569

const measures: Partial<Readonly<Record<CellType, string>>> = { distance: 'km', speed: 'km/h', duration: 'h:mm:ss' }

export const headOf = (column: Column, { lang, system }: { readonly lang: Lang; readonly system: System }): string => {
  const measure = measureOf(column, system)
  return measure ? `${column.name[lang]} (${measure})` : column.name[lang]
}

const inMiles: Readonly<Record<string, string>> = { km: 'mi', 'km/h': 'mph' }

export const measureOf = (column: Column, system: System): string | null => {
  const measure = column.measure ?? measures[column.type] ?? null
  return (system === 'imperial' && measure && inMiles[measure]) || measure
}
