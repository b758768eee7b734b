import { sql } from 'kysely'
import { type Page, pageClauses, type Sorts } from '../api/lists.ts'
import { removeSome } from '../db/pieces.ts'
import { firstRow } from '../db/rows.ts'
import type { Db } from '../db/transaction.ts'
import type { Event } from './event.ts'

export interface NewEvent {
  readonly dealerId: number
  readonly accountId: number | null
  readonly webhookId: string | null
  readonly type: string
  readonly at: Date
  readonly data: string
}

export const insert = async (db: Db, event: NewEvent): Promise<number> =>
  (await db.insertInto('events').values(event).returning('seq').executeTakeFirstOrThrow()).seq

export const insertAll = (db: Db, events: readonly NewEvent[]) => db.insertInto('events').values(events).execute()

export interface EventFilter {
  readonly after?: number | undefined
  readonly accountIds?: readonly number[] | undefined
  readonly types?: readonly string[] | undefined
}

const number = sql.ref('events.number')
export const sorts: Sorts = { id: { column: number, type: 'number', of: (event: Event) => event.id } }

/** Only numbered events: later ones have a higher number, so that no reader skips any. */
export function list(db: Db, dealer: number, filter: EventFilter, page: Page): Promise<Event[]> {
  const { where, order, limit } = pageClauses(page, number)
  let rows = db
    .selectFrom('events')
    .select(['number as id', 'accountId', 'type', 'at', 'data'])
    .where('dealerId', '=', dealer)
    .where('number', '>', filter.after ?? 0)
    .where(where)
  if (filter.accountIds) rows = rows.where(sql<boolean>`coalesce(account_id, 0) = any(${filter.accountIds}::bigint[])`)
  if (filter.types) rows = rows.where('type', 'in', filter.types)
  return rows.orderBy(order).limit(limit).execute() as unknown as Promise<Event[]>
}

export const findCounted = (db: Db, seq: number): Promise<Event | undefined> =>
  db
    .selectFrom('events')
    .select(['number as id', 'accountId', 'type', 'at', 'data'])
    .where('seq', '=', seq)
    .where('number', 'is not', null)
    .executeTakeFirst() as Promise<Event | undefined>

/** The newest event of all, numbered or not. */
export const newest = async (db: Db): Promise<number> =>
  (await firstRow<{ seq: number }>(db)`select coalesce(max(seq), 0) as seq from events`)!.seq

/** Dealers with events up to this one that have no number. */
export const listUncounted = async (db: Db, upTo: number, most: number): Promise<number[]> => {
  const uncounted = db.selectFrom('events').select('dealerId').distinct().where('number', 'is', null)
  return (await uncounted.where('seq', '<=', upTo).limit(most).execute()).map(({ dealerId }) => dealerId)
}

/** Held until the transaction ends: nobody else numbers this dealer's events meanwhile. */
export const lockCount = async (db: Db, dealer: number): Promise<number> =>
  (await firstRow<{ last: number }>(db)`
    insert into event_counts (dealer_id, last) values (${dealer}, 0)
    on conflict (dealer_id) do update set last = event_counts.last returning last`)!.last

export interface CountedEvent {
  readonly type: string
  readonly unitId: number | null
}

/** A separate statement after the lock, so that it sees everything numbered under earlier locks. */
export async function count(db: Db, dealer: number, last: number, most: number): Promise<CountedEvent[]> {
  const { rows } = await sql<CountedEvent>`
    with fresh as (
      select seq, row_number() over (order by seq) as place from (
        select seq from events where dealer_id = ${dealer} and number is null order by seq limit ${most}) as oldest)
    update events set number = ${last}::bigint + fresh.place from fresh where events.seq = fresh.seq
    returning type, (data ->> 'unit_id')::bigint as unit_id`.execute(db)
  if (rows.length > 0) {
    await db
      .updateTable('eventCounts')
      .set({ last: last + rows.length })
      .where('dealerId', '=', dealer)
      .execute()
  }
  return rows
}

/** Numbered in the order in which they happened, so the first ones are enough. */
export const removeBefore = (db: Db, time: Date, most: number): Promise<number> =>
  removeSome(
    db,
    'events',
    sql`at < ${time} and number is not null
      and seq <= (select max(seq) from (select seq from events order by seq limit ${most}) as first)`,
    most,
  )
