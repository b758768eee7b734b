/** An installation that may be killed: its own process on a temporary data folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseConfig } from '#kernel/config/config.ts'
import { freePort, freePorts } from '#testing/ports.ts'

const ownRoot = join(import.meta.dirname, '../../..')
const startMs = 180_000

export interface Site {
  readonly dataFolder: string
  readonly gatewayPort: number
  readonly httpPort: number
  readonly environment: Readonly<Record<string, string>>
  start(): Promise<void>
  /** Resolves when it reports ready. */
  ready(): Promise<void>
  /** kill -9, without a clean shutdown. */
  killWaymark(): Promise<void>
  /** Its supervisor starts it again. */
  killPostgres(): void
  stop(): Promise<void>
  remove(): void
  /** How often it ended on its own. */
  crashes(): number
  pid(): number | undefined
}

export interface SiteOptions {
  /** A bug that the run must find. */
  readonly planted?: 'ack-early' | 'forgetful' | 'quarantine-all' | 'send-first'
  /** A file with the milliseconds by which the clock of its process is ahead. */
  readonly clockFile?: string
  readonly settings?: Readonly<Record<string, string>>
  /** Where its code is; by default this clone. */
  readonly root?: string
}

export async function aSite(options: SiteOptions = {}): Promise<Site> {
  const { planted, clockFile, settings = {}, root = ownRoot } = options
  const dataFolder = mkdtempSync(join(tmpdir(), 'waymark-chaos-'))
  const [httpPort, gatewayPort] = [await freePort(), await freePorts()]
  const environment = {
    WAYMARK_DATA: dataFolder,
    WAYMARK_HTTP_PORT: String(httpPort),
    WAYMARK_GATEWAY_PORT: String(gatewayPort),
    WAYMARK_GATEWAY_UNIT_RATE: '100000',
    WAYMARK_GATEWAY_UNIDENTIFIED_PER_ADDRESS: '5000',
    WAYMARK_DEMO: 'off',
    WAYMARK_LOG: 'error',
    ...(clockFile && { CHAOS_CLOCK_FILE: clockFile }),
    ...settings,
  }
  const first = [...(clockFile ? ['shifted-clock.mjs'] : []), ...(planted ? [`../planted/${planted}.mjs`] : [])]
  const loaded = first.flatMap((file) => ['--import', join(import.meta.dirname, file)])
  let child: ChildProcess | undefined
  let isMeant = false
  let crashes = 0
  async function start(): Promise<void> {
    const started = spawn(process.execPath, [...loaded, 'server/src/entry/main.ts'], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child = started
    isMeant = false
    started.once('exit', () => {
      if (isMeant) return
      crashes += 1
      void start()
    })
    await ready()
  }
  async function ready(): Promise<void> {
    const deadline = Date.now() + startMs
    while (!(await isReady(httpPort))) {
      if (Date.now() > deadline) throw new Error('Waymark did not become ready.')
      await wait(50)
    }
  }
  return {
    dataFolder,
    gatewayPort,
    httpPort,
    environment,
    start,
    ready,
    async killWaymark() {
      if (!child || child.exitCode !== null) return
      isMeant = true
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    killPostgres() {
      try {
        const pid = Number(readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
        if (pid > 1) process.kill(pid, 'SIGKILL')
      } catch {
        // It is down already.
      }
    },
    async stop() {
      if (!child || child.exitCode !== null) return
      isMeant = true
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
    crashes: () => crashes,
    pid: () => child?.pid,
    remove: () => rmSync(dataFolder, { recursive: true, force: true }),
  }
}

export const configOf = ({ environment }: Site) => parseConfig(environment)

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
