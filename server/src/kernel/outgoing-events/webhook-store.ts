import { sql } from 'kysely'
import { type Page, pageClauses, type Sorts } from '../api/lists.ts'
import { lockDealer } from '../db/locks.ts'
import { removeSome } from '../db/pieces.ts'
import { countOf, firstRow } from '../db/rows.ts'
import type { Db } from '../db/transaction.ts'
import type { Delivery, Webhook } from './webhook.ts'

const columns = [
  'id',
  'dealerId',
  'url',
  'description',
  'types',
  'enabled',
  'disabledReason',
  'previousUntil',
  'createdAt',
  'updatedAt',
] as const

export interface Secrets {
  readonly secretSealed: Buffer
  readonly previousSecretSealed: Buffer | null
  readonly rotationId: string | null
}

const ofDealer = (db: Db, dealer: number) => db.selectFrom('webhooks').select(columns).where('dealerId', '=', dealer)

export const find = (db: Db, dealer: number, id: string): Promise<Webhook | undefined> =>
  ofDealer(db, dealer).where('id', '=', id).executeTakeFirst()

export const findForUpdate = (db: Db, dealer: number, id: string): Promise<Webhook | undefined> =>
  ofDealer(db, dealer).where('id', '=', id).forUpdate().executeTakeFirst()

export const findSecrets = (db: Db, id: string): Promise<Secrets> =>
  db
    .selectFrom('webhooks')
    .select(['secretSealed', 'previousSecretSealed', 'rotationId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const id = sql.ref('webhooks.id')
export const sorts: Sorts = {
  id: { column: id, type: 'string', of: (webhook: Webhook) => webhook.id },
  url: { column: sql.ref('webhooks.url'), type: 'string', of: (webhook: Webhook) => webhook.url },
}

export function list(db: Db, dealer: number, ids: readonly string[] | undefined, page: Page): Promise<Webhook[]> {
  const { where, order, limit } = pageClauses(page, id)
  let rows = ofDealer(db, dealer).where(where)
  if (ids) rows = rows.where('id', 'in', ids)
  return rows.orderBy(order).limit(limit).execute()
}

/** Locks the dealer's row, so that two concurrent requests cannot both take the last place. */
export async function countForUpdate(db: Db, dealer: number): Promise<number> {
  await lockDealer(db, dealer)
  return countOf(db)`select count(*) from webhooks where dealer_id = ${dealer}`
}

export const insert = (db: Db, webhook: Webhook, secretSealed: Buffer) =>
  db
    .insertInto('webhooks')
    .values({ ...webhook, types: webhook.types && [...webhook.types], secretSealed })
    .execute()

export async function save(db: Db, webhook: Webhook, secrets: Partial<Secrets> = {}): Promise<void> {
  const { id, url, description, types, enabled, disabledReason, previousUntil, updatedAt } = webhook
  await db
    .updateTable('webhooks')
    .set({
      url,
      description,
      types: types && [...types],
      enabled,
      disabledReason,
      previousUntil,
      updatedAt,
      ...secrets,
    })
    .where('id', '=', id)
    .execute()
}

export const remove = (db: Db, id: string) => db.deleteFrom('webhooks').where('id', '=', id).execute()

/** Which of a dealer's events an endpoint gets, given both as `e` and `w`. */
export const isFor = sql<boolean>`(
  e.webhook_id = w.id or (e.webhook_id is null and (w.types is null or e.type = any(w.types))))`

/**
 * The endpoints to notify. Locked until the transaction ends: one that is being disabled is disabled before or after,
 * so that no lane is left behind for it.
 */
export async function holdEnabled(db: Db, dealer: number): Promise<number> {
  const { rows } = await sql`select from webhooks where dealer_id = ${dealer} and enabled for share`.execute(db)
  return rows.length
}

/** Opens a lane for each account with an event; in an open lane it waits for its turn. */
export const openLanes = (db: Db, dealer: number, from: number, to: number, now: Date) =>
  sql`
    insert into webhook_lanes (webhook_id, account_id, head, next_try_at)
    select w.id, coalesce(e.account_id, 0), min(e.number), ${now}::timestamptz
    from webhooks w join events e on e.dealer_id = w.dealer_id and e.number between ${from} and ${to} and ${isFor}
    where w.dealer_id = ${dealer} and w.enabled
    group by w.id, coalesce(e.account_id, 0) order by 1, 2
    on conflict (webhook_id, account_id) do update set head = webhook_lanes.head`.execute(db)

/** Resets an endpoint's lanes to the first event after `after` that happened at or after `since`. */
export const replay = async (
  db: Db,
  { id: webhookId, dealerId }: Webhook,
  after: number,
  since: Date,
  now: Date,
): Promise<number> =>
  (await firstRow<{ events: number }>(db)`
    with again as (
      select w.id, coalesce(e.account_id, 0) as account_id, min(e.number) as head, count(*) as events
      from webhooks w join events e on e.dealer_id = w.dealer_id and e.number > ${after} and e.at >= ${since} and ${isFor}
      where w.id = ${webhookId} and e.dealer_id = ${dealerId}
      group by 1, 2),
    opened as (
      insert into webhook_lanes (webhook_id, account_id, head, next_try_at, replayed_at)
      select id, account_id, head, ${now}::timestamptz, ${now}::timestamptz from again order by account_id
      on conflict (webhook_id, account_id) do update set head = least(webhook_lanes.head, excluded.head), tries = 0,
        lease = null, next_try_at = excluded.next_try_at, replayed_at = excluded.replayed_at)
    select coalesce(sum(events), 0)::bigint as events from again`)!.events

/** Nothing waits for a disabled endpoint; what waited is shown as not delivered. */
export async function closeLanes(db: Db, webhookId: string, failure: string): Promise<void> {
  await db.deleteFrom('webhookLanes').where('webhookId', '=', webhookId).execute()
  await db
    .updateTable('webhookDeliveries')
    .set({ state: 'failed', failure, nextTryAt: null })
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'retrying')
    .execute()
}

const event = sql.ref('webhookDeliveries.eventNumber')
export const deliverySorts: Sorts = { id: { column: event, type: 'number', of: (delivery: Delivery) => delivery.id } }

export interface DeliveryFilter {
  readonly after?: number | undefined
  readonly state?: string | undefined
}

export function listDeliveries(db: Db, webhook: Webhook, filter: DeliveryFilter, page: Page): Promise<Delivery[]> {
  const { where, order, limit } = pageClauses(page, event)
  let rows = db
    .selectFrom('webhookDeliveries')
    .innerJoin('events', (join) =>
      join.onRef('events.number', '=', 'webhookDeliveries.eventNumber').on('events.dealerId', '=', webhook.dealerId),
    )
    .select(['eventNumber as id', 'type', 'accountId', 'state', 'tries', 'status', 'failure', 'durationMs'])
    .select(['firstTryAt', 'lastTryAt', 'nextTryAt'])
    .where('webhookDeliveries.webhookId', '=', webhook.id)
    .where(where)
  if (filter.after !== undefined) rows = rows.where('eventNumber', '>', filter.after)
  if (filter.state !== undefined) rows = rows.where('state', '=', filter.state)
  return rows.orderBy(order).limit(limit).execute() as unknown as Promise<Delivery[]>
}

export const removeDeliveriesBefore = (db: Db, time: Date, most: number): Promise<number> =>
  removeSome(db, 'webhookDeliveries', sql`last_try_at < ${time}`, most)
