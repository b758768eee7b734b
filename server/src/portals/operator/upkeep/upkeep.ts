/** An operator's maintenance: checks of the installation, jobs, and frames that could not be stored. */
import { setTimeout as wait } from 'node:timers/promises'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import type { Job } from '#kernel/jobs/job.ts'
import { replayOne } from '#tracking/messages/actions.ts'

export interface Finding {
  readonly check: string
  readonly ok: boolean
  /** The finding; for a problem, also the fix. */
  readonly says: string
}

/** How long an operator waits for the answer; a job that takes longer continues without them. */
const patienceMs = 20_000

/**
 * Runs a job at once, on this node. A job does only what is due and repeating it changes nothing, so it may overlap
 * with its scheduled run. Undefined: it is still running.
 */
export async function runJob(acting: ActorContext, jobs: readonly Job[], name: string): Promise<number | undefined> {
  const job = jobs.find((one) => one.name === name) ?? notFound('job')
  await acting.clock.refresh(acting.db)
  const doubt = job.endsNothing ? undefined : acting.clock.doubt?.()
  if (doubt !== undefined)
    conflict('Jobs that end or delete something are paused because clocks disagree. Check the clocks.')
  await recordChange(acting, { dealer: null, action: 'jobs.run', subject: name })
  const running = started.get(name) ?? start(acting, job)
  const waiting = new AbortController()
  try {
    return await Promise.race([running, wait(patienceMs, undefined, { signal: waiting.signal })])
  } catch {
    return conflict('The job failed. Read the error in the log.')
  } finally {
    waiting.abort()
  }
}

/** Jobs that an operator has started here. A repeated request waits for the same run. */
const started = new Map<string, Promise<number>>()

function start(acting: ActorContext, job: Job): Promise<number> {
  const { name } = job
  const running = job.run({ ...acting, actor: { kind: 'job', id: name, address: null, requestId: null } })
  started.set(name, running)
  running
    .catch((error) => acting.log.error({ err: error, job: name }, 'A job that an operator had started failed.'))
    .finally(() => started.delete(name))
  return running
}

/** Tries to store a frame again. */
export async function replayFrame(acting: ActorContext, id: number): Promise<void> {
  const outcome = await replayOne(acting, id)
  if (outcome === 'gone') notFound('frame')
  if (outcome === 'refused')
    conflict('The database still rejects this frame. Try again after an upgrade, or discard it.')
  if (outcome === 'unreadable')
    conflict('This frame cannot be decoded on its own. Try again after an upgrade, or discard it.')
  await recordChange(acting, { dealer: null, action: 'messages.replay', subject: id })
}
