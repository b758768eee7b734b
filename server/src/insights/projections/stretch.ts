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
  if (to - from > daysMax * daySeconds) refuse('INVALID_QUERY', `Ask for ${daysMax} days at most.`, 'to')
  return { from, to }
}
