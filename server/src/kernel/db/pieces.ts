/** The one way to delete large amounts: in pieces that end long before the deadline of a statement. */
import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { DB } from './tables.ts'
import type { Db } from './transaction.ts'

/** Rows per piece, as long as a piece is quick. */
export const rowsPerPiece = 5_000
const pieceMs = 500
/** Then other jobs get their turn; the rest waits for the next run. */
const turnMs = 1_000
const restMs = 5
const tookTooLong = '57014'

export interface Turn {
  readonly removed: number
  /** Nothing is left. */
  readonly isDone: boolean
}

/**
 * Deletes until a piece finds nothing, or the turn is over. A piece that takes too long is followed by smaller ones.
 */
export async function removeInPieces(remove: (most: number) => Promise<number>): Promise<Turn> {
  const began = performance.now()
  let most = rowsPerPiece
  for (let removed = 0; ; await wait(restMs)) {
    const before = performance.now()
    try {
      const now = await remove(most)
      removed += now
      if (now === 0) return { removed, isDone: true }
    } catch (error) {
      // Rolled back as a whole, so fewer may succeed; a single row that takes so long is another problem.
      if ((error as { code?: string }).code !== tookTooLong || most === 1) throw error
      most = Math.ceil(most / 10)
      continue
    }
    if (performance.now() - began > turnMs) return { removed, isDone: false }
    if (performance.now() - before > pieceMs) most = Math.ceil(most / 2)
  }
}

/** Deletes at most this many rows for which `isOver` holds, and returns how many. It needs an index for them. */
export async function removeSome(db: Db, table: keyof DB, isOver: RawBuilder<unknown>, most: number): Promise<number> {
  // Checked twice: a row that was changed meanwhile stays.
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ${isOver} and ctid = any(array(
      select ctid from ${sql.table(table)} where ${isOver} limit ${most}))`.execute(db)
  return Number(numAffectedRows)
}
