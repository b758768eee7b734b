/** Pending deliveries to channels, and their results. */
import { type RawBuilder, sql } from 'kysely'
import type { AppId } from '#kernel/applications.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { countOf, firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Notification } from '../notification.ts'
import type { RuleAction } from '../rule-actions/action.ts'
import { isReachable } from '../store.ts'
import type { Channel } from './channel.ts'

const deliveryStates = ['waiting', 'posted', 'delivered', 'failed', 'dropped'] as const
type DeliveryState = (typeof deliveryStates)[number]

export interface Delivery {
  readonly notificationId: string
  readonly channelId: string
  readonly channelName: string
  readonly kind: Channel['kind']
  readonly state: DeliveryState
  readonly tries: number
  readonly nextTryAt: Date | null
  readonly status: number | null
  readonly failure: string | null
  readonly lastTryAt: Date | null
}

/** For enabled channels; returns how many. Those that wait for the end of quiet hours begin then. */
export async function insert(
  db: Db,
  notificationId: string,
  channelIds: readonly string[],
  leavesAt: Date,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into notification_deliveries (notification_id, channel_id, state, next_try_at, created_at)
    select ${notificationId}, id, 'waiting', ${leavesAt}::timestamptz, ${leavesAt}::timestamptz from notification_channels
    where id = any(${[...channelIds]}::uuid[]) and is_enabled and confirmed_at is not null
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}

/** One that was tried at once, and is followed. */
export const insertPosted = (db: Db, of: Pick<Item, 'notificationId' | 'channelId'>, nextTryAt: Date, now: Date) =>
  db
    .insertInto('notificationDeliveries')
    .values({ ...of, state: 'posted', tries: 1, nextTryAt, lastTryAt: now, createdAt: now })
    .execute()

/** Deliveries that waited for the actions of their rule no longer wait. */
export const release = (db: Db, notificationId: string, holdSeconds: number) =>
  sql`
    update notification_deliveries set next_try_at = next_try_at - make_interval(secs => ${holdSeconds})
    where notification_id = ${notificationId} and state = 'waiting' and tries = 0 and lease is null`.execute(db)

/** Regardless of quiet hours: what waits for their end is sent too. */
export const insertAtOnce = (
  db: Db,
  { notificationId, channelId }: Pick<Item, 'notificationId' | 'channelId'>,
  now: Date,
) =>
  sql`
    insert into notification_deliveries as known (notification_id, channel_id, state, next_try_at, created_at)
    values (${notificationId}, ${channelId}, 'waiting', ${now}::timestamptz, ${now}::timestamptz)
    on conflict (notification_id, channel_id) do update set next_try_at = excluded.next_try_at, created_at = excluded.created_at
      where known.state = 'waiting' and known.tries = 0 and known.lease is null`.execute(db)

/** One delivery claimed by a worker. */
export interface Item {
  readonly notificationId: string
  readonly channelId: string
  readonly lease: string
  readonly state: 'waiting' | 'posted'
  readonly tries: number
  /** Since then it is tried. */
  readonly createdAt: Date
}

/** At most `perChannel` of each channel, longest waiting first. */
export async function claim(
  db: Db,
  limits: { readonly most: number; readonly perChannel: number; readonly now: Date; readonly leaseUntil: Date },
  lease: string,
): Promise<Item[]> {
  const { most, perChannel, now, leaseUntil } = limits
  // One worker at a time for a channel, so that each worker's claims count for the others.
  const inHand = (channelId: RawBuilder<unknown>) => sql`(
    select count(*) from notification_deliveries busy
    where busy.channel_id = ${channelId} and busy.lease is not null and busy.next_try_at > ${now})`
  const { rows: channels } = await sql<{ id: string }>`
    select id from notification_channels join (
      select channel_id, min(next_try_at) as first from notification_deliveries where next_try_at <= ${now}
      group by channel_id) as due on channel_id = id
    where ${inHand(sql`id`)} < ${perChannel} order by first limit ${most}
    for no key update of notification_channels skip locked`.execute(db)
  if (channels.length === 0) return []
  return rowsOf<Item>(db)`
    with due as (
      select notification_id, channel_id, next_try_at,
        row_number() over (partition by channel_id order by next_try_at) + ${inHand(sql`waiting.channel_id`)} as place
      from notification_deliveries waiting
      where next_try_at <= ${now} and channel_id = any(${channels.map(({ id }) => id)}::uuid[]))
    update notification_deliveries d set lease = ${lease}::uuid, next_try_at = ${leaseUntil}::timestamptz
    from (select * from due where place <= ${perChannel} order by next_try_at limit ${most}) as taken
    where d.notification_id = taken.notification_id and d.channel_id = taken.channel_id
    returning d.notification_id, d.channel_id, d.lease, d.state, d.tries, d.created_at`
}

/** A notification with what decides how, and whether, it may be sent now. */
export type Waiting = Notification & {
  readonly zone: string | null
  readonly appId: AppId | null
  readonly isReachable: boolean
  readonly isBlocked: boolean
  /** Of its rule, as it is now. */
  readonly isRuleOn: boolean | null
  readonly actions: readonly RuleAction[] | null
}

export const readNotification = (db: Db, id: string) => firstRow<Waiting>(db)`
    select notifications.*, notification_rules.zone, units.app_id, ${isReachable} as is_reachable,
      accounts.blocked as is_blocked, notification_rules.is_enabled as is_rule_on, notification_rules.actions
    from notifications join accounts on accounts.id = notifications.account_id
      left join units on units.id = unit_id left join notification_rules on notification_rules.id = rule_id
    where notifications.id = ${id}`

export interface Outcome {
  readonly state: DeliveryState
  readonly nextTryAt: Date | null
  readonly status: number | null
  readonly failure: string | null
  readonly isTry: boolean
}

/** False: it is no longer claimed by this worker, so the result is dropped. */
export async function note(db: Db, item: Item, outcome: Outcome, now: Date): Promise<boolean> {
  const { state, nextTryAt, status, failure, isTry } = outcome
  const { rows } = await sql`
    update notification_deliveries set state = ${state}, next_try_at = ${nextTryAt}, lease = null, status = ${status},
      failure = ${failure}, tries = tries + ${isTry ? 1 : 0},
      last_try_at = case when ${isTry} then ${now}::timestamptz else last_try_at end
    where notification_id = ${item.notificationId} and channel_id = ${item.channelId} and lease = ${item.lease}::uuid
    returning state`.execute(db)
  return rows.length > 0
}

/** Nothing waits for a disabled channel. */
export const drop = (db: Db, channelId: string, failure: string) =>
  sql`
    update notification_deliveries set state = 'dropped', next_try_at = null, lease = null, failure = ${failure}
    where channel_id = ${channelId} and next_try_at is not null`.execute(db)

/** What was not sent is dropped. */
export const dropOf = (db: Db, notificationIds: readonly string[], failure: string) =>
  sql`
    update notification_deliveries set state = 'dropped', next_try_at = null, lease = null, failure = ${failure}
    where notification_id = any(${[...notificationIds]}::uuid[]) and state = 'waiting' and tries = 0`.execute(db)

/** For one account since a moment, under its lock. */
export async function countMails(db: Db, accountId: number, since: Date): Promise<number> {
  await lockAccount(db, accountId)
  return countOf(db)`
    select count(*)::integer as count
    from notification_channels join notification_deliveries on channel_id = notification_channels.id
    where account_id = ${accountId} and kind = 'mail' and tries > 0 and last_try_at > ${since}`
}

/** One of the account's people who wants no emails has this address. */
export async function isMuted(
  db: Db,
  { accountId, address }: Pick<Channel, 'accountId' | 'address'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from users
    where account_id = ${accountId} and lower(email) = lower(${address}) and not notify_by_mail`.execute(db)
  return rows.length > 0
}

export async function listOf(db: Db, notificationIds: readonly string[]): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select notification_id, channel_id, notification_channels.name as channel_name, kind, state, tries, next_try_at, status,
      failure, last_try_at
    from notification_deliveries join notification_channels on notification_channels.id = channel_id
    where notification_id = any(${[...notificationIds]}::uuid[]) order by lower(notification_channels.name), channel_id`.execute(
    db,
  )
  return rows
}

export const nextTryOf = sql`
    select next_try_at from notification_deliveries where next_try_at is not null order by next_try_at limit 1`
