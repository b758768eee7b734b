/** Hours of days, in a client's time zone. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'
import { dayAt } from '#kernel/time/day.ts'
import { momentAt, offsetAt } from '#kernel/time/zone.ts'

export interface Hours {
  /** 1 is Monday. Hours past midnight belong to the day on which they begin. */
  readonly days: readonly number[]
  /** As in `08:00`. The same twice: the whole day. */
  readonly from: string
  readonly to: string
}

export interface Schedule extends Hours {
  /** True: at all other times. */
  readonly isOutside: boolean
}

/** Hours in which nobody is disturbed: notifications wait for their end, or are only listed. */
export interface Quiet extends Hours {
  readonly meanwhile: 'hold' | 'page'
}

const daySeconds = 86_400
const pattern = /^([01]\d|2[0-3]):[0-5]\d$/

export function hoursProblems(name: string, { days, from, to }: Hours): Problem[] {
  const problems: Problem[] = []
  if (new Set(days).size !== days.length) problems.push(invalidField(`${name}.days`, `${name}.days lists a day twice.`))
  if (!pattern.test(from)) problems.push(invalidField(`${name}.from`, `${name}.from must be a time, such as 08:00.`))
  if (!pattern.test(to)) problems.push(invalidField(`${name}.to`, `${name}.to must be a time, such as 18:00.`))
  return problems
}

const secondsOf = (text: string): number => Number(text.slice(0, 2)) * 3600 + Number(text.slice(3)) * 60

/** Clocks change at quarters of an hour; consulting the calendar for every message of a day would be slow. */
const known = new Map<string, number>()
function offset(zone: string, t: number): number {
  const key = `${zone} ${Math.floor(t / 900)}`
  let found = known.get(key)
  if (found === undefined) {
    if (known.size > 10_000) known.clear()
    found = offsetAt(zone, t)
    known.set(key, found)
  }
  return found
}

/** How much of these hours is left at a time, in seconds; 0: it is outside. */
function secondsLeft({ days, from, to }: Hours, zone: string, t: number): number {
  const wall = t + offset(zone, t)
  const day = Math.floor(wall / daySeconds)
  const time = wall - day * daySeconds
  const [begin, end] = [secondsOf(from), secondsOf(to)]
  const length = end > begin ? end - begin : end - begin + daySeconds
  // The first of January 1970 was a Thursday.
  const isOn = (one: number) => days.includes(((((one + 3) % 7) + 7) % 7) + 1)
  const gone = time - begin
  if (isOn(day) && gone >= 0 && gone < length) return length - gone
  const goneSinceYesterday = gone + daySeconds
  return isOn(day - 1) && goneSinceYesterday < length ? length - goneSinceYesterday : 0
}

export const isWithin = (schedule: Schedule | null, zone: string, t: number): boolean =>
  schedule === null || secondsLeft(schedule, zone, t) > 0 !== schedule.isOutside

/** So much later by the clock, which may be changed in between. An hour that it shows twice may already be over. */
function afterByClock(zone: string, t: number, seconds: number): number {
  const wall = Math.ceil(t + offset(zone, t) + seconds)
  const day = Math.floor(wall / daySeconds)
  const moment = momentAt(zone, dayAt(day), (wall - day * daySeconds) / 60)
  return moment > t ? moment : Math.ceil(t + seconds)
}

/** When the quiet hours around a time end; undefined: there are none. Days that touch are one night. */
export function quietUntil(quiet: Quiet | null, zone: string, t: number): number | undefined {
  let end = t
  for (let days = 0; quiet && days <= 7; days += 1) {
    const left = secondsLeft(quiet, zone, end)
    if (left === 0) break
    end = afterByClock(zone, end, left)
  }
  return end === t ? undefined : end
}
