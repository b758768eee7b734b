/** Restores a backup into a database, completely or not at all, and verifies it before committing. */
import type pg from 'pg'
import { migrate, migrationLock, migrationsTable } from '../db/migrations/migrate.ts'
import { listMigrations, sqlInTransaction } from '../db/migrations/migrations.ts'
import type { Secrets } from './cipher.ts'
import { copyIn, copyOut } from './copy.ts'
import { digester } from './digest.ts'
import type { Closing, Opening, TableHead } from './format.ts'
import type { ReadOptions } from './options.ts'
import { readTables, verifyBackup } from './read.ts'
import { copyInStatement, copyOutStatement, listTables, openClient, quote, settingsOfCopy } from './schema.ts'
import { type Source, sourceOf } from './source.ts'

export interface Restored {
  readonly opening: Opening
  readonly closing: Closing
  /** Migrations that the backup did not have yet. */
  readonly migrations: readonly string[]
}

export type Query = (statement: string) => Promise<readonly Record<string, unknown>[]>

export interface RestoreOptions extends ReadOptions {
  readonly isReplacing: boolean
  /** False: tables stay as in the backup, for the version that made it. */
  readonly isMigrating?: boolean
  /** Changes the restored rows in the same transaction. Tables are as in the backup, before newer migrations. */
  readonly beforeCommit?: (query: Query) => Promise<void>
}

/** Everything that can be checked before a database is touched. `fingerprint` belongs to the key in `keyFile`, if any. */
export async function checkBackup(
  from: string | Source,
  fingerprint: string | undefined,
  keyFile: string,
  passphrase?: Secrets,
): Promise<Opening> {
  const file = sourceOf(from).name
  const opening = await verifyBackup(from, passphrase)
  const known = new Map(listMigrations().map(({ name, digest }) => [name, digest]))
  const newer = opening.migrations.filter(({ name }) => !known.has(name))
  if (newer.length > 0) {
    const names = newer.map(({ name }) => name).join(', ')
    throw new Error(
      `${file} was made by a newer Waymark (it has ${names}). Restore it with that version or a later one.`,
    )
  }
  const other = opening.migrations.find(({ name, digest }) => known.get(name) !== digest)
  if (other)
    throw new Error(
      `${file} was made by a different Waymark: its migration ${other.name} is not the same. Restore it with that Waymark.`,
    )
  if (opening.fingerprint !== fingerprint) {
    const found = fingerprint === undefined ? `there is no ${keyFile}` : `${keyFile} is the key ${fingerprint}`
    throw new Error(
      `${file} was made with the key ${opening.fingerprint}, and ${found}. Without its own key the secrets inside ` +
        'cannot be read: put the master.key there that was kept with the backup.',
    )
  }
  return opening
}

export async function restoreBackup(
  url: string,
  file: string | Source,
  opening: Opening,
  { isReplacing, isMigrating = true, beforeCommit, ...options }: RestoreOptions,
): Promise<Restored> {
  const client = await openClient(url, options.signal)
  let closing: Closing
  try {
    await refuseOthers(client)
    await client.query('begin')
    await client.query(settingsOfCopy)
    await refuseFull(client, isReplacing)
    closing = await replaceAll(client, file, opening, options)
    await beforeCommit?.(async (statement) => (await client.query(statement)).rows)
    await client.query('commit')
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason
    // Our own sentences carry no code; those of PostgreSQL or the file system do.
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new Error(`The backup could not be restored (${message}). The database is unchanged.`, { cause: error })
  } finally {
    await client.end()
  }
  return { opening, closing, migrations: isMigrating ? await migrate(url) : [] }
}

/** A running server would continue with cached old rows; one that starts now waits for the lock. */
async function refuseOthers(client: pg.Client): Promise<void> {
  const { rows: others } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name = 'waymark' and pid <> pg_backend_pid()`,
  )
  if (others.length > 0) throw new Error('Waymark is running on this database. Stop it, then restore.')
  const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [migrationLock])
  if (!rows[0].mine) throw new Error('Another command is changing this database. Wait until it ends, then restore.')
}

async function refuseFull(client: pg.Client, isReplacing: boolean): Promise<void> {
  const tables = await listTables(client)
  if (tables.length === 0) return
  if (!tables.some(({ table }) => table === 'migrations')) {
    throw new Error('The database has tables that are not Waymark’s. Restore into a separate database.')
  }
  if (!isReplacing) {
    throw new Error('The database is not empty. To delete its content and restore the backup there, add --replace.')
  }
}

async function replaceAll(
  client: pg.Client,
  file: string | Source,
  opening: Opening,
  options: ReadOptions,
): Promise<Closing> {
  await dropAll(client)
  await client.query(migrationsTable)
  const known = new Map(listMigrations().map((migration) => [migration.name, sqlInTransaction(migration)]))
  for (const { name } of opening.migrations) await client.query(known.get(name) ?? '')
  const tables = await listTables(client)
  const keys = await dropForeignKeys(client)
  // Migrations may have inserted rows that are in the backup too.
  await client.query(`truncate ${tables.map(({ table }) => quote(table)).join(', ')}`)
  const heads: TableHead[] = []
  const closing = await readTables(file, options, async (head, rows) => {
    heads.push(head)
    await copyIn(client, copyInStatement(head), rows)
  })
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${quote(table)} add constraint ${quote(name)} ${definition}`)
  }
  for (const { name, last, isCalled } of closing.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quote(name), last, isCalled])
  }
  await compare(client, heads, closing)
  await client.query('analyze')
  return closing
}

/** Everything in our schema, except what belongs to extensions. */
async function dropAll(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    with ours as (
      select c.oid, 1 as turn, case c.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
        c.oid::regclass::text as name
      from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      union all
      select c.oid, 2, 'sequence', c.oid::regclass::text
      from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S'
      union all
      select p.oid, 3, 'routine', p.oid::regprocedure::text from pg_proc p where p.pronamespace = current_schema()::regnamespace
      union all
      select t.oid, 4, 'type', t.oid::regtype::text from pg_type t left join pg_class c on c.oid = t.typrelid
      where t.typnamespace = current_schema()::regnamespace and (t.typtype in ('e', 'd', 'r') or c.relkind = 'c'))
    select kind, name from ours
    where not exists (select from pg_depend d where d.objid = ours.oid and d.deptype = 'e') order by turn`)
  for (const { kind, name } of rows) await client.query(`drop ${kind} if exists ${name} cascade`)
}

/** Added back together after the rows: faster to check, and the order of tables does not matter. */
async function dropForeignKeys(client: pg.Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = current_schema()::regnamespace`)
  for (const { table, name } of rows) {
    await client.query(`alter table ${quote(table)} drop constraint ${quote(name)}`)
  }
  return rows
}

/** What PostgreSQL returns now must equal what it returned then. */
async function compare(client: pg.Client, tables: readonly TableHead[], closing: Closing): Promise<void> {
  for (const head of tables) {
    const digest = digester()
    await copyOut(client, copyOutStatement(head), (row) => void digest.add(row))
    const wanted = closing.tables.find(({ name }) => name === head.table)
    if (wanted?.digest !== digest.result().digest) {
      throw new Error(`The table ${head.table} was not restored as it is in the backup. The database is unchanged.`)
    }
  }
}
