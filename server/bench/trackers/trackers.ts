/** Starts many trackers in processes of their own, so that they take no time from the measured server. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface Acknowledged {
  readonly messages: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface Trackers {
  /** Each sends a packet, waits for its acknowledgement and sends the next, until the time is over. */
  run(records: number, seconds: number): Promise<Acknowledged>
  /** Each sends one record, spread evenly over the time. */
  once(overSeconds: number): Promise<Acknowledged>
  stop(): Promise<void>
}

export type Order =
  | { kind: 'open'; host: string; port: number; from: string | undefined; idents: readonly string[]; firstTime: number }
  | { kind: 'run'; records: number; seconds: number }
  | { kind: 'once'; overSeconds: number }

export interface Outcome {
  readonly messages: number
  readonly seconds: number
  /** In milliseconds, one for each packet. */
  readonly latencies: Float64Array
}
export type Answer = { outcome: Outcome } | { problem: string }

/** Beyond this another process and another source address are used: both have a limited number of sockets. */
const perProcess = 5_000
const daySeconds = 86_400

const loopback = '127.0.0.1'

/** Trackers that have identified themselves and were accepted, one per ident. */
export async function openTrackers(port: number, idents: readonly string[], host = loopback): Promise<Trackers> {
  // Far enough back that a fast run does not reach tomorrow, and recent enough that messages are kept.
  const firstTime = Math.floor(Date.now() / 1000) - 100 * daySeconds
  const children: ChildProcess[] = []
  const stop = async () => {
    await Promise.all(children.splice(0).map(end))
  }
  const all = async (what: Order): Promise<Acknowledged> =>
    summary(await Promise.all(children.map((child) => order(child, what))))
  try {
    for (let at = 0; at < idents.length; at += perProcess) {
      const child = fork(join(import.meta.dirname, 'process.ts'), {
        serialization: 'advanced',
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      children.push(child)
      const from = host === loopback ? `127.0.0.${2 + at / perProcess}` : undefined
      await order(child, { kind: 'open', host, port, from, idents: idents.slice(at, at + perProcess), firstTime })
    }
  } catch (error) {
    await stop()
    throw error
  }
  return {
    run: (records, seconds) => all({ kind: 'run', records, seconds }),
    once: (overSeconds) => all({ kind: 'once', overSeconds }),
    stop,
  }
}

function summary(outcomes: readonly Outcome[]): Acknowledged {
  const latencies = new Float64Array(outcomes.reduce((sum, outcome) => sum + outcome.latencies.length, 0))
  let at = 0
  for (const outcome of outcomes) {
    latencies.set(outcome.latencies, at)
    at += outcome.latencies.length
  }
  latencies.sort()
  const share = (part: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0
  return {
    messages: outcomes.reduce((sum, outcome) => sum + outcome.messages, 0),
    seconds: Math.max(...outcomes.map((outcome) => outcome.seconds)),
    p50Ms: share(0.5),
    p99Ms: share(0.99),
  }
}

function order(child: ChildProcess, what: Order): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The trackers ended.'))
    child.once('exit', onExit)
    child.once('message', (answer: Answer) => {
      child.off('exit', onExit)
      if ('problem' in answer) reject(new Error(answer.problem))
      else resolve(answer.outcome)
    })
    child.send(what)
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}
