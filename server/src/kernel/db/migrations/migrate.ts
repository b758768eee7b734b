/**
 * Forward-only SQL files, each run once, under a lock, while older nodes run (docs/decisions/0073). A changed old file
 * is refused.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { hostUrls, openPrimary } from '../hosts.ts'
import { indexBuiltBy, listMigrations, type Migration, sqlOnCluster } from './migrations.ts'

/** Held while the schema changes. */
export const migrationLock = 7_229_001
export const migrationsTable =
  'create table if not exists migrations (name text primary key, digest text not null, needs text)'
const oldestServer = 150_000

/**
 * Everyone who uses a table queues behind a migration that waits for it. So it waits only for a moment, lets the others
 * pass, and tries again.
 */
const lockMs = 250
/** Longer each time, because a busy installation may never be quiet for a moment; others give up after two seconds. */
const lockMsMax = 1_500
const waitingFor = (milliseconds: number) => `set lock_timeout = ${milliseconds}`
const pauseMsMax = 3_000
/** Longer than a backup of a large database holds a table. */
const usualPatienceMs = 30 * 60_000

interface Options {
  readonly known?: readonly Migration[]
  readonly patienceMs?: number
  readonly say?: (sentence: string) => void
  /** Before each one: which of how many. */
  readonly onMigration?: (name: string, number: number, of: number) => void
}

/** Returns the names of the migrations that were run. */
export async function migrate(url: string, options: Options = {}): Promise<readonly string[]> {
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
    // The role may have a statement deadline, which no index build would meet.
    await client.query('set statement_timeout = 0')
    return await runPending(client, options)
  } finally {
    await client.end()
  }
}

/** Says where and why, without the password. */
function explainRefusal(url: string, { code = '', message }: { code?: string; message: string }): string {
  // The embedded database's address names a socket, which is not a web address.
  const urls = hostUrls(url).filter((one) => URL.canParse(one))
  const { pathname = '' } = urls[0] ? new URL(urls[0]) : {}
  const host = urls.map((one) => new URL(one).host).join(', ')
  const where = host ? `The database ${pathname.slice(1)} at ${host}` : 'The embedded database'
  if (code.startsWith('28')) return `${where} refuses the user or password. Check WAYMARK_DATABASE_URL.`
  if (code === '3D000') return `${where} does not exist. Create it, or check WAYMARK_DATABASE_URL.`
  return `${where} is not responding (${code || message}). Start it, or check WAYMARK_DATABASE_URL.`
}

/** Polled: waiting for the lock would deadlock with index builds that wait for all transactions. */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [migrationLock])
    if (rows[0].mine) return
    await wait(100)
  }
}

async function runPending(client: pg.Client, options: Options): Promise<readonly string[]> {
  const { known = listMigrations(), say = () => {} } = options
  const done = await patiently(client, 'The list of migrations', options, () => readDone(client))
  refuseTooNew(done, known, say)
  const run: string[] = []
  const pending = known.filter(({ name }) => !done.some((one) => one.name === name)).length
  for (const migration of known) {
    const before = done.find(({ name }) => name === migration.name)
    if (before?.digest === migration.digest) continue
    if (before) {
      throw new Error(`The migration ${migration.name} was changed after it ran here. Put back its original text.`)
    }
    options.onMigration?.(migration.name, run.length + 1, pending)
    await patiently(client, `The migration ${migration.name}`, options, () => runOne(client, migration))
    run.push(migration.name)
  }
  return run
}

interface Done {
  readonly name: string
  readonly digest: string
  readonly needs: string | null
}

async function readDone(client: pg.Client): Promise<readonly Done[]> {
  await client.query(migrationsTable)
  // Checked first: the change needs a lock, and a backup could block it for long.
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'needs'",
  )
  if (rowCount === 0) await client.query('alter table migrations add column needs text')
  return (await client.query<Done>('select name, digest, needs from migrations')).rows
}

/** What a newer version has added does no harm; what it has removed does, unless this version does not need it. */
function refuseTooNew(done: readonly Done[], known: readonly Migration[], say: (sentence: string) => void): void {
  const isKnown = (wanted: string) => known.some(({ name }) => name === wanted)
  const newer = done.filter(({ name }) => !isKnown(name))
  const missing = newer.filter(({ needs }) => needs !== null && !isKnown(needs))
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ')
    throw new Error(
      `A newer Waymark has removed what this version needs (${names}). Start a newer version, or restore a backup.`,
    )
  }
  if (newer.length > 0) say(`The database was migrated by a newer Waymark. Upgrade this node too.`)
}

async function patiently<T>(client: pg.Client, what: string, options: Options, work: () => Promise<T>): Promise<T> {
  const { patienceMs = usualPatienceMs, say = () => {} } = options
  const end = performance.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(waitingFor(Math.min(lockMsMax, lockMs * attempt)))
      return await work()
    } catch (error) {
      const { message } = error as Error
      if (!isInTheWay(error) || performance.now() > end) throw new Error(`${what} failed: ${message}`, { cause: error })
      if (attempt === 1) say(`${what} waits. ${await explainWait(client, error as Error)}`)
      await wait(Math.min(pauseMsMax, 200 * attempt) * (0.5 + Math.random()))
    }
  }
}

const olderNodes = 'WMOLD'
/** Someone holds the table, the transaction lost a deadlock, or an older node still runs. */
const isInTheWay = (error: unknown) => ['55P03', '40P01', olderNodes].includes((error as { code?: string }).code ?? '')

/** Nodes that still use what this migration removes must have ended. */
async function refuseWithOlderNodes(client: pg.Client, { needs }: Migration): Promise<void> {
  if (needs === undefined) return
  const { rows } = await client.query(
    `select count(*)::int as count from nodes
     where seen_at > now() - interval '2 minutes' and (knows is null or knows < $1)`,
    [needs],
  )
  if (rows[0].count === 0) return
  const sentence = `Nodes of an older version are still running (${rows[0].count}). Upgrade them step by step, or stop them.`
  throw Object.assign(new Error(sentence), { code: olderNodes })
}

/** Names the most likely blocker by its process id, so that an operator can inspect or end it. */
async function explainWait(client: pg.Client, error: Error): Promise<string> {
  if ((error as { code?: string }).code === olderNodes) return error.message
  const { rows } = await client.query(
    `select pid, application_name, extract(epoch from now() - xact_start)::int as seconds from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`,
  )
  const [oldest] = rows
  if (!oldest) return 'Its tables are in use.'
  const { pid, application_name: name, seconds } = oldest
  return `Its tables are in use. The oldest transaction is that of process ${pid} (${name || 'unnamed'}), ${seconds} s old.`
}

async function runOne(client: pg.Client, migration: Migration): Promise<void> {
  const { name, digest, needs = null, apart } = migration
  await refuseWithOlderNodes(client, migration)
  if (apart) await runApart(client, apart)
  await client.query('begin')
  try {
    if (!apart) await client.query((await isOnCluster(client)) ? sqlOnCluster(migration) : migration.sql)
    await client.query('insert into migrations (name, digest, needs) values ($1, $2, $3)', [name, digest, needs])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** There a table has replaced a view (migration 0094). */
async function isOnCluster(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_class where oid = to_regclass('unit_heard') and relkind = 'r'",
  )
  return rowCount !== 0
}

/** These wait for others as long as it takes, and nobody waits for them. An interrupted file starts over. */
async function runApart(client: pg.Client, statements: readonly string[]): Promise<void> {
  await client.query(waitingFor(0))
  for (const statement of statements) {
    const index = indexBuiltBy(statement)
    if (index && (await isBroken(client, index))) await client.query(`drop index concurrently ${index}`)
    await client.query(statement)
  }
}

async function isBroken(client: pg.Client, index: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  return rowCount !== 0
}
