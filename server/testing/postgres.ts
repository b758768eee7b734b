/**
 * One PostgreSQL for a whole test run, and a fresh database for every test file that asks. `node --test
 * --test-global-setup=server/testing/postgres.ts` starts it once; a test file run alone gets its own.
 */
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { removeEmbedded, startEmbedded } from '#kernel/db/embedded/embedded.ts'
import { migrate } from '#kernel/db/migrations/migrate.ts'
import { distributeTables, isDistributed, joinServers, serversOf } from './cluster.ts'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

interface OwnServer {
  readonly url: string
  stop(): Promise<void>
}

// How the process with the global setup informs the processes of the test files, which inherit its environment.
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
  // The operator's own server stays, so our databases must be removed; our own server is removed as a whole.
  const [server, template] = [await own, await prepared]
  if (server) await server.stop()
  else if (template) await dropDatabase(template)
}

/** Creates the database that others are cloned from. Once per run: later calls return the same name at once. */
export function prepareTemplate(build: (url: string) => Promise<unknown>): Promise<string> {
  prepared ??= makeTemplate(build)
  return prepared
}

/** A separate database, copied from a template: by default the migrated one. */
export async function createDatabase(template?: string): Promise<TestDatabase> {
  const source = template ?? process.env[templateVariable] ?? (await prepareTemplate(migrate))
  const name = randomName('test')
  // Copying files is twice as fast as logging every page when several test files ask at once. It forces a checkpoint,
  // which is cheap on our own server and expensive on an operator's, where the default is used.
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

/** We may not end an autovacuum worker inside the database, so the drop is refused until it has left. */
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
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755)
  const server = await startEmbedded(folder, { durable: false, log: () => {} })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= server.stop().then(() => removeEmbedded(folder))
    return stopped
  }
  // Without a global teardown nothing signals the end of the last test, but then the process runs out of work. Stopping
  // gives it work again, after which this is called once more.
  process.on('beforeExit', () => void stop())
  return { url: server.url, stop }
}

/** A killed run leaves its folder and perhaps a server; a run in progress owns its folder and is left alone. */
async function removeLeftBehind(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const folder = join(tmpdir(), name)
    // A run that is just starting creates its folder a moment before it owns it.
    const isNew = await stat(folder).then(
      ({ mtimeMs }) => Date.now() - mtimeMs < 60_000,
      () => true,
    )
    if (!isNew) await removeEmbedded(folder).catch(() => {})
  }
}
