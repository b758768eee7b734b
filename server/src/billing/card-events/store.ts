/** SQL of the inbox of the processor's events. */

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

/** False: this dealer's inbox has it already. */
export async function insert(db: Db, event: StoredEvent, type: string, now: Date): Promise<boolean> {
  const result = await db
    .insertInto('cardEvents')
    .values({
      ...event,
      type,
      session: event.session ? JSON.stringify(event.session) : null,
      receivedAt: now,
    })
    .onConflict((oc) => oc.columns(['dealerId', 'eventId']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function setApplied(
  db: Db,
  { dealerId, eventId }: StoredEvent,
  outcome: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('cardEvents')
    .set({ appliedAt: now, outcome })
    .where('dealerId', '=', dealerId)
    .where('eventId', '=', eventId)
    .execute()
}

export async function listWaiting(db: Db, before: Date, most: number): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('cardEvents')
    .select(['dealerId', 'eventId', 'processor', 'livemode', 'session'])
    .where('appliedAt', 'is', null)
    .where('receivedAt', '<=', before)
    .orderBy('receivedAt')
    .limit(most)
    .execute()
  return rows.map(({ session, ...row }) => ({ ...row, session: toSession(session) }))
}

/** JSON knows no dates. */
function toSession(stored: unknown): CardEvent['session'] {
  if (stored === null) return undefined
  const { createdAt, expiresAt, ...rest } = stored as NonNullable<CardEvent['session']>
  return { ...rest, createdAt: new Date(createdAt), expiresAt: new Date(expiresAt) }
}

export async function firstWaiting(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('cardEvents')
    .select('receivedAt')
    .where('appliedAt', 'is', null)
    .orderBy('receivedAt')
    .limit(1)
    .executeTakeFirst()
  return row?.receivedAt
}

export const removeBefore = (db: Db, before: Date, most: number): Promise<number> =>
  removeSome(db, 'cardEvents', sql`received_at <= ${before} and applied_at is not null`, most)
