import { sql } from 'kysely'
import { lockAccount } from '#kernel/db/locks.ts'
import { countOf, firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { knowsUnit, type Seen } from '#kernel/sight.ts'
import type { Assignment, Driver, DriverKey, Lasting, Shift } from './driver.ts'

/** Days are text: a calendar day has no zone. */
const drivers = sql`
  select id, account_id, user_id, name, phone, email, licence_number, licence_expires_on::text, notes, created_at, updated_at
  from drivers`

/** Null for `userId`: all of the account, by name. Otherwise only the driver with this login. */
export async function list(db: Db, accountId: number, userId: string | null): Promise<Driver[]> {
  const own = userId === null ? sql`` : sql`and user_id = ${userId}`
  return rowsOf<Driver>(db)`
    ${drivers} where account_id = ${accountId} ${own} order by lower(name), id`
}

export const find = (db: Db, accountId: number, id: string) =>
  firstRow<Driver>(db)`${drivers} where account_id = ${accountId} and id = ${id}`

export async function namesOf(db: Db, accountId: number, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('drivers')
    .select(['id', 'name'])
    .where('accountId', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Serialised: the count decides whether one more is allowed. */
export async function countLocked(db: Db, accountId: number): Promise<number> {
  await lockAccount(db, accountId)
  return countOf(db)`select count(*) from drivers where account_id = ${accountId}`
}

/** A login of the account. */
export async function isPerson(db: Db, accountId: number, userId: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${userId} and account_id = ${accountId}`.execute(db)
  return rows.length > 0
}

export const insert = (db: Db, driver: Driver) => db.insertInto('drivers').values(driver).execute()

export const save = (db: Db, { id, accountId: _, createdAt: __, ...driver }: Driver) =>
  db.updateTable('drivers').set(driver).where('id', '=', id).execute()

export const remove = (db: Db, id: string) => db.deleteFrom('drivers').where('id', '=', id).execute()

export const listKeys = (db: Db, driverIds: readonly string[]) => rowsOf<DriverKey>(db)`
    select * from driver_keys where driver_id = any(${[...driverIds]}::uuid[]) order by t0, id`

export const findKey = (db: Db, accountId: number, id: string) => firstRow<DriverKey>(db)`
    select * from driver_keys where account_id = ${accountId} and id = ${id}`

export const listKeysOfCode = (db: Db, accountId: number, plainCode: string) => rowsOf<DriverKey>(db)`
    select * from driver_keys where account_id = ${accountId} and plain_code = ${plainCode} order by t0`

export const insertKey = (db: Db, key: DriverKey) => db.insertInto('driverKeys').values(key).execute()

export const endKey = (db: Db, id: string, { t0, t1 }: Lasting) =>
  db.updateTable('driverKeys').set({ t0, t1 }).where('id', '=', id).execute()

export const removeKey = (db: Db, id: string) => db.deleteFrom('driverKeys').where('id', '=', id).execute()

interface Asked {
  readonly accountId: number
  readonly seen: Seen
  readonly driverId?: string | undefined
  readonly unitId?: number | undefined
  readonly id?: string | undefined
}

/** Of units that the caller knows. */
const ofUnits = (
  table: 'driver_assignments' | 'driver_shifts',
  { accountId, seen, driverId, unitId, id }: Asked,
) => sql`
  select ${sql.table(table)}.* from ${sql.table(table)} join units on units.id = ${sql.table(table)}.unit_id
  where ${sql.table(table)}.account_id = ${accountId} and units.account_id = ${accountId} and ${knowsUnit(seen)}
    ${driverId === undefined ? sql`` : sql`and driver_id = ${driverId}`}
    ${unitId === undefined ? sql`` : sql`and unit_id = ${unitId}`}
    ${id === undefined ? sql`` : sql`and ${sql.table(table)}.id = ${id}`}
  order by t0 desc, ${sql.table(table)}.id desc`

export const listAssignments = (db: Db, asked: Asked, most: number | null = null) =>
  rowsOf<Assignment>(db)`${ofUnits('driver_assignments', asked)} limit ${most}`

export const insertAssignment = (db: Db, assignment: Assignment) =>
  db.insertInto('driverAssignments').values(assignment).execute()

export const setAssignmentEnd = (db: Db, id: string, t1: number | null) =>
  db.updateTable('driverAssignments').set({ t1 }).where('id', '=', id).execute()

export const removeAssignment = (db: Db, id: string) =>
  db.deleteFrom('driverAssignments').where('id', '=', id).execute()

export const listShifts = (db: Db, asked: Asked) => rowsOf<Shift>(db)`${ofUnits('driver_shifts', asked)}`

export async function insertShift(db: Db, shift: Shift): Promise<void> {
  await sql`
    insert into driver_shifts (id, account_id, driver_id, unit_id, weekdays, start_minute, end_minute, zone, t0, t1, created_at)
    values (${shift.id}, ${shift.accountId}, ${shift.driverId}, ${shift.unitId}, ${[...shift.weekdays]}::smallint[],
      ${shift.startMinute}, ${shift.endMinute}, ${shift.zone}, ${shift.t0}, ${shift.t1}, ${shift.createdAt})`.execute(
    db,
  )
}

export const setShiftEnd = (db: Db, id: string, t1: number | null) =>
  db.updateTable('driverShifts').set({ t1 }).where('id', '=', id).execute()

export const removeShift = (db: Db, id: string) => db.deleteFrom('driverShifts').where('id', '=', id).execute()
