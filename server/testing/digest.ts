import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'

/** A fingerprint of every row of every table. What is noted a moment later does not count: requests, and last uses. */
export async function digestOf(db: Db): Promise<string> {
  const known = defined.get(db) ?? define(db)
  defined.set(db, known)
  await known
  const { rows } = await sql<{ digest: string }>`select test_digest() as digest`.execute(db)
  return rows[0]?.digest ?? ''
}

const defined = new WeakMap<Db, Promise<unknown>>()

/** As a function, because planning a query over all tables takes longer than running it, and a function is planned once. */
async function define(db: Db): Promise<unknown> {
  const names = (await db.introspection.getTables()).map(({ name }) => name).filter((name) => name !== 'api_requests')
  const parts = names.map((name) => {
    const line = name === 'access_tokens' ? sql`(to_jsonb(t) - 'last_used_at')::text` : sql`t::text`
    return sql`select sum(hashtextextended(${sql.lit(name)} || ${line}, 0)) as part from ${sql.table(name)} t`
  })
  return sql`
    create or replace function test_digest() returns text language plpgsql as $$ begin
      return (select coalesce(sum(part)::text, '') from (${sql.join(parts, sql` union all `)}) as parts);
    end $$`.execute(db)
}
