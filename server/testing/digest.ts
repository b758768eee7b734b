import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'

/** A fingerprint of every row of every table. What is noted a moment later does not count: requests, and last uses. */
export async function digestOf(db: Db): Promise<string> {
  const parts = (await tablesOf(db)).map((name) => {
    const line = name === 'access_tokens' ? sql`(to_jsonb(t) - 'last_used_at')::text` : sql`t::text`
    return sql`select sum(hashtextextended(${sql.lit(name)} || ${line}, 0)) as part from ${sql.table(name)} t`
  })
  const { rows } = await sql<{ digest: string }>`
    select sum(part)::text as digest from (${sql.join(parts, sql` union all `)}) as parts`.execute(db)
  return rows[0]?.digest ?? ''
}

const known = new WeakMap<Db, readonly string[]>()

async function tablesOf(db: Db): Promise<readonly string[]> {
  const names =
    known.get(db) ??
    (await db.introspection.getTables()).map(({ name }) => name).filter((name) => name !== 'api_requests')
  known.set(db, names)
  return names
}
