import { sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { countsSince } from '#kernel/sight.ts'
import type { Assignment, Shift } from './driver.ts'
import type { Claim } from './who-drove.ts'

export interface UnitClaim extends Claim {
  readonly unitId: number
}

/**
 * Claims by hand, and by keys in messages, for units of an account between two times. None of its drivers drove a unit
 * before it came to the account.
 */
export async function listClaims(
  db: Db,
  accountId: number,
  unitIds: readonly number[],
  from: number,
  to: number,
  begin = from,
): Promise<UnitClaim[]> {
  const { rows } = await sql<UnitClaim>`
    select unit_id, driver_id, 'hand' as source, greatest(t0, ${countsSince}, ${begin}) as t0, least(t1, ${to}) as t1
    from driver_assignments join units on units.id = unit_id
    where driver_assignments.account_id = ${accountId} and unit_id = any(${[...unitIds]}::bigint[]) and t0 < ${to} and coalesce(t1, 'infinity') > ${from}
    union all
    select shown.unit_id, keys.driver_id, 'message', greatest(shown.t0, keys.t0, ${begin}), least(shown.t1, keys.t1, ${to})
    from driving_spans shown join driver_keys keys on keys.account_id = ${accountId} and keys.plain_code = shown.code
      and keys.t0 < shown.t1 and coalesce(keys.t1, 'infinity') > shown.t0
    where shown.unit_id = any(${[...unitIds]}::bigint[]) and shown.kind = 'key' and shown.t0 < ${to} and shown.t1 > ${from}`.execute(
    db,
  )
  return rows.filter(({ t0, t1 }) => t1 > t0)
}

export const listShiftsBetween = (
  db: Db,
  accountId: number,
  unitIds: readonly number[],
  from: number,
  to: number,
) => rowsOf<Shift>(db)`
    select driver_shifts.*, greatest(t0, ${countsSince}) as t0 from driver_shifts join units on units.id = unit_id
    where driver_shifts.account_id = ${accountId} and unit_id = any(${[...unitIds]}::bigint[])
      and t0 < ${to} and coalesce(t1, 'infinity') > ${from}`

/** Units that a driver may have driven between two times, even if others claim them too. */
export async function listUnitsOf(
  db: Db,
  accountId: number,
  driverId: string,
  from: number,
  to: number,
): Promise<number[]> {
  const during = sql`t0 < ${to} and coalesce(t1, 'infinity') > ${from}`
  return (
    await rowsOf<Pick<Assignment, 'unitId'>>(db)`
    select unit_id from driver_assignments where driver_id = ${driverId} and ${during}
    union select unit_id from driver_shifts where driver_id = ${driverId} and ${during}
    union select shown.unit_id from driver_keys keys
      join driving_spans shown on shown.code = keys.plain_code and shown.t0 < ${to} and shown.t1 > ${from}
        and keys.t0 < shown.t1 and coalesce(keys.t1, 'infinity') > shown.t0
      join units on units.id = shown.unit_id and units.account_id = ${accountId}
    where keys.driver_id = ${driverId}`
  )
    .map(({ unitId }) => unitId)
    .sort((a, b) => a - b)
}
