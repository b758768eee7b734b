import { sql } from 'kysely'
import { firstRow } from '../db/rows.ts'
import type { Db } from '../db/transaction.ts'

/**
 * The only source of time. `refresh` asks the database: the test clock for its advance, which other processes may move,
 * and the guarded one for the database's own time.
 */
export interface Clock {
  now(): Date
  refresh(db: Db): Promise<void>
  /** Why nothing may end or be deleted because time has passed; undefined: it may. */
  doubt?(): string | undefined
}

export const realClock: Clock = { now: () => new Date(), refresh: async () => {} }

/**
 * Real time plus an advance stored in the database, so that it survives a restart and the command line tool can move it
 * for a running server. Every request and job reads the advance first: slow, and never in production.
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

/** Moves the test clock forward, never back: another process may have moved it meanwhile. */
export async function advanceTo(db: Db, target: Date): Promise<void> {
  const seconds = (target.getTime() - Date.now()) / 1000
  await sql`update clock set advance_seconds = greatest(advance_seconds, ${seconds})`.execute(db)
}

export interface DatabaseClock {
  readonly now: Date
  /** When all clocks agreed last. */
  readonly seenAt: Date | null
}

/** By name, so that the doctor can ask a database whose migrations have not been run. */
const noted = (column: string) => sql`(to_jsonb(clock) ->> ${column})`

export const readDatabaseClock = async (db: Db): Promise<DatabaseClock> =>
  (await firstRow<DatabaseClock>(db)`
    select clock_timestamp() as now, ${noted('seen_at')}::timestamptz as "seenAt" from clock`)!

/** The clocks agree now, or a person has confirmed that they are right. */
export const noteAgreement = (db: Db) =>
  sql`update clock set seen_at = clock_timestamp(), doubt = null, doubted_at = null`.execute(db)

/** For the doctor, which has no state of its own. */
export const noteDoubt = (db: Db, doubt: string) =>
  sql`update clock set doubt = ${doubt}, doubted_at = clock_timestamp()`.execute(db)

/** What a server recorded in the last minutes. */
export const readDoubt = async (db: Db): Promise<string | undefined> =>
  (
    await firstRow<{ doubt: string | null }>(db)`
    select ${noted('doubt')} as doubt from clock
    where ${noted('doubted_at')}::timestamptz > clock_timestamp() - interval '2 minutes'`
  )?.doubt ?? undefined

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
