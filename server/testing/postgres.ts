/**
 * One PostgreSQL for a whole test run, and a fresh database for every test file that asks.
 * `node --test --test-global-setup=server/testing/postgres.ts` starts it once; a test file run by hand gets its own.
 */
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { removeEmbedded, startEmbedded } from '#kernel/db/embedded.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { distributeTables, isDistributed, joinServers, serversOf } from './cluster.ts'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

interface OwnServer {
  readonly url: string
  stop(): Promise<void>
}

// How the process with the global setup tells the processes of the test files, which inherit its environment.
const adminVariable = 'WAYMARK_TEST_ADMIN_URL'
const templateVariable = 'WAYMARK_TEST_TEMPLATE'
const folderPrefix = 'waymark-test-'

let own: Promise<OwnServer> | undefined
let prepared: Promise<string> | undefined

/** Called by node:test once, before the first test file. */
export async function globalSetup(): Promise<void> {
  process.env[adminVariable] = await adminUrl()
  process.env[templateVariable] = await prepareTemplate(migrate)
}

/** Called by node:test once, after the last test file. */
export async function globalTeardown(): Promise<void> {
  // The operator's own server stays, so what we made in it must go; ours goes as a whole.
  const [server, template] = [await own, await prepared]
  if (server) await server.stop()
  else if (template) await dropDatabase(template)
}

/** Makes the database that others are cloned from. Once per run: later calls return the same name at once. */
export function prepareTemplate(build: (url: string) => Promise<unknown>): Promise<string> {
  prepared ??= makeTemplate(build)
  return prepared
}

/** A database of one's own, a copy of the template: by default the migrated one. */
export async function createDatabase(template?: string): Promise<TestDatabase> {
  const source = template ?? process.env[templateVariable] ?? (await prepareTemplate(migrate))
  const name = randomName('test')
  // Copying files is twice as fast as logging every page when several test files ask at once. It forces a checkpoint,
  // which costs nothing on our own server and much on an operator's, where the default is left.
  const strategy = process.env.WAYMARK_TEST_DATABASE_URL ? '' : 'strategy file_copy'
  await asAdmin(`create database ${name} template ${source} ${strategy}`)
  return { url: await urlTo(name), drop: () => dropDatabase(name) }
}

async function makeTemplate(build: (url: string) => Promise<unknown>): Promise<string> {
  const name = randomName('template')
  await asAdmin(`create database ${name}`)
  const url = await urlTo(name)
  if (isDistributed) await joinServers(await adminUrl(), url)
  await build(url)
  if (isDistributed) await distributeTables(url)
  // A database can only be copied while nobody is connected to it.
  await asAdmin(`alter database ${name} allow_connections false`)
  if (isDistributed)
    await asAdmin(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
  return name
}

/** An autovacuum worker inside the database may not be ended by us, so the drop is refused until it has left. */
async function dropDatabase(name: string, attempts = 50): Promise<void> {
  try {
    await asAdmin(`drop database if exists ${name} with (force)`)
  } catch (error) {
    const isOccupied = ['42501', '55006'].includes((error as { code?: string }).code ?? '')
    if (!isOccupied || attempts === 1) throw error
    await setTimeout(100)
    await dropDatabase(name, attempts - 1)
  }
}

const randomName = (kind: string) => `waymark_${kind}_${randomBytes(6).toString('hex')}`

/** On every server of a cluster. */
async function asAdmin(statement: string): Promise<void> {
  const url = await adminUrl()
  for (const connectionString of isDistributed ? await serversOf(url) : [url]) {
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
}

async function urlTo(database: string): Promise<string> {
  const url = new URL(await adminUrl())
  url.pathname = `/${database}`
  return url.href
}

async function adminUrl(): Promise<string> {
  const given = process.env[adminVariable] ?? process.env.WAYMARK_TEST_DATABASE_URL
  if (given) return given
  own ??= startOwn()
  return (await own).url
}

async function startOwn(): Promise<OwnServer> {
  await removeLeftBehind()
  const folder = await mkdtemp(join(tmpdir(), folderPrefix))
  // As root, PostgreSQL runs as somebody else, who must be able to enter.
  await chmod(folder, 0o755)
  const server = await startEmbedded(folder, { durable: false, log: () => {} })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= server.stop().then(() => removeEmbedded(folder))
    return stopped
  }
  // Without a global teardown nobody says when the last test is over, but nothing is left to do then. The stop gives
  // the process something to do, after which this is called again.
  process.on('beforeExit', () => void stop())
  return { url: server.url, stop }
}

/** A run that was killed leaves its folder and perhaps a server; one that still goes on owns its folder and is left. */
async function removeLeftBehind(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const folder = join(tmpdir(), name)
    // A run that is just starting has its folder a moment before it owns it.
    const isNew = await stat(folder).then(
      ({ mtimeMs }) => Date.now() - mtimeMs < 60_000,
      () => true,
    )
    if (!isNew) await removeEmbedded(folder).catch(() => {})
  }
}
