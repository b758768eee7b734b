/** The database as every store sees it, and the one way to change several rows in one transaction. */
import type { Kysely, Transaction } from 'kysely'
import { isOutdated } from './outdated.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>

/** The database that a transaction began on. */
const roots = new WeakMap<Db, Db>()

/** For what need not be read within the transaction. */
export const outsideOf = (db: Db): Db => roots.get(db) ?? db

const triesMax = 5

/**
 * Another transaction was in the way, a random id was taken, or a table has new columns: a repetition may succeed. Rows
 * that have been deleted since are then not found.
 */
function isWorthRepeating(error: unknown): boolean {
  const { code = '', constraint = '' } = error as { code?: string; constraint?: string }
  return (
    ['40001', '40P01', '23503'].includes(code) ||
    (code === '23505' && constraint.endsWith('_pkey')) ||
    isOutdated(error)
  )
}

/**
 * Runs `work` with the same context and another `db`. Inside another transaction it joins that one, so actions compose
 * and roll back together. A serialization failure or deadlock repeats the whole transaction, so nothing but SQL may
 * happen inside.
 */
export async function inTransaction<C extends { readonly db: Db }, R>(
  ctx: C,
  work: (ctx: C) => Promise<R>,
): Promise<R> {
  if (ctx.db.isTransaction) return work(ctx)
  for (let tries = 1; ; tries++) {
    try {
      return await ctx.db.transaction().execute((db: Transaction<DB>) => {
        roots.set(db, ctx.db)
        return work({ ...ctx, db })
      })
    } catch (error) {
      if (tries >= triesMax || !isWorthRepeating(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * tries))
    }
  }
}
