import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'
import { distributedTables } from '#tracking/messages/cluster/cluster-store.ts'
import { isDistributed } from '../cluster.ts'
import { listTables } from './everywhere.ts'

interface Part {
  readonly writes: string
  readonly digest: string
}

/** On a cluster they are distributed and have no triggers, so they are read every time. */
const uncounted: readonly string[] = distributedTables

interface Known {
  /** By table. */
  readonly parts: Map<string, Part>
  /** Of all tables, at the time of the digest. */
  writes: string
  digest: string
}

const known = new WeakMap<Db, Promise<Known>>()

/**
 * A fingerprint of every row of every table. What is recorded a moment later does not count: requests, and last uses. A
 * table is read again only if something was written to it since, because reading all of them takes long. Asking each of
 * them takes long too, so one number says whether any was written to.
 */
export async function digestOf(db: Db): Promise<string> {
  const finding = known.get(db) ?? watch(db)
  known.set(db, finding)
  const found = await finding
  // Read first: writes during the reading of tables are seen next time.
  const writes = await countAllWrites(db)
  if (writes === found.writes && !isDistributed) return found.digest
  const { parts } = found
  const written = (await countWrites(db)).filter(({ table, writes }) => parts.get(table)?.writes !== writes)
  for (const { table, writes } of written) parts.set(table, { writes, digest: await digestOfTable(db, table) })
  if (isDistributed)
    for (const table of uncounted) parts.set(table, { writes: '', digest: await digestOfTable(db, table) })
  found.digest = [...parts].map(([table, { digest }]) => `${table} ${digest}`).join('\n')
  found.writes = writes
  return found.digest
}

async function digestOfTable(db: Db, table: string): Promise<string> {
  const line = table === 'access_tokens' ? sql`(to_jsonb(t) - 'last_used_at')::text` : sql`t::text`
  const { rows } = await sql<{ digest: string }>`
    select coalesce(sum(hashtextextended(${line}, 0))::text, '') as digest from ${sql.table(table)} t`.execute(db)
  return rows[0]?.digest ?? ''
}

async function countAllWrites(db: Db): Promise<string> {
  // Without `is_called` the first write would not count.
  const { rows } = await sql<{ writes: string }>`
    select concat(last_value, is_called) as writes from test_writes."*"`.execute(db)
  return rows[0]!.writes
}

/** Counts rolled-back writes and statements without effect too: it only says where to look. */
async function countWrites(db: Db): Promise<readonly { readonly table: string; readonly writes: string }[]> {
  const { rows } = await sql<{ table: string; writes: string }>`
    select sequencename as table, coalesce(last_value, 0)::text as writes
    from pg_sequences where schemaname = 'test_writes' and sequencename <> '*' order by 1`.execute(db)
  return rows
}

/** A sequence for each table counts its writes. Unlike rows, it counts at once, whatever becomes of the transaction. */
async function watch(db: Db): Promise<Known> {
  const isUncounted = (name: string) => name === 'api_requests' || (isDistributed && uncounted.includes(name))
  const tables = (await listTables(db)).filter(({ name }) => !isUncounted(name))
  await sql`create schema test_writes`.execute(db)
  await sql`create function test_writes.count() returns trigger language plpgsql as $$ begin
    perform nextval(format('test_writes.%I', tg_table_name)), nextval('test_writes."*"');
    return null;
  end $$`.execute(db)
  await sql`create sequence test_writes."*"`.execute(db)
  for (const { name } of tables) {
    await sql`create sequence ${sql.table(`test_writes.${name}`)}`.execute(db)
    await sql`create trigger count after insert or update or delete or truncate on ${sql.table(name)}
      for each statement execute function test_writes.count()`.execute(db)
  }
  return { parts: new Map(), writes: '', digest: '' }
}
