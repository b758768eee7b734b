/** The usage of dealers day by day, and the trend of their storage. Pure. */
import { type Day, dayNumber } from '#kernel/time/day.ts'

/** What a dealer has now, or had at the end of a day. */
export interface Use {
  readonly accounts: number
  readonly units: number
  /** Units that reported within a day. */
  readonly activeUnits: number
  /** Stored messages and their size: less than ever arrived, because old ones are deleted. */
  readonly messages: number
  readonly bytes: number
}

export interface DealerUse extends Use {
  readonly dealer: string
}

/** All dealers together. */
export interface UseOfDay extends Use {
  readonly day: Day
}

export interface Size {
  readonly day: Day
  readonly bytes: number
}

export interface Forecast {
  readonly bytesADay: number
  readonly bytesLater: number
}

/** The days of the trend, and the minimum: with fewer a forecast would be a guess. */
export const courseDays = 30
const courseDaysMin = 7
/** How far ahead the forecast looks. */
export const forecastDays = 90

/** Extends a linear fit of the last days. Null: too few days are known. */
export function forecastOf(sizes: readonly Size[]): Forecast | null {
  const last = sizes.at(-1)
  if (!last) return null
  const end = dayNumber(last.day)
  const points = sizes
    .map(({ day, bytes }) => ({ x: dayNumber(day) - end, y: bytes }))
    .filter(({ x }) => x > -courseDays)
  if (points.length < courseDaysMin) return null
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [middle, level] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))]
  const over = points.reduce((sum, { x, y }) => sum + (x - middle) * (y - level), 0)
  const under = points.reduce((sum, { x }) => sum + (x - middle) ** 2, 0)
  const bytesADay = Math.round(over / under)
  return { bytesADay, bytesLater: Math.max(0, last.bytes + forecastDays * bytesADay) }
}
