/**
 * A bucket per key, refilled evenly. Kept in the process, so that counting costs nothing; nodes share what was spent.
 */
import { refuse } from '../errors.ts'

export interface Verdict {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until a request is possible again, or until the bucket is full. */
  readonly resetSeconds: number
}

export interface RateLimiter {
  (key: string): Verdict
  /** What was spent here since the last call, for keys worth reporting to other nodes. */
  takeSpent(): readonly (readonly [key: string, count: number])[]
  /** Counts what was spent at another node. */
  spend(key: string, count: number): void
}

interface Bucket {
  level: number
  at: number
  /** Spent here and not yet reported. */
  spent: number
}

const bucketsMax = 50_000
/** A tenth of a second's refill: other nodes need not know about less. */
const worthTelling = 1 / 600

export function rateLimiter(perMinute: number, nowMs: () => number = Date.now): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const toTell = new Map<string, Bucket>()
  const perMs = perMinute / 60_000
  const refilled = (key: string) => {
    const now = nowMs()
    let bucket = buckets.get(key)
    if (!bucket) {
      // Forgetting the one that has rested longest is harmless: it has had the longest time to fill up again.
      if (buckets.size >= bucketsMax) buckets.delete(buckets.keys().next().value as string)
      bucket = { level: perMinute, at: now, spent: 0 }
    }
    buckets.delete(key)
    buckets.set(key, bucket)
    bucket.level = Math.min(perMinute, bucket.level + (now - bucket.at) * perMs)
    bucket.at = now
    return bucket
  }
  const allow = (key: string): Verdict => {
    const bucket = refilled(key)
    const isAllowed = bucket.level >= 1
    if (isAllowed) {
      bucket.level -= 1
      bucket.spent += 1
      if (bucket.spent >= perMinute * worthTelling && toTell.size < bucketsMax) toTell.set(key, bucket)
    }
    const missing = isAllowed ? perMinute - bucket.level : 1 - bucket.level
    return {
      isAllowed,
      limit: perMinute,
      // Below zero if other nodes have allowed the same caller too much.
      remaining: Math.max(0, Math.floor(bucket.level)),
      resetSeconds: Math.max(1, Math.ceil(missing / perMs / 1000)),
    }
  }
  const takeSpent = () => {
    const spent = [...toTell].map(([key, bucket]) => [key, bucket.spent] as const)
    for (const bucket of toTell.values()) bucket.spent = 0
    toTell.clear()
    return spent
  }
  const spend = (key: string, count: number) => {
    refilled(key).level -= count
  }
  return Object.assign(allow, { takeSpent, spend })
}

export function refuseOver(verdict: Verdict, reply: { header(name: string, value: unknown): unknown }): void {
  reply.header('ratelimit-limit', verdict.limit)
  reply.header('ratelimit-remaining', verdict.remaining)
  reply.header('ratelimit-reset', verdict.resetSeconds)
  if (verdict.isAllowed) return
  reply.header('retry-after', verdict.resetSeconds)
  refuse('REQUESTS_EXCEEDED', `Too many requests. Try again in ${verdict.resetSeconds} s.`)
}
