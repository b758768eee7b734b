/**
 * The PostgreSQL that Waymark includes: real server programs from npm, run as a supervised child process on a cluster
 * in the data folder. Linux only; elsewhere the settings must name an existing PostgreSQL.
 */
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { type Cluster, chooseIdentity, passwordFile, readPassword, writeSettings } from './embedded-cluster.ts'
import { isRunningOn, pollMs, readPostmaster, stopPatienceMs, stopProcesses } from './embedded-processes.ts'
import { findNative, reason, startProgram } from './embedded-programs.ts'

export interface EmbeddedPostgres {
  /** Ready for `pg`; stays the same when its supervisor restarts the server. */
  readonly url: string
  /** Undefined while the server is down. */
  readonly pid: () => number | undefined
  /** Ends the server gracefully and releases the data folder. May be called more than once. */
  stop(): Promise<void>
}

interface Options {
  /** Takes one sentence at a time, for the operator. */
  log(sentence: string): void
  /** False for disposable data: a failure of the machine loses it, and databases may be created. */
  durable?: boolean
}

/** Without a port: only the socket in the cluster's folder, which only its owner can enter. */
type Address = { readonly port: number | undefined }

// The kernel takes 107 bytes on Linux and fewer elsewhere; a client that adds a terminating zero needs one more.
const socketPathBytesMax = 100
const socketName = '.s.PGSQL.5432'

/**
 * Starts the cluster in `${folder}/postgres`, creating it first if there is none. Resolves when connections are
 * accepted; rejects with a sentence for the operator, and then leaves nothing running.
 */
export async function startEmbedded(folder: string, options: Options): Promise<EmbeddedPostgres> {
  const { log } = options
  const root = await openFolder(folder)
  const ownership = await takeOwnership(root)
  try {
    const data = join(root, 'postgres')
    const identity = await chooseIdentity(data)
    const native = await findNative(root, identity, log)
    const cluster: Cluster = { data, native, identity, isDurable: options.durable ?? true }
    await stopProcesses(data, log)
    const password = await readPassword(cluster, root, log)
    await writeSettings(cluster, data)
    const server = await supervise(cluster, log)
    let stopped: Promise<void> | undefined
    return {
      url: urlOf(data, password, server.address),
      pid: server.pid,
      stop: () => {
        stopped ??= server.stop().finally(ownership.release)
        return stopped
      },
    }
  } catch (error) {
    ownership.release()
    throw error
  }
}

/**
 * The address of the embedded server that runs on this data folder right now, or undefined. For the command line tool
 * while a server runs.
 */
export async function runningEmbedded(folder: string): Promise<string | undefined> {
  const root = await fs.realpath(folder).catch(() => undefined)
  if (!root) return undefined
  const data = join(root, 'postgres')
  const postmaster = await readPostmaster(data)
  if (!postmaster?.isReady || !(await isRunningOn(postmaster.pid, data))) return undefined
  const password = await fs.readFile(passwordFile(root), 'utf8')
  return urlOf(data, password.trim(), { port: postmaster.hasSocket ? undefined : postmaster.port })
}

/** Stops what runs on a data folder and deletes it; rejects if another Waymark owns it. */
export async function removeEmbedded(folder: string): Promise<void> {
  const ownership = await takeOwnership(await openFolder(folder))
  try {
    await stopProcesses(join(folder, 'postgres'), () => {})
    await fs.rm(folder, { recursive: true, force: true })
  } finally {
    ownership.release()
  }
}

function urlOf(data: string, password: string, { port }: Address): string {
  if (port) return `postgresql://waymark:${password}@127.0.0.1:${port}/waymark`
  // The first host is only there because a URL without one cannot be parsed; the last one wins. The port is part of the
  // socket's file name, and PGPORT would change it if it were left out.
  return `postgresql://waymark:${password}@localhost/waymark?host=${encodeURIComponent(data)}&port=5432`
}

/** Nobody else may enter it. PostgreSQL, which never runs as root, is started inside it and needs no access. */
async function closeFolder(folder: string): Promise<void> {
  const { mode, uid } = await fs.stat(folder)
  if (uid === process.getuid?.() && (mode & 0o077) !== 0) await fs.chmod(folder, mode & 0o700)
}

async function openFolder(folder: string): Promise<string> {
  try {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 })
    await closeFolder(folder)
    await fs.access(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
    return await fs.realpath(folder)
  } catch (error) {
    throw new Error(`The data folder ${resolve(folder)} cannot be used: ${reason(error)}.`)
  }
}

/**
 * Proves that no other live Waymark works on this folder, for as long as we live.
 *
 * The proof is a kernel lock on a file, taken through SQLite because Node itself has no file locks. The kernel releases
 * it the moment its holder dies, however it dies, so there are no stale locks: no reused process id, and no start time
 * to compare. It also works between containers that share the folder, where neither process ids nor sockets nor
 * PostgreSQL's own check see each other.
 */
async function takeOwnership(root: string): Promise<{ release(): void }> {
  const ownerFile = join(root, 'owner.pid')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(root, 'owner.lock'), { timeout: 0 })
    // Nothing is ever written, so no journal file is needed.
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock?.close()
    const isBusy = (error as { errcode?: number }).errcode === 5
    if (!isBusy)
      throw new Error(
        `The data folder ${root} cannot be locked, perhaps because it is another user's: ${reason(error)}.`,
      )
    const owner = await fs.readFile(ownerFile, 'utf8').catch(() => 'unknown')
    throw new Error(
      `The data folder ${root} is in use by another Waymark (process ${owner.trim()}). ` +
        'Stop it or set WAYMARK_DATA to another folder.',
    )
  }
  // Only for the sentence above. It is a second file because closing any handle of a locked file releases the lock.
  await fs.writeFile(ownerFile, `${process.pid}\n`)
  return {
    release() {
      if (lock?.isOpen) lock.close()
    },
  }
}

interface Supervised {
  readonly address: Address
  readonly pid: () => number | undefined
  stop(): Promise<void>
}

async function supervise(cluster: Cluster, log: Options['log']): Promise<Supervised> {
  let child: ChildProcess | undefined
  let reviving: Promise<void> | undefined
  let delayMs = 0
  const stopping = new AbortController()

  const launch = async (address: Address) => {
    await stopProcesses(cluster.data, log)
    if (stopping.signal.aborted) return
    child = await spawnServer(cluster, address)
    await untilReady(child, cluster.data, stopping.signal, log)
    watch(child, address)
  }

  const watch = (running: ChildProcess, address: Address) => {
    const readyAt = performance.now()
    running.once('exit', (code, signal) => {
      if (stopping.signal.aborted) return
      // At once after a quiet time; ever slower when it dies again and again.
      if (performance.now() - readyAt > 10_000) delayMs = 0
      log(`PostgreSQL ended unexpectedly (${signal ?? `exit code ${code}`}); starting it again.`)
      reviving = revive(address)
    })
  }

  const revive = async (address: Address) => {
    const downAt = performance.now()
    for (;;) {
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
      delayMs = Math.min(delayMs * 2 || 100, 5_000)
      if (stopping.signal.aborted) return
      try {
        await launch(address)
        if (stopping.signal.aborted) return
        log(`PostgreSQL is running again after ${((performance.now() - downAt) / 1000).toFixed(1)} s.`)
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        log(`PostgreSQL did not start: ${reason(error)}; trying again in ${delayMs / 1000} s.`)
      }
    }
  }

  // If our process ends without stop(), at least ask the server to end too; nothing can be awaited any more.
  const onExit = () => child?.kill('SIGINT')
  process.once('exit', onExit)
  const address = await firstLaunch(cluster, launch, log).catch((error) => {
    process.off('exit', onExit)
    throw new Error(`PostgreSQL did not start: ${reason(error)}.`, { cause: error })
  })

  return {
    address,
    pid: () => (child && isAlive(child) ? child.pid : undefined),
    async stop() {
      stopping.abort()
      process.off('exit', onExit)
      if (child) await stopServer(child, log)
      await reviving
      // A restart in progress may already have started a server.
      if (child) await stopServer(child, log)
    },
  }
}

/** Chooses the address for the life of this start. */
async function firstLaunch(
  cluster: Cluster,
  launch: (address: Address) => Promise<void>,
  log: Options['log'],
): Promise<Address> {
  const socketPath = join(cluster.data, socketName)
  if (Buffer.byteLength(socketPath) <= socketPathBytesMax) {
    const address = { port: undefined }
    await launch(address)
    return address
  }
  log(`The path ${socketPath} is too long for a socket, so PostgreSQL listens on 127.0.0.1 instead.`)
  for (let attempt = 1; ; attempt++) {
    // Below the range that systems use for outgoing connections.
    const address = { port: randomInt(20_000, 32_000) }
    try {
      await launch(address)
      return address
    } catch (error) {
      if (attempt === 10 || !reason(error).includes('TCP/IP')) throw error
    }
  }
}

async function spawnServer(cluster: Cluster, { port }: Address): Promise<ChildProcess> {
  const settings = [
    ...(port
      ? ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=']
      : // Relative to the cluster's folder, whose path may contain characters that this list would split at.
        ['listen_addresses=', 'port=5432', 'unix_socket_directories=.']),
    ...(cluster.isDurable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
  ]
  return startProgram(cluster, 'postgres', cluster.data, (data) => [
    ...['-D', data],
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
}

/** Resolves when connections are accepted. Recovery after a crash may take long; it is reported, not interrupted. */
async function untilReady(child: ChildProcess, data: string, signal: AbortSignal, log: Options['log']): Promise<void> {
  const lines = readLines(child, signal, log)
  const beganAt = performance.now()
  let isTold = false
  while (!signal.aborted) {
    const postmaster = await readPostmaster(data)
    if (!isAlive(child)) {
      // Its last output may still be arriving.
      await Promise.race([once(child, 'close'), wait(500)])
      throw new Error(explain(lines) ?? `it ended with ${child.signalCode ?? child.exitCode}`)
    }
    if (postmaster?.pid === child.pid && postmaster?.isReady) return
    if (!isTold && performance.now() - beganAt > 10_000) {
      log('PostgreSQL is still recovering its latest changes; this can take some minutes …')
      isTold = true
    }
    await wait(pollMs)
  }
}

/** Keeps the last lines, which explain a failed start, and passes on what an operator should know. */
function readLines(child: ChildProcess, signal: AbortSignal, log: Options['log']): string[] {
  const lines: string[] = []
  const stderr = child.stderr as Socket
  let rest = ''
  stderr.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) {
      lines.push(line)
      if (lines.length > 50) lines.shift()
      // Clients that connect too early or stay too long get the error themselves.
      const isUsual = /is (starting up|shutting down|in recovery)|terminating connection/.test(line)
      if (isBad(line) && !isUsual && !signal.aborted) log(`PostgreSQL says: ${line}`)
    }
  })
  // The server alone must not keep the process alive.
  stderr.unref()
  child.unref()
  return lines
}

// Before PostgreSQL has read its settings, it puts the time and its process id in front.
const isBad = (line: string) => /(^|\] )(WARNING|ERROR|FATAL|PANIC): /.test(line)

const explain = (lines: string[]) => lines.findLast(isBad) ?? lines.at(-1)

async function stopServer(child: ChildProcess, log: Options['log']): Promise<void> {
  if (!isAlive(child)) return
  child.ref()
  const ended = once(child, 'exit')
  // Fast shutdown: sessions are ended, then everything is written.
  child.kill('SIGINT')
  const timer = setTimeout(() => {
    log('PostgreSQL takes too long to stop, so it is killed; it will recover at the next start.')
    child.kill('SIGQUIT')
  }, stopPatienceMs)
  await ended
  clearTimeout(timer)
}

const isAlive = (child: ChildProcess) => child.pid !== undefined && child.exitCode === null && child.signalCode === null
