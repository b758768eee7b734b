/** A whole installation for a bench: durable embedded PostgreSQL in a temporary folder, and the real server process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { protocolByName, spoken } from '@waymark/devices'
import { openForCommand } from '#entry/installation.ts'
import { parseConfig } from '#kernel/config/config.ts'
import type { Context } from '#kernel/context.ts'
import { startEmbedded } from '#kernel/db/embedded/embedded.ts'
import type { Say } from './bench.ts'

export interface Site {
  readonly databaseUrl: string
  readonly port: number
  /** Where Teltonika trackers connect. */
  readonly trackerPort: number
  readonly pid: number
  /** Our own connection to its database, to prepare what the API has no operation for. */
  readonly ctx: Context
  readonly settings: Readonly<Record<string, string>>
  /** The database stays, for other processes. */
  stopServer(): Promise<void>
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '../..')
// Not a way around the limiter: it runs and counts as always, but its buckets are too large to run dry.
const noLimit = String(100_000_000)

export interface Special {
  readonly settings?: Readonly<Record<string, string>>
  /** Options for Node, before the program. */
  readonly nodeArguments?: readonly string[]
}

export async function openSite(say: Say, profileFolder?: string, special: Special = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-bench-'))
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const embedded = await startEmbedded(folder, { log: () => {} })
    undo.push(() => embedded.stop())
    const port = await freePort()
    const gatewayPort = await freeBlock()
    const settings = {
      WAYMARK_DATA: folder,
      WAYMARK_DATABASE_URL: embedded.url,
      WAYMARK_HTTP_PORT: String(port),
      WAYMARK_GATEWAY_PORT: String(gatewayPort),
      WAYMARK_DEMO: 'off',
      WAYMARK_LOG: 'warn',
      WAYMARK_RATE_LIMIT: noLimit,
      WAYMARK_RATE_LIMIT_ADDRESS: noLimit,
      ...special.settings,
    }
    const profiling = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []
    const server = startServer(settings, [...profiling, ...(special.nodeArguments ?? [])])
    undo.push(() => stopChild(server))
    await untilReady(server, say)
    const visit = await openForCommand(parseConfig(settings))
    undo.push(() => visit.close())
    const trackerPort = gatewayPort + protocolByName('teltonika').port
    const stopServer = () => stopChild(server)
    const { ctx } = visit
    return { databaseUrl: embedded.url, port, trackerPort, pid: server.pid as number, ctx, settings, stopServer, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function startServer(settings: Record<string, string>, nodeArguments: readonly string[]): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('WAYMARK_'))
  const server = spawn(process.execPath, [...nodeArguments, join(root, 'server/src/entry/main.ts')], {
    env: { ...Object.fromEntries(inherited), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A bench that breaks off, perhaps because nobody reads its output any more, must not leave a server behind.
  const kill = () => server.kill('SIGKILL')
  process.once('exit', kill)
  server.once('exit', () => process.off('exit', kill))
  return server
}

async function untilReady(server: ChildProcess, say: Say): Promise<void> {
  const lines = createInterface({ input: server.stdout as NonNullable<ChildProcess['stdout']> })
  for await (const line of lines) {
    if (line.startsWith('Waymark is ready')) {
      server.stdout?.resume()
      return
    }
    say(`  ${line}`)
  }
  throw new Error('The server did not start.')
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** A base whose protocols' ports are all free, below the range of outgoing connections. */
async function freeBlock(): Promise<number> {
  for (;;) {
    const base = 10_000 + Math.floor(Math.random() * 20_000)
    const taken = await Promise.allSettled([0, ...spoken.map(({ port }) => port)].map((port) => freePort(base + port)))
    if (taken.every(({ status }) => status === 'fulfilled')) return base
  }
}

async function freePort(port = 0): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return address.port
}
