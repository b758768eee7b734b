import { CamelCasePlugin, Kysely, PostgresDialect, type QueryResult, type UnknownRow } from 'kysely'
import pg from 'pg'
import { HostList, hostUrls, readOnly, requireWritable } from './hosts.ts'
import { PreparingClient } from './prepare.ts'
import type { DB } from './tables.ts'
import { toDate } from './time.ts'
import type { Db } from './transaction.ts'

/** Our bigints are ids and counters, all within the safe range of a JavaScript number. */
function toSafeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is too large for a number.`)
  return value
}

pg.types.setTypeParser(pg.types.builtins.INT8, toSafeNumber)
/** `bigint[]`, which `pg` has no name for. */
const int8Array = 1016 as typeof pg.types.builtins.INT8
const toTexts = pg.types.getTypeParser(int8Array) as (text: string) => (string | null)[]
pg.types.setTypeParser(int8Array, (text: string) => toTexts(text).map((one) => one && toSafeNumber(one)))
// A date is a calendar day: as a Date it would shift by the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, toDate)

export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** How to connect to each database, and the other servers of its cluster. */
interface Origin {
  readonly url: string
  readonly options: Options
  readonly siblings: Set<Database>
}
const origins = new WeakMap<Db, Origin>()

/**
 * With the same login, to another server of the same cluster; closed with this one at the latest. Undefined: it is
 * unknown how this one was connected.
 */
export function connectToSibling(db: Db, host: string, port: number, connectionsMax: number): Database | undefined {
  const origin = origins.get(db)
  const [first = ''] = origin ? hostUrls(origin.url) : []
  if (!origin || !URL.canParse(first)) return undefined
  const url = new URL(first)
  url.hostname = host
  url.port = String(port)
  for (const name of ['host', 'port', 'target_session_attrs']) url.searchParams.delete(name)
  const opened = connect(url.href, connectionsMax, { ...origin.options, isPrimary: true })
  const database = {
    ...opened,
    close: async () => {
      if (origin.siblings.delete(database)) await opened.close()
    },
  }
  origin.siblings.add(database)
  return database
}

/** Only for names in queries: the client names the columns of rows, which builds each row once, not twice. */
class CamelCaseQueries extends CamelCasePlugin {
  override transformResult = async ({ result }: { result: QueryResult<UnknownRow> }) => result
}

/** Every statement has a deadline, so that no request waits for ever on a database that is down, slow or locked. */
const deadlines = { statement_timeout: 10_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 30_000 }
const settingDeadlines = (command: string) =>
  Object.entries(deadlines).map(([name, milliseconds]) => `${command} ${name} = ${milliseconds}`)

/** Set after connecting: a pooler refuses a connection that asks for them in its first message, as `pg` would. */
const perSession = [
  ...settingDeadlines('set'),
  // As the times and numbers of rows in text are read, whatever was set for the role or the database.
  "set datestyle = 'ISO, YMD'",
  'set extra_float_digits = 1',
].join(';')
const perTransaction = settingDeadlines('set local')

interface Options {
  readonly name?: string
  /** A pooler may run each transaction in another session of PostgreSQL, so nothing may be left in one. */
  readonly isPooled?: boolean
  /** A read-only server is not used, even if it is the only one. */
  readonly isPrimary?: boolean
  /** Called after each statement, for traces. */
  readonly onStatement?: (sql: string, milliseconds: number, isFailed: boolean) => void
}

export function connect(url: string, connectionsMax = 10, options: Options = {}): Database {
  const { name = 'waymark', isPooled = false, isPrimary = false, onStatement } = options
  const hosts = new HostList(url)
  const pool = new FailoverPool(hosts, {
    Client: clientFor(hosts, isPooled),
    max: connectionsMax,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    query_timeout: 15_000,
    keepAlive: true,
    application_name: name,
    async onConnect(client) {
      if (!isPooled) await client.query(perSession)
      if (isPrimary || hosts.length > 1) await requireWritable(client)
    },
  })
  // The pool replaces a broken connection, and the query on it fails. Without these listeners, a connection that breaks
  // while idle, or between two statements of a transaction, would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCaseQueries()],
    ...(onStatement && {
      log: ({ level, query, queryDurationMillis }) => onStatement(query.sql, queryDurationMillis, level === 'error'),
    }),
  })
  const siblings = new Set<Database>()
  origins.set(db, { url, options, siblings })
  const close = async () => {
    await Promise.all([...siblings].map((one) => one.close()))
    await db.destroy()
    // Kysely does not end a pool that it has never used.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
}

/** The class of the pool's connections: each connects to the host in use at that moment. */
const clientFor = (hosts: HostList, isPooled: boolean) =>
  class extends PreparingClient {
    readonly url: string

    constructor(options: pg.ClientConfig = {}) {
      const url = hosts.current
      super({ ...options, connectionString: url }, isPooled ? { perTransaction } : {})
      this.url = url
    }
  }

/** Tries the next host if one does not answer or is read-only. */
class FailoverPool extends pg.Pool {
  readonly #hosts: HostList

  constructor(hosts: HostList, options: pg.PoolConfig) {
    super(options)
    this.#hosts = hosts
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg.
  override connect(done?: any): any {
    const connecting = this.#connectToAny()
    if (!done) return connecting
    connecting.then(
      (client) => done(undefined, client, client.release),
      (error) => done(error, undefined, () => {}),
    )
  }

  async #connectToAny(): Promise<pg.PoolClient> {
    for (let left = this.#hosts.length - 1; ; left--) {
      const url = this.#hosts.current
      try {
        return await super.connect()
      } catch (error) {
        if (!isUnavailable(error)) throw error
        this.#hosts.moveOnFrom(url)
        if (left === 0) throw error
      }
    }
  }
}

/**
 * 25006: read-only, as a standby or a fenced primary. 55P03 and 57014: another transaction blocked us for too long.
 * 58030: its disk fails. The last two: we have no descriptor left to connect with.
 */
const unavailableCodes: ReadonlySet<string> = new Set([
  ...[readOnly, '55P03', '57014', '58030'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'],
  ...['EAI_AGAIN', 'EMFILE', 'ENFILE'],
])

/** True if the database is unavailable, full, read-only or blocked by others; false if the statement was wrong. */
export function isUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    /^(08|40|53|57P)/.test(code) ||
    unavailableCodes.has(code) ||
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/.test(message)
  )
}

/** The name of the unique constraint that an insert or update violated, if it did. */
export function brokenRule(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' || code === '23503' ? constraint : undefined
}

/** True if a value does not fit its column: text instead of a number, a number out of range. */
export const isUnfit = (error: unknown): boolean => /^22/.test((error as { code?: string }).code ?? '')
