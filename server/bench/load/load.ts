/** Starts the load generator in its own process, so that it takes no time from the measured server. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface Job {
  readonly port: number
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent in turn; `########` becomes a number that no other request of this run has. */
  readonly bodies?: readonly string[]
  readonly connections: number
}

export interface Outcome {
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** A list read to its end: every item was parsed, none was kept. */
export interface ListOutcome {
  readonly items: number
  readonly bytes: number
  readonly seconds: number
  readonly firstByteMs: number
}

export interface Load {
  /** Sends requests as fast as the answers come. Any answer that is not a success ends the bench. */
  run(job: Job, seconds: number): Promise<Outcome>
  readList(job: Job): Promise<ListOutcome>
  stop(): Promise<void>
}

export type Order = { kind: 'run'; job: Job; seconds: number } | { kind: 'list'; job: Job }
export type Answer = { outcome: unknown } | { problem: string }

export function startLoad(): Load {
  const child = fork(join(import.meta.dirname, 'process.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return {
    run: (job, seconds) => order(child, { kind: 'run', job, seconds }) as Promise<Outcome>,
    readList: (job) => order(child, { kind: 'list', job }) as Promise<ListOutcome>,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

function order(child: ChildProcess, what: Order): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The load generator ended.'))
    child.once('exit', onExit)
    child.once('message', (answer: Answer) => {
      child.off('exit', onExit)
      if ('problem' in answer) reject(new Error(answer.problem))
      else resolve(answer.outcome)
    })
    child.send(what)
  })
}
