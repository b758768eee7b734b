import { sql } from 'kysely'
import { countOf, firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type Device, eventsOf, linesMax, type News, type Topic } from './device.ts'

const columns = [
  ...(['id', 'dealerId', 'personId', 'name', 'subscriptionSealed', 'topics', 'seen', 'tries'] as const),
  ...(['lastFailure', 'lastSuccessAt', 'createdAt'] as const),
] as const

const ofPerson = (db: Db, personId: string) =>
  db.selectFrom('staffDevices').select(columns).where('personId', '=', personId)

export const list = (db: Db, personId: string): Promise<Device[]> =>
  ofPerson(db, personId).orderBy('id').execute() as Promise<Device[]>

export const findForUpdate = (db: Db, personId: string, id: string): Promise<Device | undefined> =>
  ofPerson(db, personId).where('id', '=', id).forUpdate().executeTakeFirst() as Promise<Device | undefined>

/** Locks the person's row, so that two concurrent requests cannot exceed the limit. */
export const countLocked = (db: Db, personId: string): Promise<number> => countOf(db)`
    with held as (select id from staff where id = ${personId} for no key update)
    select count(staff_devices.id) from held left join staff_devices on person_id = held.id`

/** Earlier events are not news. */
export const insert = (db: Db, device: Omit<Device, 'seen'>) =>
  db
    .insertInto('staffDevices')
    .values({
      ...device,
      topics: [...device.topics],
      nextTryAt: device.createdAt,
      seen: sql<number>`coalesce((select last from event_counts where dealer_id = ${device.dealerId}), 0)`,
    })
    .execute()

export const saveTopics = (db: Db, { id, topics }: Pick<Device, 'id' | 'topics'>) =>
  db
    .updateTable('staffDevices')
    .set({ topics: [...topics] })
    .where('id', '=', id)
    .execute()

export const remove = (db: Db, id: string) => db.deleteFrom('staffDevices').where('id', '=', id).execute()

/** A device leased by a worker, with the number of its dealer's newest event. */
export interface Item extends Device {
  readonly lease: string
  readonly newest: number
  readonly lang: string | null
  /** Its person has left the team. */
  readonly isLeft: boolean
}

/** There is news, but not for people who cannot sign in; or its person has left. */
const due = sql`
  from staff_devices d join staff on staff.id = d.person_id join dealers on dealers.id = d.dealer_id
    left join event_counts on event_counts.dealer_id = d.dealer_id
  where (staff.removed_at is not null
    or (event_counts.last > d.seen and staff.disabled_at is null and dealers.suspended_at is null))`

export const claim = (
  db: Db,
  { most, now, leaseUntil }: { readonly most: number; readonly now: Date; readonly leaseUntil: Date },
  lease: string,
) => rowsOf<Item>(db)`
    with due as (
      select d.id, coalesce(event_counts.last, d.seen) as newest, staff.lang, staff.removed_at is not null as is_left ${due}
        and d.next_try_at <= ${now} order by d.next_try_at limit ${most} for update of d skip locked)
    update staff_devices as d set lease = ${lease}::uuid, next_try_at = ${leaseUntil}::timestamptz from due
    where d.id = due.id
    returning d.id, d.dealer_id, d.person_id, d.name, d.subscription_sealed, d.topics, d.seen, d.tries, d.last_failure,
      d.last_success_at, d.created_at, d.lease, due.newest, due.lang, due.is_left`

export const nextTryOf = async (db: Db): Promise<Date | undefined> =>
  (
    await firstRow<{ at: Date | null }>(db)`
    select min(d.next_try_at) as at ${due}`
  )?.at ?? undefined

/**
 * Events after the last processed one that are not too old to be news. Of each topic only what is shown, with the
 * total: an outage of a whole fleet is one message, and need not be read.
 */
export async function listNews(
  db: Db,
  { dealerId, seen, newest }: Pick<Item, 'dealerId' | 'seen' | 'newest'>,
  chosen: readonly Topic[],
  since: Date,
): Promise<News[]> {
  const types = chosen.flatMap((topic) => eventsOf[topic].map((type) => [topic, type] as const))
  return rowsOf<News>(db)`
    with fresh as (
      select e.*, accounts.title as client, count(*) over of_topic as count,
        row_number() over (of_topic order by e.number) as place
      from events e join accounts on accounts.id = e.account_id
        join unnest(${types.map(([topic]) => topic)}::text[], ${types.map(([, type]) => type)}::text[]) as kinds (topic, type)
          on kinds.type = e.type
      where e.dealer_id = ${dealerId} and e.number > ${seen} and e.number <= ${newest} and e.at > ${since}
      window of_topic as (partition by kinds.topic))
    select e.number, e.type, e.at, e.account_id, e.count, e.client, units.name as unit,
      (e.data->>'unit_id')::bigint as unit_id, coalesce(e.data->>'bill_id', e.data->>'invoice_id') as document_id,
      coalesce(e.data->>'amount_total', e.data->>'amount')::bigint as amount, e.data->>'currency' as currency
    from fresh e left join units on units.id = (e.data->>'unit_id')::bigint
    where e.place <= ${linesMax} or e.place = e.count
    order by e.number`
}

export interface Outcome {
  readonly seen: number
  readonly nextTryAt: Date
  readonly tries: number
  readonly lastFailure: string | null
  readonly lastSuccessAt: Date | null
}

/** False: this worker has lost the lease, or the device is deleted. */
export async function recordOutcome(
  db: Db,
  { id, lease }: Pick<Item, 'id' | 'lease'>,
  outcome: Outcome,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staffDevices')
    .set({ ...outcome, lease: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
