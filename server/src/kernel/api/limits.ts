/** A bucket per key, refilled evenly. Kept in the process: a limit per node is enough to stop a runaway script. */
import { refuse } from '../errors.ts'

export interface Verdict {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until a request is possible again, or until the bucket is full. */
  readonly resetSeconds: number
}

interface Bucket {
  level: number
  at: number
}

const bucketsMax = 50_000

export function rateLimiter(perMinute: number, nowMs: () => number = Date.now): (key: string) => Verdict {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / 60_000
  return (key) => {
    const now = nowMs()
    const bucket = buckets.get(key) ?? { level: perMinute, at: now }
    bucket.level = Math.min(perMinute, bucket.level + (now - bucket.at) * perMs)
    bucket.at = now
    const isAllowed = bucket.level >= 1
    if (isAllowed) bucket.level -= 1
    if (!buckets.has(key)) {
      // Forgetting the oldest is harmless: it has had the longest time to fill up again.
      if (buckets.size >= bucketsMax) buckets.delete(buckets.keys().next().value as string)
      buckets.set(key, bucket)
    }
    const missing = isAllowed ? perMinute - bucket.level : 1 - bucket.level
    return {
      isAllowed,
      limit: perMinute,
      remaining: Math.floor(bucket.level),
      resetSeconds: Math.max(1, Math.ceil(missing / perMs / 1000)),
    }
  }
}

export function refuseOver(verdict: Verdict, reply: { header(name: string, value: unknown): unknown }): void {
  reply.header('ratelimit-limit', verdict.limit)
  reply.header('ratelimit-remaining', verdict.remaining)
  reply.header('ratelimit-reset', verdict.resetSeconds)
  if (verdict.isAllowed) return
  reply.header('retry-after', verdict.resetSeconds)
  refuse('REQUESTS_EXCEEDED', `Too many requests. Try again in ${verdict.resetSeconds} s.`)
}
