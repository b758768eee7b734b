import { sql } from 'kysely'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type LogbookSettings, type Mark, shortMove } from './trip-kind.ts'

/**
 * For units in their current accounts, in order of time. Locked until the transaction ends: two computations of one
 * unit run one after the other.
 */
export const lockSettings = (db: Db, unitIds: readonly number[]) => rowsOf<LogbookSettings>(db)`
    select logbook_settings.* from logbook_settings join units on units.id = logbook_settings.unit_id
      and units.account_id = logbook_settings.account_id
    where logbook_settings.unit_id = any(${[...unitIds]}::bigint[])
    order by logbook_settings.unit_id, logbook_settings.t0 for update of logbook_settings`

export const unitsWithLogbook = async (db: Db, accountId: number): Promise<number[]> =>
  (
    await rowsOf<{ unitId: number }>(db)`
    select distinct unit_id from logbook_settings where account_id = ${accountId} order by unit_id`
  ).map(({ unitId }) => unitId)

export interface DrivenTrip {
  readonly t0: number
  readonly t1: number
}

const isTripOf = (unitId: number) => sql`unit_id = ${unitId} and kind = 'trip'
  and (ended_rule is null or metres >= ${shortMove.metres} or t1 - t0 >= ${shortMove.seconds})`

/** The beginning of the trip before the last that began by then: nothing before it can have changed. */
export const startBefore = async (db: Db, unitId: number, from: number): Promise<number> =>
  (
    await firstRow<{ t0: number }>(db)`
    select t0 from trips where ${isTripOf(unitId)} and t0 <= ${from} order by t0 desc offset 1 limit 1`
  )?.t0 ?? Number.NEGATIVE_INFINITY

/** Without moves within a yard, which neither begin nor end anything. */
export const listTripsFrom = (db: Db, unitId: number, from: number) => rowsOf<DrivenTrip>(db)`
    select t0, t1 from trips where ${isTripOf(unitId)} and t0 >= ${from} order by t0`

export const listMarks = (db: Db, accountId: number, unitId: number, from: number) => rowsOf<Mark>(db)`
    select * from logbook_marks where account_id = ${accountId} and unit_id = ${unitId} and t1 > ${from}
    order by t0, id`

export interface FreshStretch {
  readonly t0: number
  readonly t1: number | null
  readonly driverId: string | null
  readonly keeperId: string | null
}

/** Replaces everything from a time on. */
export async function replaceFrom(db: Db, unitId: number, from: number, fresh: readonly FreshStretch[]): Promise<void> {
  await sql`
    delete from private_stretches
    where unit_id = ${unitId} and (t0 >= ${from} or coalesce(t1, 'infinity') > ${from})`.execute(db)
  if (fresh.length === 0) return
  const rows = fresh.map(({ t0, t1, driverId, keeperId }) => ({ t0, t1, driver_id: driverId, keeper_id: keeperId }))
  await sql`
    insert into private_stretches (unit_id, t0, t1, driver_id, keeper_id)
    select ${unitId}, t0, t1, driver_id, keeper_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (t0 float8, t1 float8, driver_id uuid, keeper_id uuid)`.execute(
    db,
  )
}
