import { sql } from 'kysely'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { isPrivateAt, type Viewing } from '#kernel/private-time.ts'
import { type Seen, seesUnit } from '#kernel/sight.ts'
import type { Sensor } from './sensor.ts'

/** With its last value, and whether its history is being computed. */
export interface ReadSensor extends Sensor {
  readonly last: number | null
  readonly lastAt: number | null
  readonly isRecomputing: boolean
}

/** What was measured on private trips of others is left out. */
const withLast = (viewing: Viewing) => sql`
  select unit_sensors.*, newest.last, newest.last_at, exists (
    select from followed_units where follower = 'sensors' and followed_units.unit_id = unit_sensors.unit_id
      and dirty_from = 0) as is_recomputing
  from unit_sensors join units on units.id = unit_sensors.unit_id
  left join lateral (
    select last, last_at from sensor_quarters where sensor_id = unit_sensors.id
      and not ${isPrivateAt(viewing, sql.ref('unit_sensors.unit_id'), sql.ref('t'), sql.ref('last_at'))}
    order by t desc limit 1) as newest on true`

const inOrder = sql`order by unit_sensors.unit_id, lower(unit_sensors.name)`

/** Of the units that the caller sees. */
export async function list(db: Db, accountId: number, seen: Seen, unitId?: number): Promise<ReadSensor[]> {
  const ofUnit = unitId === undefined ? sql`` : sql`and units.id = ${unitId}`
  return rowsOf<ReadSensor>(db)`
    ${withLast(seen)} where units.account_id = ${accountId} and ${seesUnit(seen)} ${ofUnit} ${inOrder}`
}

/** Of units whose owner was checked. */
export const listOfUnits = (db: Db, unitIds: readonly number[]) => rowsOf<Sensor>(db)`
    select * from unit_sensors where unit_id = any(${[...unitIds]}::bigint[]) ${inOrder}`

/** For a dealer, who is never the driver. */
export const listWithLast = (db: Db, unitId: number) =>
  rowsOf<ReadSensor>(db)`${withLast({})} where units.id = ${unitId} ${inOrder}`

export async function find(db: Db, accountId: number, seen: Seen, id: string): Promise<ReadSensor | undefined> {
  const { rows } = await sql<ReadSensor>`
    ${withLast(seen)} where units.account_id = ${accountId} and ${seesUnit(seen)} and unit_sensors.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Serialised: names and the count decide whether one more is allowed. By id, to avoid deadlocks. */
export const lockUnits = (db: Db, unitIds: readonly number[]) =>
  sql`select from units where id = any(${[...unitIds]}::bigint[]) order by id for no key update`.execute(db)

const rowOf = ({ pairs, ...sensor }: Sensor) => ({ ...sensor, pairs: JSON.stringify(pairs) })

export async function insert(db: Db, sensors: readonly Sensor[]): Promise<void> {
  if (sensors.length > 0) await db.insertInto('unitSensors').values(sensors.map(rowOf)).execute()
}

export async function save(db: Db, sensor: Sensor): Promise<void> {
  const { id, unitId: _, createdAt: __, ...row } = rowOf(sensor)
  await db.updateTable('unitSensors').set(row).where('id', '=', id).execute()
}

export const remove = (db: Db, id: string) => db.deleteFrom('unitSensors').where('id', '=', id).execute()

/** Since when rules about sensors apply to an account, if there are any. */
export const rulesSince = async (db: Db, accountId: number): Promise<number | undefined> =>
  (
    await firstRow<{ since: number | null }>(db)`
    select min(since)::float8 as since from notification_rules
    where account_id = ${accountId} and jsonb_path_exists(condition, '$.**.sensor')`
  )?.since ?? undefined
