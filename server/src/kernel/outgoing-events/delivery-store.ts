import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '../db/rows.ts'
import type { Db } from '../db/transaction.ts'
import type { Event } from './event.ts'
import type { DeliveryState } from './webhook.ts'
import { isFor } from './webhook-store.ts'

/** One event claimed by a worker, with everything needed to send it. */
export interface Item {
  readonly webhookId: string
  readonly dealerId: number
  /** The lane's; 0 for events that concern no account. */
  readonly accountId: number
  readonly lease: string
  readonly tries: number
  readonly replayedAt: Date | null
  readonly url: string
  readonly secretSealed: Buffer
  readonly previousSecretSealed: Buffer | null
  readonly previousUntil: Date | null
  readonly event: Event
}

export interface ClaimLimits {
  readonly most: number
  readonly perEndpoint: number
  readonly now: Date
  /** When a silent worker counts as dead. */
  readonly leaseUntil: Date
}

interface Lane {
  readonly webhookId: string
  readonly accountId: number
}

const inHand = (webhookId: RawBuilder<unknown>, now: Date) => sql`(
  select count(*) from webhook_lanes b
  where b.webhook_id = ${webhookId} and b.lease is not null and b.next_try_at > ${now})`

/** Endpoints with due events that no other worker handles: one at a time, so that claims count for all workers. */
export const lockEndpoints = async (db: Db, { now, most, perEndpoint }: ClaimLimits): Promise<string[]> =>
  (
    await rowsOf<{ id: string }>(db)`
    select id from webhooks w where enabled and exists (
      select from webhook_lanes l where l.webhook_id = w.id and l.next_try_at <= ${now})
    and ${inHand(sql`w.id`, now)} < ${perEndpoint}
    limit ${most} for no key update skip locked`
  ).map(({ id }) => id)

/** Read after the lock, so that it sees earlier claims of others. */
export const takeLanes = (
  db: Db,
  endpoints: readonly string[],
  { now, most, perEndpoint }: ClaimLimits,
) => rowsOf<Lane>(db)`
    select due.webhook_id, due.account_id from unnest(${[...endpoints]}::uuid[]) as w (id) cross join lateral (
      select l.webhook_id, l.account_id from webhook_lanes l where l.webhook_id = w.id and l.next_try_at <= ${now}
      order by l.next_try_at
      limit greatest(0, ${perEndpoint} - ${inHand(sql`w.id`, now)})
      for update skip locked) as due
    limit ${most}`

/** Closes lanes whose events were all sent or are no longer wanted, and leases the next event of the others. */
export async function leaseHeads(db: Db, lanes: readonly Lane[], lease: string, limits: ClaimLimits): Promise<Item[]> {
  const taken = sql`unnest(${lanes.map((one) => one.webhookId)}::uuid[], ${lanes.map((one) => one.accountId)}::bigint[])
    as taken (webhook_id, account_id)`
  const { rows } = await sql<Omit<Item, 'event'> & { number: number; type: Event['type']; at: Date; data: object }>`
    with heads as (
      select l.webhook_id, l.account_id, w.dealer_id, w.url, w.secret_sealed, w.previous_secret_sealed, w.previous_until,
        e.number, e.type, e.at, e.data
      from ${taken} join webhook_lanes l using (webhook_id, account_id) join webhooks w on w.id = l.webhook_id
      cross join lateral (
        select number, type, at, data from events e
        where e.dealer_id = w.dealer_id and coalesce(e.account_id, 0) = l.account_id and e.number is not null
          and e.number >= l.head and ${isFor}
        order by e.number limit 1) as e)
    update webhook_lanes l set lease = ${lease}::uuid, next_try_at = ${limits.leaseUntil}::timestamptz, head = heads.number,
      tries = case when l.head = heads.number then l.tries else 0 end
    from heads where l.webhook_id = heads.webhook_id and l.account_id = heads.account_id
    returning heads.*, l.lease, l.tries, l.replayed_at`.execute(db)
  await sql`
    delete from webhook_lanes l using ${taken}
    where l.webhook_id = taken.webhook_id and l.account_id = taken.account_id and l.lease is distinct from ${lease}::uuid`.execute(
    db,
  )
  return rows.map(({ number, type, at, data, ...item }) => ({
    ...item,
    event: { id: number, accountId: item.accountId || null, type, at, data },
  }))
}

/** False: the lane is no longer ours, so the result is dropped. */
export async function leaveHead(db: Db, item: Item, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update webhook_lanes set head = head + 1, tries = 0, lease = null, next_try_at = ${now} where ${isHeld(item)}
    returning head`.execute(db)
  return rows.length > 0
}

/** After `leaveHead`, whose lock makes everything numbered before visible. */
export const closeIfEmpty = (db: Db, { webhookId, accountId }: Item) =>
  sql`
    delete from webhook_lanes l using webhooks w
    where l.webhook_id = ${webhookId} and l.account_id = ${accountId} and w.id = l.webhook_id and not exists (
      select from events e where e.dealer_id = w.dealer_id and coalesce(e.account_id, 0) = l.account_id
        and e.number is not null and e.number >= l.head and ${isFor})`.execute(db)

export async function postpone(db: Db, item: Item, nextTryAt: Date): Promise<boolean> {
  const { rows } = await sql`
    update webhook_lanes set tries = tries + 1, lease = null, next_try_at = ${nextTryAt} where ${isHeld(item)}
    returning head`.execute(db)
  return rows.length > 0
}

const isHeld = ({ webhookId, accountId, lease }: Item) =>
  sql<boolean>`webhook_id = ${webhookId} and account_id = ${accountId} and lease = ${lease}::uuid`

export interface Try {
  readonly state: DeliveryState
  readonly status: number | null
  readonly failure: string | null
  readonly durationMs: number
  readonly at: Date
  readonly nextTryAt: Date | null
}

export const record = (db: Db, { webhookId, event }: Item, { at, ...last }: Try) =>
  db
    .insertInto('webhookDeliveries')
    .values({ webhookId, eventNumber: event.id, tries: 1, firstTryAt: at, lastTryAt: at, ...last })
    .onConflict((oc) =>
      oc
        .columns(['webhookId', 'eventNumber'])
        .doUpdateSet((eb) => ({ ...last, tries: eb('webhookDeliveries.tries', '+', 1), lastTryAt: at })),
    )
    .execute()

export const nextTryOf = sql`select next_try_at from webhook_lanes order by next_try_at limit 1`
