/** How recent the latest values of units are, and their newest chunks. */
import { sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { among } from './changes-store.ts'
import type { Telemetry } from './message.ts'

export interface UnitState {
  readonly unitId: number
  /** No stored device time is newer; undefined: nothing is stored. */
  readonly tMax: number | undefined
  /** Chunks were written just before a crash and are not in the parameters. */
  readonly isStale: boolean
  readonly parameters: Telemetry
}

/** For a unit in `telemetry`: reads only the end of the index. */
const newestTime = (unitIds: readonly number[], isWorker: boolean) => sql<number | null>`(
      select max(t1) from message_chunks where message_chunks.unit_id = telemetry.unit_id ${among(unitIds, isWorker)})`

interface StateRow {
  readonly unitId: number
  readonly tMax: number | null
  readonly tKnown: number
  readonly parameters: Telemetry
}

/** What the writer must know about units that are not in its cache. */
export async function readUnitStates(db: Db, unitIds: readonly number[], isCluster = false): Promise<UnitState[]> {
  const rows = await (isCluster ? stateRowsAt(db, unitIds) : stateRowsOf(db, unitIds))
  const known = rows.map(({ unitId, tMax, tKnown, parameters }) => ({
    unitId,
    tMax: tMax ?? (isCluster ? tKnown : undefined),
    isStale: tMax !== null && tMax > tKnown,
    parameters,
  }))
  const found = new Set(known.map(({ unitId }) => unitId))
  const others = unitIds.filter((unitId) => !found.has(unitId))
  return others.length === 0 ? known : [...known, ...(await readFirstStates(db, others))]
}

const stateRowsOf = (db: Db, unitIds: readonly number[]) => rowsOf<StateRow>(db)`
    select unit_id, parameters, t_max as t_known, ${newestTime(unitIds, false)} as t_max
    from telemetry where unit_id = any(${[...unitIds]}::bigint[])`

/** With more at a time PostgreSQL might choose to read all chunks. */
const unitsPerJoin = 50

/**
 * The same on a worker. In a left join Citus asks only the shards of these units: another worker may be unavailable
 * (docs/decisions/0157).
 */
async function stateRowsAt(db: Db, unitIds: readonly number[]): Promise<StateRow[]> {
  const found: StateRow[] = []
  for (let at = 0; at < unitIds.length; at += unitsPerJoin) {
    const { rows } = await sql<StateRow>`
      select telemetry.unit_id, parameters, t_max as t_known, max(chunk.t1) as t_max
      from telemetry left join message_chunks chunk on chunk.unit_id = telemetry.unit_id and chunk.t1 >= telemetry.t_max
      where telemetry.unit_id = any(${unitIds.slice(at, at + unitsPerJoin)}::bigint[])
      group by telemetry.unit_id`.execute(db)
    found.push(...rows)
  }
  return found
}

/** Units without latest values. A crash may have left the first messages of such a unit. */
async function readFirstStates(db: Db, unitIds: readonly number[]): Promise<UnitState[]> {
  const { rows } = await sql<{ unitId: number; tMax: number }>`
    select unit_id, max(t1) as t_max from message_chunks where unit_id = any(${[...unitIds]}::bigint[])
    group by unit_id`.execute(db)
  const newest = new Map(rows.map(({ unitId, tMax }) => [unitId, tMax]))
  return unitIds.map((unitId) => ({ unitId, tMax: newest.get(unitId), isStale: false, parameters: {} }))
}

export interface Behind {
  readonly unitId: number
  readonly tKnown: number
  readonly tMax: number
}

/** The units whose newest chunk is not in their latest values; reads only the end of the index. */
export const readBehind = (db: Db, unitIds: readonly number[], isWorker: boolean) => rowsOf<Behind>(db)`
    select * from (
      select unit_id, t_max as t_known, ${newestTime(unitIds, isWorker)} as t_max
      from telemetry where unit_id = any(${[...unitIds]}::bigint[])) as unit
    where t_max > t_known`
