/** Runs the timetable once a second, and at once when a test clock is moved. */
import { setTimeout as wait } from 'node:timers/promises'
import type { ActorContext, Context } from '../context.ts'
import { advanceTo } from '../time/clock.ts'
import { dueReader } from './due.ts'
import type { Job } from './job.ts'
import { rememberTroubles, type Trouble, type Troubles } from './troubles.ts'

const everyMs = 1_000
/** A stop waits no longer than this for an outside service; the next start finishes what was begun there. */
const usualPatienceMs = 5_000
/** Every job runs at least this often, even if nothing seems due. */
const wholeMs = 60_000
/** A failed job is retried at least this often, however rarely it usually runs. */
const retrySecondsMax = 60

export interface Runner {
  stop(): Promise<void>
  /** Jobs whose last run failed. */
  troubles(): readonly Trouble[]
  /** Why jobs that end or delete something wait. */
  doubt(): string | undefined
}

/** A failing job is logged and retried; it never stops the others. */
export function startRunner(ctx: Context, jobs: readonly Job[], patienceMs = usualPatienceMs): Runner {
  const stopping = new AbortController()
  const troubles = rememberTroubles(ctx.db)
  const isPaused = pausing(ctx, jobs)
  const { jobSeconds } = ctx.meters
  measure(ctx, troubles)
  const nextTurn = new Map<string, number>()
  const isIdle = idleness(ctx, jobs, troubles)
  const turn = async (job: Job) => {
    if (performance.now() < (nextTurn.get(job.name) ?? 0) || (job.givesWay && ctx.pressure.isHigh())) return
    let waitSeconds = job.everySeconds ?? 0
    try {
      await ctx.clock.refresh(ctx.db)
      if (isPaused(job) || (job.isForOneNode && !(await ctx.slices.share()).has(job.name))) return
      if (await isIdle(job)) return
      const endTimer = jobSeconds.startTimer({ job_name: job.name })
      const done = await ctx.traces.job(job.name, () => job.run(actingAs(ctx, job))).finally(endTimer)
      isIdle.ran(job, done)
      if (job.hasMore?.()) waitSeconds = 0
      const before = troubles.succeeded(job.name)
      if (before) ctx.log.warn({ job: job.name, failures: before.failures }, 'A failed job works again.')
    } catch (error) {
      if (stopping.signal.aborted) return
      ctx.meters.jobFailures.inc({ job_name: job.name })
      const { failures } = troubles.failed(job.name, error)
      waitSeconds = Math.min(waitSeconds, retrySecondsMax)
      // Not each time: it may fail for days.
      if (Number.isInteger(Math.log10(failures))) {
        const retry = Math.max(waitSeconds, everyMs / 1000)
        ctx.log.error({ err: error, job: job.name, failures }, `A job failed. It is retried every ${retry} s.`)
      }
    }
    nextTurn.set(job.name, performance.now() + waitSeconds * 1000)
  }
  const loopOver = async (lane: readonly Job[]) => {
    while (!stopping.signal.aborted) {
      for (const job of lane) {
        if (stopping.signal.aborted) break
        await turn(job)
      }
      // All lanes continue at the same moments, so that one query tells each of them what is due.
      // A timer may be early by a fraction, and would find the answer of the second before.
      const restMs = Math.ceil(everyMs - (performance.now() % everyMs)) + 1
      await wait(restMs, undefined, { signal: stopping.signal }).catch(() => {})
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
    troubles: () => troubles.list(),
    doubt: () => ctx.clock.doubt?.(),
  }
}

type Due = ReadonlySet<string> | undefined

/** Whether a job need not run, because it has nothing due. One query per second answers it for all jobs. */
function idleness(ctx: Context, jobs: readonly Job[], troubles: Troubles) {
  const readDue = dueReader(jobs)
  const ranAt = new Map<string, number>()
  let asked: { readonly second: number; readonly due: Promise<Due> } | undefined
  let failures = 0
  /** Undefined: unknown, because the query failed. Then the jobs run, and say what is wrong. */
  const ask = async (): Promise<Due> => {
    try {
      const due = await readDue(ctx.db, ctx.clock.now())
      if (failures > 0) ctx.log.warn({ failures }, 'The query for due jobs works again.')
      failures = 0
      return due
    } catch (error) {
      failures += 1
      if (failures === 1) ctx.log.error({ err: error }, 'The query for due jobs failed. Until it works, all jobs run.')
      return undefined
    }
  }
  const isIdle = async ({ name, firstDue }: Job): Promise<boolean> => {
    const now = performance.now()
    if (!firstDue || now - (ranAt.get(name) ?? Number.NEGATIVE_INFINITY) >= wholeMs) return false
    // One that failed must show that it works again.
    if (troubles.list().some(({ job }) => job === name)) return false
    const second = Math.floor(now / everyMs)
    if (asked?.second !== second) asked = { second, due: ask() }
    const due = await asked.due
    return due !== undefined && !due.has(name)
  }
  const ran = ({ name }: Job, done: number) => {
    ranAt.set(name, performance.now())
    // It may have made work for the jobs after it.
    if (done > 0) asked = undefined
  }
  return Object.assign(isIdle, { ran })
}

function measure({ meters, clock }: Context, troubles: Troubles): void {
  const disagree = () => (clock.doubt?.() === undefined ? 0 : 1)
  meters.gauge('clocks_disagree', '1 while jobs that end or delete something wait because clocks disagree.', disagree)
  const inARow = () => troubles.list().map(({ job, failures }) => [job, failures] as const)
  meters.gauge(
    'job_failures_in_a_row',
    'How often a job has failed in the same way since it last worked.',
    inARow,
    'job_name',
  )
  const byKind = () =>
    [...Map.groupBy(troubles.list(), ({ kind }) => kind)].map(([kind, { length }]) => [kind, length] as const)
  meters.gauge(
    'jobs_failing',
    'Jobs that failed when they were run last, by the code or name of the error.',
    byKind,
    'kind',
  )
}

/** The one place that keeps a clock that jumped from ending or deleting anything (docs/decisions/0057). */
function pausing({ clock, log }: Context, jobs: readonly Job[]): (job: Job) => boolean {
  const ending = jobs.filter((job) => !job.endsNothing).length
  let skipped = 0
  return (job) => {
    const reason = clock.doubt?.()
    if (reason === undefined) {
      if (skipped > 0) log.warn({ skipped }, 'The clocks agree again. Jobs that end or delete something continue.')
      skipped = 0
      return false
    }
    if (job.endsNothing) return false
    if (skipped === 0) {
      log.error({ reason, jobs: ending }, 'The clocks disagree. Jobs that end or delete something are paused.')
    }
    skipped += 1
    return true
  }
}

const actingAs = (ctx: Context, job: Job): ActorContext => ({
  ...ctx,
  actor: { kind: 'job', id: job.name, address: null, requestId: null },
})

/**
 * Moves the test clock to `target`, stopping at every moment something falls due and at no other, so that jobs do what
 * they would have done, in the same order and at the same times.
 */
export async function advanceClock(ctx: Context, jobs: readonly Job[], target: Date): Promise<void> {
  for (;;) {
    const dues = await Promise.all(jobs.map((job) => (job.nextStop ?? job.nextDue)(actingAs(ctx, job))))
    const next = dues.filter((due) => due !== undefined && due <= target).toSorted((a, b) => Number(a) - Number(b))[0]
    await advanceTo(ctx.db, next ?? target)
    await ctx.clock.refresh(ctx.db)
    let done = 0
    for (const job of jobs) done += await job.run(actingAs(ctx, job))
    if (!next) return
    // Due but not done: another process holds it. Its transaction is short.
    if (done === 0) await wait(50)
  }
}
