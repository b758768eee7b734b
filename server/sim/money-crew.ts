/** Workers in separate processes, some of which are killed in the middle of their work. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface Crew {
  /**
   * Lets all workers process what is due. May kill one after this share of the usual time; returns whether it was
   * working.
   */
  work(at: number, killAt?: number): Promise<boolean>
  dismiss(): void
}

interface Worker {
  readonly process: ChildProcess
  readonly isReady: Promise<unknown>
  readonly isOver: Promise<unknown>
}

/** A worker that exits on its own is a failure too, and would make us wait forever. */
function hire(databaseUrl: string): Worker {
  const worker = fork(join(import.meta.dirname, 'money-worker.ts'), [databaseUrl])
  worker.on('exit', (code) => {
    if (code) throw new Error(`A worker ended with ${code}.`)
  })
  return { process: worker, isReady: once(worker, 'message'), isOver: once(worker, 'exit') }
}

export function hireCrew(databaseUrl: string, size: number): Crew {
  const crew = Array.from({ length: size }, () => hire(databaseUrl))
  /** Whether it has done its work; false: it is dead. */
  const runOf = async ({ process: worker, isOver }: Worker, at: number): Promise<boolean> => {
    const done = new AbortController()
    const isDone = once(worker, 'message', { signal: done.signal }).then(
      () => true,
      () => false,
    )
    worker.send(at)
    const answer = await Promise.race([isDone, isOver.then(() => false)])
    done.abort()
    return answer
  }
  let usualMs = 100
  return {
    async work(at, killAt) {
      await Promise.all(crew.map(({ isReady }) => isReady))
      const begin = performance.now()
      const runs = crew.map((worker) => runOf(worker, at))
      if (killAt === undefined) {
        await Promise.all(runs)
        usualMs += (performance.now() - begin - usualMs) / 8
        return false
      }
      await wait(killAt * usualMs)
      crew[0]?.process.kill('SIGKILL')
      const [isDone] = await Promise.all(runs)
      crew.push(hire(databaseUrl))
      crew.shift()
      // What the dead worker had locked is free now.
      await Promise.all(crew.slice(0, -1).map((worker) => runOf(worker, at)))
      return isDone === false
    },
    dismiss() {
      for (const { process: worker } of crew) worker.kill('SIGKILL')
    },
  }
}
