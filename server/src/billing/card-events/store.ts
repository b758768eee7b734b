/** SQL of the inbox for the processor's events. */

import { sql } from 'kysely'
import type { CardEvent } from '#kernel/card-processor.ts'
import { removeSome } from '#kernel/db/pieces.ts'
import type { Db } from '#kernel/db/transaction.ts'

export interface StoredEvent {
  readonly dealerId: number
  readonly eventId: string
  readonly processor: string
  readonly livemode: boolean
  readonly session: CardEvent['session']
}

/** False: this dealer's inbox already has it. */
export async function insert(
  db: Db,
  event: StoredEvent,
  type: string,
  { now, firstTry }: { readonly now: Date; readonly firstTry: Date },
): Promise<boolean> {
  const result = await db
    .insertInto('cardEvents')
    .values({
      ...event,
      type,
      session: event.session ? JSON.stringify(event.session) : null,
      receivedAt: now,
      nextTryAt: firstTry,
    })
    .onConflict((oc) => oc.columns(['dealerId', 'eventId']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const setApplied = (db: Db, { dealerId, eventId }: StoredEvent, outcome: string, now: Date) =>
  db
    .updateTable('cardEvents')
    .set({ appliedAt: now, outcome })
    .where('dealerId', '=', dealerId)
    .where('eventId', '=', eventId)
    .execute()

/** Later events proceed meanwhile. */
export const setAside = (
  db: Db,
  { dealerId, eventId }: StoredEvent,
  { failures, failure, nextTryAt }: { readonly failures: number; readonly failure: string; readonly nextTryAt: Date },
) =>
  db
    .updateTable('cardEvents')
    .set({ failures, failure, nextTryAt })
    .where('dealerId', '=', dealerId)
    .where('eventId', '=', eventId)
    .where('appliedAt', 'is', null)
    .execute()

const dueAt = sql<Date>`coalesce(next_try_at, received_at)`
/** Events stored by a node of the previous version have no time of their own; that node is still processing them. */
const isRipe = (before: Date) => sql<boolean>`(next_try_at is not null or received_at <= ${before})`

export async function listWaiting(
  db: Db,
  { now, before }: { readonly now: Date; readonly before: Date },
  most: number,
): Promise<(StoredEvent & { readonly failures: number })[]> {
  const rows = await db
    .selectFrom('cardEvents')
    .select(['dealerId', 'eventId', 'processor', 'livemode', 'session', 'failures'])
    .where('appliedAt', 'is', null)
    .where(dueAt, '<=', now)
    .where(isRipe(before))
    .orderBy(dueAt)
    .orderBy('receivedAt')
    .limit(most)
    .execute()
  return rows.map(({ session, ...row }) => ({ ...row, session: toSession(session) }))
}

export interface FailingEvent {
  readonly dealerId: number
  readonly eventId: string
  readonly processor: string
  readonly type: string
  readonly receivedAt: Date
  readonly failures: number
  readonly failure: string | null
  readonly nextTryAt: Date | null
}

/** Oldest first. */
export const listFailing = (db: Db, most: number): Promise<FailingEvent[]> =>
  db
    .selectFrom('cardEvents')
    .select(['dealerId', 'eventId', 'processor', 'type', 'receivedAt', 'failures', 'failure', 'nextTryAt'])
    .where('appliedAt', 'is', null)
    .where('failures', '>', 0)
    .orderBy('receivedAt')
    .limit(most)
    .execute()

/** JSON has no dates. */
function toSession(stored: unknown): CardEvent['session'] {
  if (stored === null) return undefined
  const { createdAt, expiresAt, ...rest } = stored as NonNullable<CardEvent['session']>
  return { ...rest, createdAt: new Date(createdAt), expiresAt: new Date(expiresAt) }
}

export const firstWaiting = sql`
    select ${dueAt} from card_events where applied_at is null order by ${dueAt} limit 1`

export const removeBefore = (db: Db, before: Date, most: number): Promise<number> =>
  removeSome(db, 'cardEvents', sql`received_at <= ${before} and applied_at is not null`, most)
