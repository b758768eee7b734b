/** Sends signed messages to addresses that others enter, many at a time, and interprets the answers. */
import { setTimeout as wait } from 'node:timers/promises'
import type { ActorContext, Context } from '../context.ts'
import { firstRow } from '../db/rows.ts'
import type { Db } from '../db/transaction.ts'
import type { OutboundAnswer } from '../network/outbound.ts'
import { seconds } from '../time/clock.ts'
import { sign } from './webhook.ts'

export { newSecret, nextTry } from './webhook.ts'

/** How long newly due messages wait at most for a slow receiver. */
const checkEveryMs = 1_000

export interface Sending<Item> {
  /** How many are in progress at most. */
  readonly inAll: number
  /** Claims what is due. */
  claim(most: number): Promise<readonly Item[]>
  deliver(item: Item): Promise<void>
  failed(item: Item, error: unknown): void
}

/** Until nothing is due or in progress; returns how many were sent. */
export async function sendDue<Item>(
  acting: Pick<ActorContext, 'clock' | 'db'>,
  { inAll, claim, deliver, failed }: Sending<Item>,
): Promise<number> {
  const underWay = new Set<Promise<void>>()
  let done = 0
  for (;;) {
    await acting.clock.refresh(acting.db)
    // A delivery that ends during the claim may make another due, which the claim did not see.
    const isLastLook = underWay.size === 0
    const most = inAll - underWay.size
    for (const item of most > 0 ? await claim(most) : []) {
      const work: Promise<void> = deliver(item)
        .catch((error: unknown) => failed(item, error))
        .finally(() => underWay.delete(work))
      underWay.add(work)
      done += 1
    }
    if (underWay.size === 0) {
      if (isLastLook) return done
      continue
    }
    const isOver = new AbortController()
    const pause = wait(checkEveryMs, undefined, { signal: isOver.signal }).catch(() => {})
    await Promise.race([...underWay, pause])
    isOver.abort()
  }
}

/**
 * Nodes of the previous version claim one at a time, under a lock of this name. This version shares that lock, so that
 * it waits only for those. False: one of them is claiming right now.
 */
export const isSharedWithOthers = async (db: Db, lock: string): Promise<boolean> =>
  (await firstRow<{ isShared: boolean }>(db)`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${lock}, 0)) as is_shared`)!.isShared

export const plainHeaders = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Waymark' } as const

/** As docs/webhooks.md says; the id names the message, the same however often it is sent. */
export function signedHeaders({ clock }: Pick<Context, 'clock'>, secrets: readonly string[], id: string, body: string) {
  const timestamp = seconds(clock.now())
  return {
    ...plainHeaders,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign(secrets, id, timestamp, body),
  }
}

const isTaken = (status: number) => status >= 200 && status < 300

/** Null: it was accepted. */
export function failureOf(answer: OutboundAnswer): string | null {
  if ('failure' in answer) return answer.failure
  if (isTaken(answer.status)) return null
  if (answer.status >= 300 && answer.status < 400)
    return 'The endpoint answered with a redirect, which is not followed.'
  return `The endpoint answered with status ${answer.status}.`
}

export const gone = 'The endpoint answered that it is gone (status 410).'
