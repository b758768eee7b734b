/** The SQL of notifications. */

import { sql } from 'kysely'
import { type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import type { Context } from '#kernel/context.ts'
import { removeSome } from '#kernel/db/pieces.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { isPrivateAt } from '#kernel/private-time.ts'
import { type Seen, seesGeofence, seesUnit } from '#kernel/sight.ts'
import { keptMoments } from '#tracking/messages/actions.ts'
import type { Stretch } from '../projections/stretch.ts'
import { type Notification, toldAnyway } from './notification.ts'

const id = sql.ref('notifications.id')
export const sorts: Sorts = { id: { column: id, type: 'string', of: (one: Notification) => one.id } }

const ofSeenGeofence = (seen: Seen) => seesGeofence(seen, sql`(facts ->> 'geofenceId')::uuid`)

const [unitId, begin] = [sql.ref('notifications.unit_id'), sql.ref('notifications.t')]
const certain = sql`greatest(notifications.t, notifications.shown_at)`

/** Nothing is shown that reveals where a private trip led, from the start of the evidence until it was certain. */
const isToldTo = (seen: Seen) =>
  sql`(notifications.kind = any(${[...toldAnyway]}::text[]) or not ${isPrivateAt(seen, unitId, begin, certain)})`

/** An event is seen together with all notifications about it, including later ones. */
export const seenAt = sql`coalesce(notifications.acknowledged_at, (
    select unit_events.acknowledged_at from unit_events where unit_events.id = notifications.event_id))`

/** Of the units that the caller can see; a test has none. */
const notifications = (accountId: number, seen: Seen) => sql`
  select notifications.*, ${seenAt} as acknowledged_at from notifications left join units on units.id = notifications.unit_id
  where notifications.account_id = ${accountId} and (unit_id is null or ${seesUnit(seen)})
    and ${ofSeenGeofence(seen)} and ${isToldTo(seen)}`

export interface Filter {
  readonly accountId: number
  readonly seen: Seen
  readonly unitIds?: readonly number[] | undefined
  readonly ruleId?: string | undefined
  readonly kinds?: readonly string[] | undefined
  readonly geofenceId?: string | undefined
  /** When it happened. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly isAcknowledged?: boolean | undefined
}

export async function list(db: Db, filter: Filter, page: Page): Promise<Notification[]> {
  const { accountId, seen, unitIds, ruleId, kinds, geofenceId, from, to, isAcknowledged } = filter
  const { where, order, limit } = pageClauses(page, id)
  return rowsOf<Notification>(db)`
    ${notifications(accountId, seen)}
      ${unitIds ? sql`and unit_id = any(${[...unitIds]}::bigint[])` : sql``}
      ${ruleId === undefined ? sql`` : sql`and rule_id = ${ruleId}`}
      ${kinds ? sql`and notifications.kind = any(${[...kinds]}::text[])` : sql``}
      ${geofenceId === undefined ? sql`` : sql`and facts ->> 'geofenceId' = ${geofenceId}`}
      ${from === undefined ? sql`` : sql`and t >= ${from}`}
      ${to === undefined ? sql`` : sql`and t < ${to}`}
      ${isAcknowledged === undefined ? sql`` : sql`and (${seenAt} is not null) = ${isAcknowledged}`}
      and ${where} order by ${order} limit ${limit}`
}

export async function find(db: Db, accountId: number, seen: Seen, id: string) {
  return (await sql<Notification>`${notifications(accountId, seen)} and notifications.id = ${id}`.execute(db)).rows[0]
}

/**
 * Those of a rule and a unit around a moment: what began close to it, or still lasted. What is due stays due, and a
 * silent unit stays silent since `heardAt`.
 */
export const listAt = (
  db: Db,
  of: { readonly accountId: number; readonly seen: Seen; readonly ruleId: string; readonly unitId: number },
  { from, to }: Stretch,
  near: number,
  heardAt: number | null,
) => rowsOf<Notification>(db)`
    select listed.* from (${notifications(of.accountId, of.seen)} and rule_id = ${of.ruleId} and unit_id = ${of.unitId}
        and t < ${to + near} and kind <> 'test') as listed
      left join unit_events on unit_events.id = listed.event_id left join unit_spans on unit_spans.id = span_id
    where listed.kind in ('service', 'document') or (listed.kind = 'silence' and listed.t = ${heardAt}::float8)
      or (listed.kind <> 'silence' and listed.shown_at >= ${from - near})
      or (unit_spans.geofence_id is null and unit_spans.t0 < ${to} and coalesce(unit_spans.t1, ${to}) >= ${from})
    order by listed.t desc limit 5`

/** As the page of a person shows it. `most` null: no limit. */
export async function countUnread(
  db: Db,
  accountId: number,
  seen: Seen,
  userId: string,
  most: number | null = null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${notifications(accountId, seen)} and notifications.acknowledged_at is null
      and ${seenAt} is null and exists (select from users where users.id = ${userId} and notify_in_app)
      limit ${most}) as unread`.execute(db)
  return rows[0]!.count
}

/** All up to a moment, named ones, or all about some events. */
export type Which =
  | { readonly ids: readonly string[] }
  | { readonly eventIds: readonly string[] }
  | { readonly until: Date }

export type Marked = Pick<Notification, 'id' | 'eventId' | 'unitId'>

const isAmong = (which: Which) =>
  'ids' in which
    ? sql`id = any(${[...which.ids]}::uuid[])`
    : 'eventIds' in which
      ? sql`event_id = any(${[...which.eventIds]}::uuid[])`
      : sql`created_at <= ${which.until}`

/** The first mark counts; returns what nobody had seen. */
export const acknowledge = (
  db: Db,
  of: { readonly accountId: number; readonly seen: Seen },
  which: Which,
  by: { readonly at: Date; readonly user: string | null },
) => rowsOf<Marked>(db)`
    update notifications set acknowledged_at = ${by.at}, acknowledged_by = ${by.user}
    where account_id = ${of.accountId} and acknowledged_at is null and ${isAmong(which)} and ${ofSeenGeofence(of.seen)} and ${isToldTo(of.seen)} and (unit_id is null or exists (
      select from units where units.id = unit_id and ${seesUnit(of.seen)}))
    returning id, event_id, unit_id`

const isNoEvent = sql<boolean>`event_id is not null
      and not exists (select from unit_events where unit_events.id = event_id)`

/**
 * A notification whose trigger is found again is restored, even if it has not been withdrawn yet. Several geofences may be
 * entered at one moment; the place of a condition may be another one now.
 */
async function revive(db: Db, one: Notification): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update notifications set withdrawn_at = null, event_id = ${one.eventId}, event_key = ${one.eventKey}
    where id = (
      select id from notifications
      where rule_id = ${one.ruleId} and unit_id = ${one.unitId} and kind = ${one.kind} and t = ${one.t}
        and (kind = 'condition' or facts ->> 'geofenceId' is not distinct from ${one.facts.geofenceId ?? null}::text)
        and (withdrawn_at is not null or ${isNoEvent})
      order by id desc limit 1)`.execute(db)
  return numAffectedRows > 0n
}

/** False: the rule already has a notification for this key. */
export async function insert(db: Db, one: Notification): Promise<boolean> {
  if (await revive(db, one)) return false
  const row = await db
    .insertInto('notifications')
    .values({ ...one, facts: JSON.stringify(one.facts) })
    .onConflict((oc) => oc.columns(['ruleId', 'eventKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Publishes on the channel `notifications`. */
export async function announce(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    select pg_notify('notifications', json_build_array(notifications.account_id, units.app_id, unit_id, shown_at)::text)
    from notifications left join units on units.id = unit_id where notifications.id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
}

/**
 * An event that is gone although its messages are kept was disproved by later data. A rule or geofence that was changed
 * since proves nothing.
 */
export async function withdraw(ctx: Pick<Context, 'db' | 'log'>, now: Date, since: Date): Promise<string[]> {
  const { db } = ctx
  const { rows: doubtful } = await sql<{ id: string; unitId: number; t: number }>`
    select id, unit_id, t from notifications
    where withdrawn_at is null and created_at > ${since} and ${isNoEvent} and unit_id is not null
      and exists (
        select from notification_rules where notification_rules.id = rule_id and is_enabled
          and notification_rules.since <= notifications.shown_at)
      and (facts ->> 'geofenceId' is null or exists (
        select from geofences where geofences.id = (facts ->> 'geofenceId')::uuid
          and geofences.updated_at < notifications.created_at))`.execute(db)
  if (doubtful.length === 0) return []
  const ids = await keptMoments(ctx, doubtful)
  return (
    await rowsOf<{ id: string }>(db)`
    update notifications set withdrawn_at = ${now}
    where id = any(${ids.map(({ id }) => id)}::uuid[]) and withdrawn_at is null and ${isNoEvent}
    returning id`
  ).map((row) => row.id)
}

export const removeBefore = (db: Db, time: Date, most: number): Promise<number> =>
  removeSome(db, 'notifications', sql`created_at < ${time}`, most)

export async function dealerOf(db: Db, accountId: number): Promise<number> {
  const { dealerId } = await db
    .selectFrom('accounts')
    .select('dealerId')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return dealerId
}
