/** What dealers had day by day, and where their storage goes. Pure. */
import { type Day, dayNumber } from '#kernel/time/day.ts'

/** What a dealer has, or had at the end of a day. */
export interface Use {
  readonly accounts: number
  readonly units: number
  /** Reported within a day. */
  readonly activeUnits: number
  /** Stored, and their size: less than has ever arrived, because old ones are deleted. */
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

/** The days whose course is continued, and those it takes at least: of fewer a forecast would be a guess. */
export const courseDays = 30
const courseDaysMin = 7
/** How far ahead it looks. */
export const forecastDays = 90

/** The straight line that is nearest to the last days, continued. Null: too few days are known. */
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
