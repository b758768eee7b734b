/** What sensors measured, by quarters of an hour. */
import { sql } from 'kysely'
import { removeSome } from '#kernel/db/pieces.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { isPrivateAt, type Viewing } from '#kernel/private-time.ts'
import type { Oldest } from '../../projections/actions.ts'
import type { Quarter } from './quarter.ts'

/** Recomputed quarters of one unit: all from `from` on, and before `metAt` if the run stopped there. */
export interface Recomputed {
  readonly unitId: number
  readonly from: number
  readonly metAt: number | undefined
  readonly quarters: readonly Quarter[]
}

const rowsPerWrite = 5_000

export async function save(db: Db, recomputed: readonly Recomputed[]): Promise<void> {
  const again = recomputed.filter(({ from }) => Number.isFinite(from))
  if (again.length > 0) {
    await sql`
      delete from sensor_quarters using unit_sensors, unnest(${again.map(({ unitId }) => unitId)}::bigint[],
        ${again.map(({ from }) => from)}::float8[], ${again.map(({ metAt }) => metAt ?? null)}::float8[])
        as run (unit_id, t0, t1)
      where unit_sensors.unit_id = run.unit_id and sensor_quarters.sensor_id = unit_sensors.id
        and sensor_quarters.t >= run.t0 and (run.t1 is null or sensor_quarters.t < run.t1)`.execute(db)
  }
  const all = recomputed.flatMap(({ quarters }) => quarters)
  for (let at = 0; at < all.length; at += rowsPerWrite) await write(db, all.slice(at, at + rowsPerWrite))
}

async function write(db: Db, quarters: readonly Quarter[]): Promise<void> {
  const rows = quarters.map(({ sensorId, lastAt, ...row }) => ({ sensor_id: sensorId, last_at: lastAt, ...row }))
  await sql`
    insert into sensor_quarters as known (sensor_id, t, count, sum, min, max, last, last_at)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (sensor_id uuid, t bigint, count integer,
      sum float8, min float8, max float8, last float8, last_at float8)
    on conflict (sensor_id, t) do update set count = excluded.count, sum = excluded.sum, min = excluded.min,
      max = excluded.max, last = excluded.last, last_at = excluded.last_at`.execute(db)
}

export async function removeForgotten(db: Db, oldest: readonly Oldest[], most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from sensor_quarters where ctid = any(array(
      select known.ctid from unnest(${oldest.map(({ unitId }) => unitId)}::bigint[],
        ${oldest.map(({ t }) => t)}::float8[]) as one (unit_id, t)
      join unit_sensors on unit_sensors.unit_id = one.unit_id
      join sensor_quarters as known on known.sensor_id = unit_sensors.id and known.last_at < one.t
      limit ${most}))`.execute(db)
  return Number(numAffectedRows)
}

const sensorsPerPiece = 100

/** At most this many rows of deleted sensors, which the database records. One that is restored keeps its rows. */
export async function removeOrphans(db: Db, most: number): Promise<number> {
  // Locked, so that none is deleted again while its note is removed.
  await sql`
    delete from removed_sensors where sensor_id in (
      select id from unit_sensors join removed_sensors on sensor_id = id for key share of unit_sensors)`.execute(db)
  const { rows } = await sql<{ sensorId: string }>`
    select sensor_id from removed_sensors order by sensor_id limit ${sensorsPerPiece}`.execute(db)
  if (rows.length === 0) return 0
  const some = sql`sensor_id = any(${rows.map(({ sensorId }) => sensorId)}::uuid[])`
  const isOrphan = sql`${some} and not exists (select from unit_sensors where id = sensor_id)`
  const removed = await removeSome(db, 'sensorQuarters', isOrphan, most)
  if (removed > 0) return removed
  const { numAffectedRows = 0n } = await sql`
    delete from removed_sensors where ${some}
      and not exists (select from sensor_quarters where sensor_quarters.sensor_id = removed_sensors.sensor_id)`.execute(
    db,
  )
  return Number(numAffectedRows)
}

export type Measured = Pick<Quarter, 'sensorId' | 't' | 'count' | 'sum' | 'min' | 'max'>

/** Those that begin in a time range, in order of time, without private trips of others. */
export const listBetween = (
  db: Db,
  viewing: Viewing,
  sensorIds: readonly string[],
  from: number,
  to: number,
) => rowsOf<Measured>(db)`
    select sensor_id, t, count, sum, sensor_quarters.min, sensor_quarters.max from sensor_quarters join unit_sensors on unit_sensors.id = sensor_id
    where sensor_id = any(${[...sensorIds]}::uuid[]) and t >= ${from} and t < ${to}
      and not ${isPrivateAt(viewing, sql.ref('unit_sensors.unit_id'), sql.ref('sensor_quarters.t'), sql.ref('last_at'))}
    order by sensor_id, t`
