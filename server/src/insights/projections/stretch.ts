/** A requested time range. */
import { refuse } from '#kernel/errors.ts'

/** In seconds by the trackers' clocks, the end excluded. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

const daySeconds = 86_400
export const stretchDaysMax = 31

export function requireStretch({ from, to }: Stretch, daysMax = stretchDaysMax): Stretch {
  if (from >= to) refuse('INVALID_QUERY', 'from must be before to.', 'from')
  if (to - from > daysMax * daySeconds) refuse('INVALID_QUERY', `Request at most ${daysMax} days.`, 'to')
  return { from, to }
}

const pageDays = 300

/** Some units at a time: many for a day, few for a month, so that as much of it is in memory at once. */
export function* unitPages(units: readonly number[], { from, to }: Stretch): Generator<readonly number[]> {
  const size = Math.max(1, Math.floor((pageDays * daySeconds) / Math.max(to - from, daySeconds)))
  for (let at = 0; at < units.length; at += size) yield units.slice(at, at + size)
}
