import type { Clock } from '#kernel/time/clock.ts'

export interface MovableClock extends Clock {
  /** Sets the time, which then stands still, so that a test can name every second. */
  set(time: Date): void
  advance(seconds: number): void
}

export function movableClock(start = new Date('2026-03-01T12:00:00Z')): MovableClock {
  let now = start
  return {
    now: () => new Date(now),
    refresh: async () => {},
    set: (time) => {
      now = time
    },
    advance: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000)
    },
  }
}
