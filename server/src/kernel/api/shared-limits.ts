/**
 * Request limits that hold for the whole installation: each node counts its own requests and reports them to the others
 * once a second (docs/decisions/0074). A caller who spreads requests over nodes gains at most that second.
 */
import { sql } from 'kysely'
import type { PubSub } from '../db/pubsub/pubsub.ts'
import type { Db } from '../db/transaction.ts'
import type { RateLimiter } from './limits.ts'

const everyMs = 1_000
/** A notification of PostgreSQL has 8,000 bytes; a key is a token's id or an address. */
const keysPerNotification = 80

interface News {
  readonly from: string
  readonly limiter: string
  readonly spent: readonly (readonly [key: string, count: number])[]
}

/** Returns what ends it. */
export function shareLimits(
  db: Db,
  notifications: PubSub,
  limiters: Readonly<Record<string, RateLimiter>>,
): () => Promise<void> {
  notifications.on('limits', (payload) => {
    if (payload === '') return
    const { from, limiter, spent } = JSON.parse(payload) as News
    if (from === notifications.id) return
    for (const [key, count] of spent) limiters[limiter]?.spend(key, count)
  })
  const tell = async () => {
    for (const [limiter, { takeSpent }] of Object.entries(limiters)) {
      const all = takeSpent()
      for (let at = 0; at < all.length; at += keysPerNotification) {
        const news: News = { from: notifications.id, limiter, spent: all.slice(at, at + keysPerNotification) }
        await sql`select pg_notify('limits', ${JSON.stringify(news)})`.execute(db)
      }
    }
  }
  let telling = Promise.resolve()
  const timer = setInterval(() => {
    // Without a database nobody is served, so nothing has to be counted.
    telling = telling.then(tell).catch(() => {})
  }, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await telling
  }
}
