/**
 * What is left of something that was deleted in tables that have no reference to it: logs, events, mails, answers that are
 * kept for a repeated request. Each has its writer; here they all lose the rows that mention certain words.
 */
import { sql } from 'kysely'
import type { DB } from './tables.ts'
import type { Db } from './transaction.ts'

const tables = [
  'apiRequests',
  'audit',
  'events',
  'idempotencyKeys',
  'invitations',
  'links',
  'lobby',
  'mails',
  'sandboxEvents',
  'sandboxSessions',
  'signUps',
  'webhookLanes',
] as const satisfies readonly (keyof DB)[]

/** Shorter ones would also be found in rows that have nothing to do with it. */
const wordMin = 6

/** Reads these tables from first row to last, so it is for what happens rarely. */
export async function removeTraces(db: Db, words: readonly string[]): Promise<number> {
  const patterns = words.filter((word) => word.length >= wordMin).map((word) => `%${word.replace(/[%_\\]/g, '\\$&')}%`)
  if (patterns.length === 0) return 0
  let removed = 0
  for (const table of tables) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} as trace where trace::text ilike any(${patterns}::text[])`.execute(db)
    removed += Number(numAffectedRows)
  }
  return removed
}
