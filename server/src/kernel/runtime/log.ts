import type { FastifyBaseLogger } from 'fastify'
import { isUnavailable } from '../db/connect.ts'

/** Structured, one line per event. Contains only ids and sentences: no bodies, no secrets. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }

const repeatMs = 60_000
const reasonsMax = 100
const reasonLengthMax = 120

/** Stored with its log, so that a caller needs only the log. */
const repeatsOf = new WeakMap<Log, Map<string, { count: number }>>()

/**
 * For problems that occur for every connection or request while something is down. The first of each reason is logged
 * at once, the others as one line a minute with their count. Only unexpected errors have a stack. One call may stand
 * for `many` of the same.
 */
export function logRepeated(log: Log, error: unknown, sentence: string, fields: object = {}, many = 1): void {
  const known = repeatsOf.get(log) ?? new Map<string, { count: number }>()
  repeatsOf.set(log, known)
  const given = reasonOf(error)
  const key = known.size < reasonsMax || known.has(`${sentence} ${given}`) ? `${sentence} ${given}` : sentence
  const repeats = known.get(key)
  if (repeats) {
    repeats.count += many
    return
  }
  const fresh = { count: 0 }
  known.set(key, fresh)
  const isForeseen = isUnavailable(error) || isUnavailable((error as Error).cause ?? {})
  const first = { reason: given, ...fields, ...(many > 1 && { count: many }) }
  if (isForeseen) log.warn(first, sentence)
  else log.error({ ...first, err: error }, sentence)
  const timer = setInterval(() => {
    if (fresh.count === 0) {
      clearInterval(timer)
      known.delete(key)
      return
    }
    log.warn({ reason: given, count: fresh.count, seconds: repeatMs / 1000 }, sentence)
    fresh.count = 0
  }, repeatMs)
  timer.unref()
}

function reasonOf(error: unknown): string {
  const { code, message, name } = error as Partial<NodeJS.ErrnoException>
  return (code || message || name || 'unknown').slice(0, reasonLengthMax)
}
