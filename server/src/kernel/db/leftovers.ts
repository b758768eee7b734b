/**
 * Removes what is left of something deleted in tables without a reference to it: logs, events, emails, answers stored
 * for repeated requests. Each has its writer; here they all lose the rows that mention certain words.
 */
import { sql } from 'kysely'
import { removeSome, rowsPerPiece } from './pieces.ts'
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
const measured = ['sensorQuarters', 'removedSensors'] as const satisfies readonly (keyof DB)[]

/** Shorter ones would also match unrelated rows. */
const wordMin = 6
/** In one expression: PostgreSQL reads a row once for all of them. */
const together = 100

export interface Leftovers {
  /** Ids and addresses, which are unique. They match as whole words. */
  readonly words: readonly string[]
  /** Chosen by people, who may choose any word: they match only as an ident, and only for this dealer. */
  readonly idents: readonly string[]
  readonly dealer: number
  /** Otherwise what they measured is deleted a while after them (docs/decisions/0155). */
  readonly sensors: readonly string[]
}

const quoted = (word: string) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')

function patternsOf(words: readonly string[], before: string, after: string): string[] {
  const groups = Array.from({ length: Math.ceil(words.length / together) }, (_, at) =>
    words.slice(at * together, (at + 1) * together),
  )
  return groups.map((group) => `${before}(${group.map(quoted).join('|')})${after}`)
}

/** Scans these tables completely, so it is for rare operations. */
export async function removeLeftovers(db: Db, { words, idents, dealer, sensors }: Leftovers): Promise<number> {
  const whole = patternsOf(
    words.filter((word) => word.length >= wordMin),
    '(^|[^[:alnum:]._%+-])',
    '([^[:alnum:]_-]|$)',
  )
  const named = patternsOf(idents, 'ident["=:[:space:]]+', '(["&,)[:space:]]|$)')
  let removed = 0
  for (const table of tables) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} as trace where trace::text ~* any(${whole}::text[])
        or ((trace::text ~ any(${named}::text[]) or to_jsonb(trace) ->> 'ident' = any(${idents}::text[]))
          and coalesce(to_jsonb(trace) ->> 'dealer_id', ${String(dealer)}) = ${String(dealer)})`.execute(db)
    removed += Number(numAffectedRows)
  }
  const isMeasured = sql`sensor_id = any(${sensors}::uuid[])`
  for (const table of measured) while ((await removeSome(db, table, isMeasured, rowsPerPiece)) > 0);
  return removed
}
