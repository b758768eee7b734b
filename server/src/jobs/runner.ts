/** Runs the timetable once a second, and at once when a test clock is moved. */
import { setTimeout as wait } from 'node:timers/promises'
import { advanceTo } from '../clock.ts'
import type { Acting, Context } from '../context.ts'
import type { Job } from './job.ts'

const everyMs = 1_000
/** A stop waits no longer than this for somebody outside; the next start finishes what was begun there. */
const usualPatienceMs = 5_000

export interface Runner {
  stop(): Promise<void>
}

/** A failing job is logged and tried again at the next turn; it never keeps the others from running. */
export function startRunner(ctx: Context, jobs: readonly Job[], patienceMs = usualPatienceMs): Runner {
  const stopping = new AbortController()
  /** A job that fails every second is logged when it begins to, not every second. */
  const failing = new Set<string>()
  const nextTurn = new Map<string, number>()
  const loopOver = async (lane: readonly Job[]) => {
    while (!stopping.signal.aborted) {
      for (const job of lane) {
        if (stopping.signal.aborted) break
        if (performance.now() < (nextTurn.get(job.name) ?? 0)) continue
        nextTurn.set(job.name, performance.now() + (job.everySeconds ?? 0) * 1000)
        try {
          await runOnce(ctx, job)
          failing.delete(job.name)
        } catch (error) {
          if (!failing.has(job.name) && !stopping.signal.aborted)
            ctx.log.error({ err: error, job: job.name }, 'A job failed; it is tried every second.')
          failing.add(job.name)
        }
      }
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const main = loopOver(jobs.filter((job) => !job.waitsForOthers))
  const apart = Promise.all(jobs.filter((job) => job.waitsForOthers).map((job) => loopOver([job])))
  return {
    async stop() {
      stopping.abort()
      await main
      await Promise.race([apart, wait(patienceMs, undefined, { ref: false })])
    },
  }
}

async function runOnce(ctx: Context, job: Job): Promise<number> {
  await ctx.clock.refresh(ctx.db)
  return job.run(actingAs(ctx, job))
}

const actingAs = (ctx: Context, job: Job): Acting => ({
  ...ctx,
  actor: { kind: 'job', id: job.name, address: null, requestId: null },
})

/**
 * Moves the test clock to `target`, stopping at every moment something falls due, so that jobs run in the order
 * in which they would have run.
 */
export async function advanceClock(ctx: Context, jobs: readonly Job[], target: Date): Promise<void> {
  for (;;) {
    const dues = await Promise.all(jobs.map((job) => job.nextDue(actingAs(ctx, job))))
    const next = dues.filter((due) => due !== undefined && due <= target).toSorted((a, b) => Number(a) - Number(b))[0]
    await advanceTo(ctx.db, next ?? target)
    let done = 0
    for (const job of jobs) done += await runOnce(ctx, job)
    if (!next) return
    // Due but not done: another process holds it. Its transaction is short.
    if (done === 0) await wait(50)
  }
}
