/**
 * Tests on a Citus cluster (`npm test -- --database <url> --distributed`). Workers use the name of the coordinator's
 * database, so test databases are created, copied and dropped on all servers alike.
 */
import pg from 'pg'
import { connect } from '#kernel/db/connect.ts'
import { silentLog } from '#kernel/runtime/log.ts'
import { distributeMessages } from '#tracking/messages/cluster/cluster.ts'

export const isDistributed = process.env.WAYMARK_TEST_DISTRIBUTED !== undefined

/** Few, because every test file must copy three tables for each. */
const shards = 4

async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

interface Address {
  readonly host: string
  readonly port: number
}

const addressesOf = (url: string): Promise<Address[]> =>
  ask(url, `select nodename as host, nodeport::integer as port from pg_dist_node where groupid > 0 order by 2`)

export function urlAt(url: string, { host, port }: Address): string {
  const other = new URL(url)
  other.hostname = host
  other.port = String(port)
  return other.href
}

let known: Promise<readonly string[]> | undefined

/** The coordinator first. `adminUrl` names a database that knows the workers. */
export function serversOf(adminUrl: string): Promise<readonly string[]> {
  known ??= addressesOf(adminUrl).then((workers) => [adminUrl, ...workers.map((worker) => urlAt(adminUrl, worker))])
  return known
}

/** Before its tables are created. */
export async function joinServers(adminUrl: string, url: string): Promise<void> {
  const workers = await addressesOf(adminUrl)
  const { hostname, port } = new URL(url)
  for (const one of [url, ...workers.map((worker) => urlAt(url, worker))]) await ask(one, 'create extension citus')
  await ask(url, `select citus_set_coordinator_host('${hostname}', ${Number(port) || 5432})`)
  for (const worker of workers) await ask(url, `select citus_add_node('${worker.host}', ${worker.port})`)
}

export async function distributeTables(url: string): Promise<void> {
  const { db, close } = connect(url, 1)
  const open = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }
  await distributeMessages({ db, log: silentLog }, open, shards, () => {}).finally(close)
}
