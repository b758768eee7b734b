/** Forward-only SQL files, each run once, in one transaction, under a lock. A changed old file is refused. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { hostUrls, openPrimary } from './hosts.ts'

const folder = join(import.meta.dirname, '../../../migrations')
/** Held while the schema changes. */
export const migrationLock = 7_229_001
export const migrationsTable = 'create table if not exists migrations (name text primary key, digest text not null)'
const oldestServer = 150_000

interface Migration {
  readonly name: string
  readonly sql: string
  readonly digest: string
}

export function listMigrations(): readonly Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8')
      return { name, sql, digest: createHash('sha256').update(sql).digest('hex') }
    })
}

/** Returns the names of the migrations that were run. */
export async function migrate(url: string): Promise<readonly string[]> {
  const make = (connectionString: string) => new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  const client = await openPrimary(url, make).catch((error) => {
    throw new Error(explainRefusal(url, error), { cause: error })
  })
  try {
    const version = await client.query('show server_version_num')
    if (Number(version.rows[0].server_version_num) < oldestServer) {
      throw new Error('Waymark needs PostgreSQL 15 or newer. Point WAYMARK_DATABASE_URL at one.')
    }
    await lock(client)
    return await runPending(client)
  } finally {
    await client.end()
  }
}

/** Says where and why, never with what password. */
function explainRefusal(url: string, { code = '', message }: { code?: string; message: string }): string {
  // The embedded database's address names a socket, which is no web address.
  const urls = hostUrls(url).filter((one) => URL.canParse(one))
  const { pathname = '' } = urls[0] ? new URL(urls[0]) : {}
  const host = urls.map((one) => new URL(one).host).join(', ')
  const where = host ? `The database ${pathname.slice(1)} at ${host}` : 'The embedded database'
  if (code.startsWith('28')) return `${where} refuses the user or password. Check WAYMARK_DATABASE_URL.`
  if (code === '3D000') return `${where} does not exist. Create it, or check WAYMARK_DATABASE_URL.`
  return `${where} is not responding (${code || message}). Start it, or check WAYMARK_DATABASE_URL.`
}

/** Polled, not waited for: a waiting lock would deadlock with index builds that wait for all transactions. */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [migrationLock])
    if (rows[0].mine) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function runPending(client: pg.Client): Promise<readonly string[]> {
  await client.query(migrationsTable)
  const done = new Map<string, string>(
    (await client.query('select name, digest from migrations')).rows.map((row) => [row.name, row.digest]),
  )
  const known = listMigrations()
  const newer = [...done.keys()].filter((name) => !known.some((migration) => migration.name === name))
  if (newer.length > 0) {
    throw new Error(
      `The database was made by a newer Waymark (it has ${newer.join(', ')}). Start that version, or restore a backup.`,
    )
  }
  const run: string[] = []
  for (const migration of known) {
    const digest = done.get(migration.name)
    if (digest === migration.digest) continue
    if (digest !== undefined) {
      throw new Error(`The migration ${migration.name} was changed after it ran here. Put back its original text.`)
    }
    await runOne(client, migration)
    run.push(migration.name)
  }
  return run
}

async function runOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into migrations (name, digest) values ($1, $2)', [migration.name, migration.digest])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}
