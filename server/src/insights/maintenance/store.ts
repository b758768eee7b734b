import { sql } from 'kysely'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type Seen, seesUnit } from '#kernel/sight.ts'
import type { Counter, Counters, MaintenanceTask, ServiceRecord } from './maintenance.ts'

interface Said {
  readonly value: number
  readonly sourceValue: number
  /** Unix seconds. */
  readonly at: number
}

interface Row {
  readonly unitId: number
  readonly reportedKm: number | null
  readonly reportedHours: number | null
  readonly countedKm: number
  readonly countedHours: number
  readonly settings: Readonly<Record<string, Said>> | null
}

/** The parameters that count kilometres, best first. */
export const mileageNames = ['vehicle.mileage', 'can.vehicle.mileage'] as const

/** The newest value of a parameter that a unit reports. */
const reported = (...names: readonly string[]) => sql`(
  select (parameters -> name ->> 'value')::float8 from unnest(${[...names]}::text[]) with ordinality as known (name, rank)
  where jsonb_typeof(parameters -> name -> 'value') = 'number' order by rank limit 1)`

/** Total of stored trips since the counter was set. A partial trip counts in part. */
const counted = (counter: string, amount: string) => sql`(
  select coalesce(sum(${sql.raw(amount)} * (t1 - greatest(t0, said)) / nullif(t1 - t0, 0)), 0)::float8
  from (select coalesce(max(extract(epoch from at)), 0)::float8 as said from counter_settings
    where unit_id = units.id and counter = ${counter} and source = 'trips') as setting
  join trips on trips.unit_id = units.id and t1 > said and kind <> 'gap')`

/**
 * From the newest value that a unit reports, or from its trips as stored now: late data that changes trips changes the
 * counter with them, so the order of messages makes no difference.
 */
export async function readCounters(db: Db, unitIds: readonly number[]): Promise<Counters[]> {
  return (
    await rowsOf<Row>(db)`
    select units.id as unit_id,
      ${reported(...mileageNames)} as reported_km,
      ${reported('engine.motorhours', 'can.engine.motorhours')} as reported_hours,
      ${counted('mileage', "(case kind when 'trip' then metres else 0 end) / 1000")} as counted_km,
      ${counted('hours', '(moving_seconds + idle_seconds) / 3600')} as counted_hours,
      (select jsonb_object_agg(counter || ' ' || source,
          jsonb_build_object('value', value, 'sourceValue', source_value, 'at', extract(epoch from at)))
        from counter_settings where unit_id = units.id) as settings
    from units left join (select * from telemetry where unit_id = any(${[...unitIds]}::bigint[])) as telemetry
      on telemetry.unit_id = units.id
    where units.id = any(${[...unitIds]}::bigint[]) order by units.id`
  ).map(({ unitId, settings, reportedKm, reportedHours, countedKm, countedHours }) => {
    const counter = (name: string, told: number | null, sum: number): Counter => {
      const said = settings?.[`${name} ${told === null ? 'trips' : 'reported'}`]
      const correctedAt = said ? new Date(said.at * 1000) : null
      return told === null
        ? { source: 'trips', correctedAt, value: (said?.value ?? 0) + sum }
        : { source: 'reported', correctedAt, value: told + (said ? said.value - said.sourceValue : 0) }
    }
    return {
      unitId,
      mileage: counter('mileage', reportedKm, countedKm),
      hours: counter('hours', reportedHours, countedHours),
    }
  })
}

/** How far the counter is set ahead of what the unit reports, in kilometres. */
export const readAhead = async (db: Db, unitId: number): Promise<number> =>
  (
    await firstRow<{ ahead: number }>(db)`
    select value - source_value as ahead from counter_settings
    where unit_id = ${unitId} and counter = 'mileage' and source = 'reported'`
  )?.ahead ?? 0

export interface Setting {
  readonly unitId: number
  readonly counter: 'mileage' | 'hours'
  readonly source: Counter['source']
  readonly value: number
  /** The value before; for the unit's own counter, the difference is stored. */
  readonly before: number
  readonly at: Date
}

export const setCounter = (db: Db, { unitId, counter, source, value, before, at }: Setting) =>
  sql`
    insert into counter_settings as known (unit_id, counter, source, value, source_value, at)
    values (${unitId}, ${counter}, ${source}, ${value}, ${before}, ${at})
    on conflict (unit_id, counter, source) do update set
      value = excluded.value, at = excluded.at,
      -- The difference to what the source itself says stays right when it is set again and again.
      source_value = excluded.source_value - (known.value - known.source_value)`.execute(db)

/** Tasks of the account in the caller's applications. */
const services = (accountId: number, seen: Seen) => sql`
  select services.* from services join units on units.id = services.unit_id
  where units.account_id = ${accountId} and ${seesUnit(seen)}`

export async function list(db: Db, accountId: number, seen: Seen, unitId?: number): Promise<MaintenanceTask[]> {
  const ofUnit = unitId === undefined ? sql`` : sql`and unit_id = ${unitId}`
  return (await sql<MaintenanceTask>`${services(accountId, seen)} ${ofUnit} order by services.id`.execute(db)).rows
}

export const listOfUnits = async (db: Db, unitIds: readonly number[]): Promise<MaintenanceTask[]> =>
  (
    await sql<MaintenanceTask>`
      select * from services where unit_id = any(${[...unitIds]}::bigint[]) order by unit_id, id`.execute(db)
  ).rows

export interface RecordOfUnit extends ServiceRecord {
  readonly unitId: number
  readonly name: string
}

/** What was done to units between two times, in order. */
export function listRecordsOfUnits(db: Db, unitIds: readonly number[], from: Date, to: Date) {
  return rowsOf<RecordOfUnit>(db)`
    select service_visits.*, services.unit_id, services.name
    from services join service_visits on service_visits.service_id = services.id
    where services.unit_id = any(${[...unitIds]}::bigint[]) and done_at >= ${from} and done_at < ${to}
    order by done_at, service_visits.id`
}

export async function find(db: Db, accountId: number, seen: Seen, id: string) {
  return (await sql<MaintenanceTask>`${services(accountId, seen)} and services.id = ${id}`.execute(db)).rows[0]
}

/** One at a time: the count decides whether one more is allowed, and the latest completion counts. */
export const lockUnit = (db: Db, unitId: number) =>
  sql`select from units where id = ${unitId} for no key update`.execute(db)

export const insert = (db: Db, service: MaintenanceTask) => db.insertInto('services').values(service).execute()

export const save = (db: Db, { id, ...service }: MaintenanceTask) =>
  db.updateTable('services').set(service).where('id', '=', id).execute()

export const remove = (db: Db, id: string) => db.deleteFrom('services').where('id', '=', id).execute()

export const insertServiceRecord = (db: Db, visit: ServiceRecord) =>
  db.insertInto('serviceVisits').values(visit).execute()

export const listServiceRecords = (db: Db, serviceId: string): Promise<ServiceRecord[]> =>
  db
    .selectFrom('serviceVisits')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .orderBy('doneAt', 'desc')
    .orderBy('id', 'desc')
    .execute() as Promise<ServiceRecord[]>
