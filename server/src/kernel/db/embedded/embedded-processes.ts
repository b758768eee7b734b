/** All PostgreSQL processes that use a cluster's folder. */
import * as fs from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export const pollMs = 15
export const stopPatienceMs = 10_000

/**
 * Ends every server process on this cluster. A server whose Waymark was killed continues alone, and when the server
 * itself was killed, its sessions stay for a moment and hold the shared memory; both must be gone before a new one can
 * start. We own the folder, so nobody needs them any more. PostgreSQL's postmaster.pid is left to PostgreSQL, which
 * checks the same things there.
 */
export async function stopProcesses(data: string, log: (sentence: string) => void): Promise<void> {
  await endProcesses(data, log)
  // A killed server that its parent, the first process of the machine or container, has not yet reaped still has its
  // process id; PostgreSQL would take it for a live server and refuse to start.
  const killed = (await readPostmaster(data))?.pid
  const endAt = performance.now() + stopPatienceMs
  while (killed && (await isZombie(killed)) && performance.now() < endAt) await wait(pollMs)
}

async function endProcesses(data: string, log: (sentence: string) => void): Promise<void> {
  let running = await findProcesses(data)
  if (running.length === 0) return
  const postmaster = (await readPostmaster(data))?.pid
  if (postmaster && running.includes(postmaster)) {
    log(`Stopping PostgreSQL (process ${postmaster}), left running by a Waymark process that was killed.`)
    signalProcess(postmaster, 'SIGINT')
    running = await untilGone(data, stopPatienceMs)
  } else running = await untilGone(data, 500)
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const pid of running) signalProcess(pid, signal)
    if (running.length > 0) running = await untilGone(data, 5_000)
  }
}

async function untilGone(data: string, patienceMs: number): Promise<number[]> {
  const endAt = performance.now() + patienceMs
  for (;;) {
    const running = await findProcesses(data)
    if (running.length === 0 || performance.now() > endAt) return running
    await wait(pollMs)
  }
}

/** Every PostgreSQL process runs in the cluster's folder, which is more reliable than a process id in a file. */
async function findProcesses(data: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await fs.readdir('/proc').catch(() => [])) {
    if (/^\d+$/.test(name) && (await isRunningOn(Number(name), data))) found.push(Number(name))
  }
  return found
}

export async function isRunningOn(pid: number, data: string): Promise<boolean> {
  try {
    if ((await fs.readlink(`/proc/${pid}/cwd`)) !== data) return false
    // A shell may be there too. An update of the program adds a remark to the name.
    return basename(await fs.readlink(`/proc/${pid}/exe`)).startsWith('postgres')
  } catch {
    return false
  }
}

async function isZombie(pid: number): Promise<boolean> {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')')).startsWith(') Z')
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

/** The contents of postmaster.pid: process id, folder, start, port, socket folder, …, state. */
export async function readPostmaster(data: string) {
  const text = await fs.readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!pid) return undefined
  return { pid, port: Number(lines[3]), hasSocket: Boolean(lines[4]), isReady: lines[7]?.trim() === 'ready' }
}
