import { sql } from 'kysely'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { countsSince, knowsUnit, type Seen } from '#kernel/sight.ts'
import type { LogbookSettings, Mark } from '../drivers/trip-kind.ts'
import type { Entry } from './entry.ts'

export interface SettingsOfUnit extends LogbookSettings {
  readonly keeperName: string | null
}

/** For all units that the caller knows, in order of time. */
export const listSettings = (
  db: Db,
  accountId: number,
  seen: Seen,
  unitId: number | undefined,
) => rowsOf<SettingsOfUnit>(db)`
    select logbook_settings.*, users.name as keeper_name
    from logbook_settings join units on units.id = logbook_settings.unit_id left join users on users.id = keeper_id
    where logbook_settings.account_id = ${accountId} and units.account_id = ${accountId} and ${knowsUnit(seen)}
      ${unitId === undefined ? sql`` : sql`and units.id = ${unitId}`}
    order by logbook_settings.unit_id, logbook_settings.t0`

/** The first second from which a unit counts for its account. */
export const findSince = async (db: Db, unitId: number): Promise<number> =>
  (await firstRow<{ since: number }>(db)`
    select ceil(${countsSince}) as since from units where id = ${unitId}`)!.since

export const insertSettings = (db: Db, one: LogbookSettings) =>
  sql`
    insert into logbook_settings (id, account_id, unit_id, t0, is_on, zone, other_kind, hours_kind, weekdays, start_minute,
      end_minute, keeper_id, created_at)
    values (${one.id}, ${one.accountId}, ${one.unitId}, ${one.t0}, ${one.isOn}, ${one.zone}, ${one.otherKind},
      ${one.hoursKind}, ${[...one.weekdays]}::smallint[], ${one.startMinute}, ${one.endMinute}, ${one.keeperId},
      ${one.createdAt})`.execute(db)

export const listMarks = (db: Db, accountId: number, unitId: number, from: number, to: number) => rowsOf<Mark>(db)`
    select * from logbook_marks
    where account_id = ${accountId} and unit_id = ${unitId} and t0 < ${to} and t1 > ${from} order by t0, id`

export async function replaceMarks(db: Db, removed: readonly string[], mark: Mark): Promise<void> {
  await sql`delete from logbook_marks where id = any(${[...removed]}::uuid[])`.execute(db)
  await db.insertInto('logbookMarks').values(mark).execute()
}

export const changedFields = ['kind', 'purpose', 'partner'] as const
type ChangedField = (typeof changedFields)[number]

export interface EntryChange {
  readonly id: string
  readonly accountId: number
  readonly unitId: number
  readonly t0: number
  readonly t1: number
  readonly field: ChangedField
  readonly before: string | null
  readonly after: string | null
  readonly at: Date
  readonly userId: string | null
  readonly userName: string
}

export async function insertChanges(db: Db, changes: readonly EntryChange[]): Promise<void> {
  if (changes.length > 0)
    await db
      .insertInto('logbookChanges')
      .values([...changes])
      .execute()
}

/** Of trips that began in a time range, newest first. */
export const listChanges = (
  db: Db,
  accountId: number,
  unitId: number,
  { from, to }: { readonly from: number; readonly to: number },
  most: number,
) => rowsOf<EntryChange>(db)`
    select * from logbook_changes
    where account_id = ${accountId} and unit_id = ${unitId} and t0 >= ${from} and t0 < ${to}
    order by at desc, id desc limit ${most}`

export interface ClosedMonth {
  readonly id: string
  readonly accountId: number
  readonly unitId: number
  readonly month: string
  readonly zone: string
  readonly t0: number
  readonly t1: number
  readonly closedAt: Date
  readonly closedBy: string | null
  readonly closedByName: string
  readonly entries: readonly Entry[]
}

/** Those that overlap a time range, in order of time. */
export const listMonths = (
  db: Db,
  accountId: number,
  unitId: number,
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
) => rowsOf<ClosedMonth>(db)`
    select * from logbook_months
    where account_id = ${accountId} and unit_id = ${unitId} and t0 < ${to} and t1 > ${from} order by t0`

export interface ClosedDriver {
  readonly unitId: number
  readonly driverId: string
  readonly driverName: string | null
}

/** Who drove units in closed months that overlap a time range, the last first: there are many trips, and few drivers. */
export const listClosedDrivers = (
  db: Db,
  accountId: number,
  unitIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
) => rowsOf<ClosedDriver>(db)`
    select unit_id, entry ->> 'driverId' as driver_id,
      (array_agg(entry ->> 'driverName' order by t0 desc))[1] as driver_name
    from logbook_months cross join jsonb_array_elements(entries) as entry
    where account_id = ${accountId} and unit_id = any(${[...unitIds]}::bigint[]) and t0 < ${to} and t1 > ${from}
      and entry ->> 'driverId' is not null
    group by unit_id, entry ->> 'driverId' order by max(t0) desc, unit_id`

export const insertMonth = (db: Db, { entries, ...month }: ClosedMonth) =>
  db
    .insertInto('logbookMonths')
    .values({ ...month, entries: JSON.stringify(entries) })
    .execute()

export interface TripTime {
  readonly t0: number
  readonly metres: number
}

export interface Driven {
  /** When the last trip of the unit ended, or last reported. */
  readonly end: number
  /** Of trips that began after the time range. */
  readonly metres: number
  /** Those that began in the time range, latest first. */
  readonly trips: readonly TripTime[]
}

/** All trips of a unit from a time range on, including moves within a yard, in one snapshot. */
export const readDriven = async (db: Db, unitId: number, from: number, to: number): Promise<Driven> =>
  (await firstRow<Driven>(db)`
    select coalesce(max(t1), 0)::float8 as "end", coalesce(sum(metres) filter (where t0 >= ${to}), 0)::float8 as metres,
      coalesce(jsonb_agg(jsonb_build_object('t0', t0, 'metres', metres) order by t0 desc) filter (where t0 < ${to}), '[]')
        as trips
    from trips where unit_id = ${unitId} and kind = 'trip' and t0 >= ${from}`)!

/** When trips of a unit began; unknown ones are absent. */
export const timesOf = async (db: Db, unitId: number, tripIds: readonly string[]): Promise<number[]> =>
  (
    await rowsOf<{ t0: number }>(db)`
    select t0 from trips where unit_id = ${unitId} and kind = 'trip' and id = any(${[...tripIds]}::uuid[])`
  ).map(({ t0 }) => t0)

/** Logins of drivers. */
export async function loginsOf(db: Db, accountId: number, driverIds: readonly string[]): Promise<Map<string, string>> {
  if (driverIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id from drivers
    where account_id = ${accountId} and user_id is not null and id = any(${[...driverIds]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}

export const findName = async (db: Db, accountId: number, userId: string): Promise<string | undefined> =>
  (
    await firstRow<{ name: string }>(db)`
    select name from users where id = ${userId} and account_id = ${accountId}`
  )?.name
