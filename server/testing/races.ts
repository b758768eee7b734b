/** Makes requests meet: all are held at one lock, then released at once. */
import { type RawBuilder, sql } from 'kysely'
import { connect } from '#kernel/db/connect.ts'
import type { TestApi } from './api.ts'
import { until } from './until.ts'

export interface Starting {
  /** Resolves once this many requests wait for a lock. */
  waiting(count: number): Promise<void>
}

/**
 * Holds what `lock` selects while `work` starts its requests in the intended order, then releases it. The result of
 * `work` is not awaited here, because it cannot end before.
 */
export async function whileHolding<T>(
  { databaseUrl }: TestApi,
  lock: RawBuilder<unknown>,
  work: (starting: Starting) => Promise<readonly Promise<T>[]>,
): Promise<T[]> {
  const { db, close } = connect(databaseUrl, 2)
  try {
    const started = await db.transaction().execute(async (transaction) => {
      await lock.execute(transaction)
      return { requests: await work({ waiting: (count) => untilWaiting(db, count) }) }
    })
    return await Promise.all(started.requests)
  } finally {
    await close()
  }
}

async function untilWaiting(db: ReturnType<typeof connect>['db'], count: number): Promise<void> {
  await until(`the wait of ${count} requests for a lock`, async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return (rows[0]?.waiting ?? 0) >= count
  })
}
