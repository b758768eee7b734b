/** A database whose n-th statement fails in a realistic way. */
import { sql } from 'kysely'
import { connect } from '#kernel/db/connect.ts'
import { until } from '../until.ts'

export const faults = ['lost before', 'lost after', 'deadlock'] as const
export type Fault = (typeof faults)[number]

export interface FaultyDatabase {
  readonly db: ReturnType<typeof connect>['db']
  /** From now on statements are counted, including begin and commit, and the n-th fails in this way. */
  arm(n: number, fault: Fault): void
  /** The result: false if there was no n-th. Waits until the server has noticed a connection that was cut. */
  disarm(): Promise<boolean>
  close(): Promise<void>
}

interface Client {
  query(...args: unknown[]): unknown
  readonly connection: { readonly stream: { destroy(): void } }
}

const codes: Readonly<Partial<Record<Fault, string>>> = { deadlock: '40P01' }

/** A cut connection keeps its locks until the server notices, which on a busy machine takes a moment. */
async function untilNobodyHolds(db: FaultyDatabase['db']): Promise<void> {
  await until('the release of all locks', async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(db)
    return rows[0]?.count === 0
  })
}

export function connectFaulty(url: string): FaultyDatabase {
  const { db, pool, close } = connect(url, 3)
  const watcher = connect(url, 1)
  let armed: { left: number; readonly fault: Fault } | undefined

  /** The connection really breaks: the server rolls back what was open on it, and what was committed stays. */
  async function goWrong(client: Client, fault: Fault, query: () => unknown): Promise<never> {
    const code = codes[fault]
    if (code) throw Object.assign(new Error(fault), { code })
    if (fault === 'lost after') await query()
    client.connection.stream.destroy()
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
  }

  pool.on('connect', (connected) => {
    const client = connected as unknown as Client
    const query = client.query.bind(client)
    client.query = (...args) => {
      // A statement calls `query` again inside the client; only the outer call is one of ours.
      const isOurs = typeof args[0] === 'string'
      if (!isOurs || !armed || --armed.left !== 0) return query(...args)
      return goWrong(client, armed.fault, () => query(...args))
    }
  })
  return {
    db,
    arm(n, fault) {
      armed = { left: n, fault }
    },
    async disarm() {
      const wentWrong = armed !== undefined && armed.left <= 0
      armed = undefined
      if (wentWrong) await untilNobodyHolds(watcher.db)
      return wentWrong
    },
    close: async () => {
      await close()
      await watcher.close()
    },
  }
}
