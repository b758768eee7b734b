import { type RawBuilder, sql } from 'kysely'
import { type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import { inSnakeCase } from '#kernel/db/snake-case.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { atLast, isPrivateAt, privateSince } from '#kernel/private-time.ts'
import { type Seen, seesGeofence, seesUnit } from '#kernel/sight.ts'
import type { Oldest } from '../projections/actions.ts'
import { contentNames, eventsOfSpan, type Span } from './span.ts'

/**
 * Spans settled at or after a time, for several units, and open ones, in chronological order. Either those of rules,
 * or visits and alarms.
 */
export const listSettledFrom = (
  db: Db,
  units: readonly { readonly unitId: number; readonly from: number }[],
  isOfRules: boolean,
) => rowsOf<Span>(db)`
    select unit_spans.*
    from unnest(${units.map((one) => one.unitId)}::bigint[], ${units.map((one) => one.from)}::float8[]) as unit (id, since)
    join unit_spans on unit_spans.unit_id = unit.id
      and (unit_spans.settled >= unit.since or unit_spans.settled is null) and (rule_id is not null) = ${isOfRules}
    order by unit_spans.unit_id, unit_spans.t0, unit_spans.id`

const changing = [...contentNames, 'detail', 'revised_at']

/** `newId` creates the id of a new event. */
export async function save(
  db: Db,
  written: readonly Span[],
  removed: readonly string[],
  newId: () => string,
  now: Date,
): Promise<void> {
  if (removed.length > 0) await sql`delete from unit_spans where id = any(${[...removed]}::uuid[])`.execute(db)
  if (written.length === 0) return
  await sql`
    insert into unit_spans (id, unit_id, geofence_id, alarm, t0, t1, lat0, lon0, lat1, lon1, speed0, speed1, before0, after0,
      before1, after1, count, settled, rule_id, detail, created_at, revised_at)
    select * from jsonb_to_recordset(${JSON.stringify(written.map(inSnakeCase))}::jsonb) as one (id uuid, unit_id bigint,
      geofence_id uuid, alarm text, t0 float8, t1 float8, lat0 float8, lon0 float8, lat1 float8, lon1 float8,
      speed0 float8, speed1 float8, before0 float8, after0 float8, before1 float8, after1 float8, count integer, settled float8, rule_id uuid, detail jsonb,
      created_at timestamptz, revised_at timestamptz)
    on conflict (id) do update set ${sql.raw(changing.map((name) => `${name} = excluded.${name}`).join(', '))}`.execute(
    db,
  )
  await saveEvents(db, written, newId, now)
}

/** Late data may move an event's time; disproved events are deleted. */
async function saveEvents(db: Db, spans: readonly Span[], newId: () => string, now: Date): Promise<void> {
  const told = spans.flatMap((span) =>
    eventsOfSpan(span).map(({ kind, t }) => ({ id: newId(), span_id: span.id, unit_id: span.unitId, kind, t })),
  )
  const rows = JSON.stringify(told)
  const spanIds = spans.map(({ id }) => id)
  await sql`
    delete from unit_events using unnest(${spanIds}::uuid[]) as span (id) where span_id = span.id and not exists (
      select from jsonb_to_recordset(${rows}::jsonb) as told (span_id uuid, kind text)
      where told.span_id = unit_events.span_id and told.kind = unit_events.kind)`.execute(db)
  await sql`
    insert into unit_events (id, span_id, account_id, unit_id, kind, t, created_at)
    select told.id, told.span_id, units.account_id, told.unit_id, told.kind, told.t, ${now}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as told (id uuid, span_id uuid, unit_id bigint, kind text, t float8)
    join units on units.id = told.unit_id
    on conflict (span_id, kind) do update set t = excluded.t`.execute(db)
}

/** Publishes on the channel `events`. */
export const announce = (db: Db, units: readonly { unitId: number; from: number }[]) =>
  sql`
    select pg_notify('events', json_build_array(units.account_id, units.app_id, units.id, changed.since)::text)
    from unnest(${units.map((one) => one.unitId)}::bigint[], ${units.map((one) => one.from)}::float8[]) as changed (id, since)
    join units on units.id = changed.id`.execute(db)

export interface VisitFilter {
  readonly seen: Seen
  readonly unitIds: readonly number[]
  readonly geofenceId: string | undefined
  readonly from: number
  readonly to: number
}

const unitId = sql.ref('unit_spans.unit_id')

/** Whether a visit began in a private trip, or its beginning was shown by a position of one. */
export const beganPrivately = (seen: Seen): RawBuilder<boolean> =>
  isPrivateAt(seen, unitId, sql.ref('unit_spans.t0'), sql`greatest(unit_spans.t0, unit_spans.after0)`)

/** For open visits: whether the unit is on a private trip, or where one led. */
export const isPrivateNow = (seen: Seen): RawBuilder<boolean> => isPrivateAt(seen, unitId, atLast)

/** Beginning of the private trip on which a visit ended, or still lasts. */
const hiddenSince = (seen: Seen) =>
  privateSince(
    ...([seen, unitId, sql`coalesce(unit_spans.t1, ${atLast})`] as const),
    sql`greatest(coalesce(unit_spans.t1, ${atLast}), unit_spans.after1)`,
  )

type FoundVisit = Span & { readonly hiddenSince: number | null }

/** For others it ends where the private trip begins, without showing how. */
function withoutPrivateEnd({ hiddenSince, ...visit }: FoundVisit): Span {
  if (hiddenSince === null) return visit
  const t1 = Math.min(hiddenSince, visit.t1 ?? hiddenSince)
  return { ...visit, t1, lat1: null, lon1: null, before1: null, after1: null }
}

/** Visits of several units that overlap a period, in chronological order, one page after the given visit. */
export const listVisits = async (
  db: Db,
  { seen, unitIds, geofenceId, from, to }: VisitFilter,
  after: Pick<Span, 't0' | 'id'> | undefined,
  most: number,
): Promise<Span[]> =>
  (
    await rowsOf<FoundVisit>(db)`
    select * from (select unit_spans.*, ${hiddenSince(seen)} as hidden_since from unit_spans
      where unit_id = any(${[...unitIds]}::bigint[]) and geofence_id is not null and t0 < ${to}
        and (t1 is null or t1 > ${from}) and ${seesGeofence(seen, sql.ref('geofence_id'))}
        and not ${beganPrivately(seen)} ${geofenceId === undefined ? sql`` : sql`and geofence_id = ${geofenceId}`}
        ${after ? sql`and (t0, id) > (${after.t0}, ${after.id})` : sql``}) as visit
    where hidden_since is null or hidden_since > ${from}
    order by t0, id limit ${most}`
  ).map(withoutPrivateEnd)

/** Open visits of one geofence. */
export const listInside = (db: Db, accountId: number, seen: Seen, geofenceId: string) => rowsOf<Span>(db)`
    select unit_spans.* from unit_spans join units on units.id = unit_spans.unit_id
    where geofence_id = ${geofenceId} and t1 is null and units.account_id = ${accountId}
      and ${seesUnit(seen)} and not ${beganPrivately(seen)} and not ${isPrivateNow(seen)}
    order by t0, unit_spans.id`

export interface UnitEvent {
  readonly id: string
  readonly unitId: number
  readonly kind: string
  readonly t: number
  readonly geofenceId: string | null
  readonly visitId: string | null
  /** For a condition: the notification rule and its name. */
  readonly ruleId: string | null
  readonly ruleName: string | null
  readonly lat: number | null
  readonly lon: number | null
  readonly speed: number | null
  readonly seenBefore: number | null
  readonly seenAfter: number | null
  /** How often an alarm was reported, and when last. */
  readonly count: number
  readonly until: number
  readonly createdAt: Date
  readonly acknowledgedAt: Date | null
}

const at: RawBuilder<unknown> = sql.ref('unit_events.t')
export const eventSorts: Sorts = { at: { column: at, type: 'number', of: (event: UnitEvent) => event.t } }

export interface EventFilter {
  readonly accountId: number
  readonly seen: Seen
  readonly unitIds: readonly number[] | undefined
  readonly kinds: readonly string[] | undefined
  readonly geofenceId: string | undefined
  readonly from: number | undefined
  readonly to: number | undefined
  readonly isAcknowledged: boolean | undefined
}

const shownAt = sql`case unit_events.kind when 'leave' then unit_spans.after1 else unit_spans.after0 end`

/** An event, from its time until the position that showed it. */
export const isSecret = (seen: Seen) => isPrivateAt(seen, unitId, at, sql`greatest(unit_events.t, ${shownAt})`)
const endsPrivately = (seen: Seen) => isPrivateAt(seen, unitId, at, sql`greatest(unit_events.t, unit_spans.t1)`)

/**
 * Whether its position also reveals that of another unit (docs/decisions/0148) that has left the account, or was on a
 * private trip.
 */
const isOfHiddenOther = (seen: Seen) => sql`exists (
  select from jsonb_array_elements(unit_spans.detail -> 'others') as other
  where not exists (select from units as there
      where there.id = (other ->> 'unitId')::bigint and there.account_id = unit_events.account_id)
    or ${isPrivateAt(seen, sql`(other ->> 'unitId')::bigint`, sql`(other ->> 't')::float8`)})`
const hasNoPlace = (seen: Seen) => sql`(${isSecret(seen)} or ${isOfHiddenOther(seen)})`

/** Of a private trip only a call for help is shown, without its position. */
const events = (accountId: number, seen: Seen) => sql`
  select unit_events.id, unit_events.unit_id, unit_events.kind, unit_events.t, unit_spans.geofence_id,
    case when unit_spans.geofence_id is not null then unit_spans.id end as visit_id, unit_spans.rule_id,
    (select name from notification_rules where notification_rules.id = unit_spans.rule_id) as rule_name,
    case when ${hasNoPlace(seen)} then null when unit_events.kind = 'leave' then unit_spans.lat1 else unit_spans.lat0 end as lat,
    case when ${hasNoPlace(seen)} then null when unit_events.kind = 'leave' then unit_spans.lon1 else unit_spans.lon0 end as lon,
    case when ${hasNoPlace(seen)} then null when unit_events.kind = 'leave' then unit_spans.speed1 else unit_spans.speed0 end as speed,
    case unit_events.kind when 'leave' then unit_spans.before1 else unit_spans.before0 end as seen_before,
    case unit_events.kind when 'leave' then unit_spans.after1 else unit_spans.after0 end as seen_after,
    unit_spans.count, case when unit_spans.geofence_id is null and not ${endsPrivately(seen)} then coalesce(unit_spans.t1, unit_events.t)
      else unit_events.t end as until,
    unit_events.created_at, unit_events.acknowledged_at
  from unit_events join unit_spans on unit_spans.id = unit_events.span_id join units on units.id = unit_events.unit_id
  where unit_events.account_id = ${accountId} and ${seesUnit(seen)}
    and ${seesGeofence(seen, sql.ref('unit_spans.geofence_id'))}
    and (unit_events.kind = 'sos' or not ${isSecret(seen)})`

export async function listEvents(db: Db, filter: EventFilter, page: Page): Promise<UnitEvent[]> {
  const { unitIds, kinds, geofenceId, from, to, isAcknowledged } = filter
  const { where, order, limit } = pageClauses(page, sql.ref('unit_events.id'))
  return rowsOf<UnitEvent>(db)`
    ${events(filter.accountId, filter.seen)}
      ${unitIds ? sql`and unit_events.unit_id = any(${[...unitIds]}::bigint[])` : sql``}
      ${kinds ? sql`and unit_events.kind = any(${[...kinds]}::text[])` : sql``}
      ${geofenceId === undefined ? sql`` : sql`and unit_spans.geofence_id = ${geofenceId}`}
      ${from === undefined ? sql`` : sql`and unit_events.t >= ${from}`}
      ${to === undefined ? sql`` : sql`and unit_events.t < ${to}`}
      ${isAcknowledged === undefined ? sql`` : sql`and (unit_events.acknowledged_at is not null) = ${isAcknowledged}`}
      and ${where} order by ${order} limit ${limit}`
}

export const findEvent = (db: Db, accountId: number, seen: Seen, id: string) =>
  firstRow<UnitEvent>(db)`${events(accountId, seen)} and unit_events.id = ${id}`

/** Deletes what ended before the oldest stored message. */
export async function removeForgotten(db: Db, oldest: readonly Oldest[], most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from unit_spans where ctid = any(array(
      select known.ctid from unit_spans as known
      join unnest(${oldest.map(({ unitId }) => unitId)}::bigint[], ${oldest.map(({ t }) => t)}::float8[]) as one (unit_id, t)
        on known.unit_id = one.unit_id and known.t1 < one.t limit ${most}))`.execute(db)
  return Number(numAffectedRows)
}
