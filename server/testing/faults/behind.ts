/**
 * Two transactions in a fixed order: the second has read the old state before the first commits, and then waits for it.
 */
import { sql, type Transaction } from 'kysely'
import type { DB } from '#kernel/db/tables.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { until } from '../until.ts'

const isAnybodyWaiting = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

/** The result of `second`, whether or not it waits for what `first` holds. */
export async function behind<T>(
  db: Db,
  first: (db: Transaction<DB>) => Promise<unknown>,
  second: () => Promise<T>,
): Promise<T> {
  let result: Promise<T> | undefined
  await db.transaction().execute(async (held) => {
    await first(held)
    let isThrough = false
    result = second().finally(() => {
      isThrough = true
    })
    await until('the second, done or waiting', async () => isThrough || isAnybodyWaiting(db))
  })
  return result as Promise<T>
}
