/**
 * What is due, for many jobs in one query. Most sweeps find nothing: each on its own would take a transaction a second,
 * and all of them together kept an idle server busy (docs/decisions/0162).
 */
import { sql } from 'kysely'
import { statement } from '../db/statement.ts'
import type { Db } from '../db/transaction.ts'
import type { FirstDue, Job } from './job.ts'

/** For a job whose due time is in the tables. */
export const dueFrom = (firstDue: FirstDue) => ({
  firstDue,
  async nextDue({ db }: { readonly db: Db }): Promise<Date | undefined> {
    const { rows } = await sql<{ at: Date | null }>`select (${firstDue}) as at`.execute(db)
    return rows[0]?.at ?? undefined
  },
})

/** Returns the names of the jobs that have something due. */
export function dueReader(jobs: readonly Job[]): (db: Db, now: Date) => Promise<ReadonlySet<string>> {
  const asked = jobs.flatMap(({ name, firstDue }) => (firstDue ? [{ name, firstDue }] : []))
  if (asked.length === 0) return async () => new Set()
  const read = statement((_: Db, { now }: { now: Date }) => {
    const columns = asked.map(({ name, firstDue }) => sql`(${firstDue}) <= moment.now as ${sql.id(name)}`)
    return sql<Record<string, boolean | null>>`
      select ${sql.join(columns)} from (values (${now}::timestamptz)) as moment (now)`
  })
  return async (db, now) => {
    const [due = {}] = await read(db, { now })
    return new Set(Object.keys(due).filter((name) => due[name]))
  }
}
