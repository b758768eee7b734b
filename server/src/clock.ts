import { sql } from 'kysely'
import type { Db } from './context.ts'

/** The only source of time. `refresh` matters to the test clock alone, which other processes may advance. */
export interface Clock {
  now(): Date
  refresh(db: Db): Promise<void>
}

export const realClock: Clock = { now: () => new Date(), refresh: async () => {} }

/**
 * Real time plus an advance kept in the database, so that it survives a restart and the command line tool
 * can move it for a running server. Every request and job reads the advance first: slow, and never in production.
 */
export function testClock(): Clock {
  let advanceMs = 0
  return {
    now: () => new Date(Date.now() + advanceMs),
    async refresh(db) {
      const row = await db.selectFrom('clock').select('advanceSeconds').executeTakeFirst()
      advanceMs = (row?.advanceSeconds ?? 0) * 1000
    },
  }
}

/** Moves the test clock forward and never back: another process may have moved it meanwhile. */
export async function advanceTo(db: Db, target: Date): Promise<void> {
  const seconds = (target.getTime() - Date.now()) / 1000
  await sql`update clock set advance_seconds = greatest(advance_seconds, ${seconds})`.execute(db)
}

/** Calendar months in UTC; the end of a short month clamps (31 January plus one is 28 or 29 February). */
export function addMonths(date: Date, months: number): Date {
  const result = new Date(date)
  result.setUTCMonth(date.getUTCMonth() + months)
  if (result.getUTCDate() !== date.getUTCDate()) result.setUTCDate(0)
  return result
}

export const seconds = (date: Date): number => Math.floor(date.getTime() / 1000)
export const secondsOrNull = (date: Date | null): number | null => (date === null ? null : seconds(date))
export const fromSeconds = (value: number): Date => new Date(value * 1000)
