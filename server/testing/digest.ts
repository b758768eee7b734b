import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'

interface Known {
  /** What had been written when the fingerprint was taken. */
  writes: string
  digest: string
}

const known = new WeakMap<Db, Promise<Known>>()

/**
 * A fingerprint of every row of every table. What is noted a moment later does not count: requests, and last uses.
 * It is taken again only if something was written since, because reading all tables takes long.
 */
export async function digestOf(db: Db): Promise<string> {
  const last = known.get(db) ?? define(db)
  known.set(db, last)
  const found = await last
  const writes = await countWrites(db)
  if (found.writes !== writes) {
    const { rows } = await sql<{ digest: string }>`select test_digest() as digest`.execute(db)
    Object.assign(found, { writes, digest: rows[0]?.digest ?? '' })
  }
  return found.digest
}

/** Also of what was undone, and of statements that changed nothing: it only says when to look. */
async function countWrites(db: Db): Promise<string> {
  const { rows } = await sql<{ count: string }>`select last_value as count from test_writes`.execute(db)
  return rows[0]?.count ?? ''
}

async function define(db: Db): Promise<Known> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => name !== 'api_requests')
  // A function, because planning a query over all tables takes longer than running it, and a function is planned once.
  const parts = tables.map(({ name }) => {
    const line = name === 'access_tokens' ? sql`(to_jsonb(t) - 'last_used_at')::text` : sql`t::text`
    return sql`select sum(hashtextextended(${sql.lit(name)} || ${line}, 0)) as part from ${sql.table(name)} t`
  })
  const statements: RawBuilder<unknown>[] = [
    sql`create or replace function test_digest() returns text language plpgsql as $$ begin
      return (select coalesce(sum(part)::text, '') from (${sql.join(parts, sql` union all `)}) as parts);
    end $$`,
    sql`create sequence test_writes`,
    sql`create function test_wrote() returns trigger language plpgsql as $$ begin
      perform nextval('test_writes');
      return null;
    end $$`,
    ...tables.map(({ name, columns }) => {
      const counted = columns.filter((column) => column.name !== 'lastUsedAt').map((column) => sql.ref(column.name))
      const update = name === 'access_tokens' ? sql`update of ${sql.join(counted)}` : sql`update`
      return sql`create trigger test_wrote after insert or ${update} or delete or truncate on ${sql.table(name)}
        for each statement execute function test_wrote()`
    }),
  ]
  for (const statement of statements) await statement.execute(db)
  return { writes: '', digest: '' }
}
