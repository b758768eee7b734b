/** Which node writes for a unit, on a cluster: recorded per part of the units (migration 0113). */
import { sql } from 'kysely'
import { arrayOf, putBigint } from '#kernel/db/binary.ts'
import { type PipelineStep, runPipelined } from '#kernel/db/pipeline.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { notifyAll } from '../live/flushes-store.ts'

/** Returns the nodes that have lost units. `keys`: the part of each unit. */
export async function claimUnits(
  db: Db,
  node: number,
  entering: readonly number[],
  keys: readonly number[],
  unitIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ former: number }>`
    select former from claim_part_units(${node}, ${[...entering]}::bigint[], ${[...keys]}::bigint[],
      ${[...unitIds]}::bigint[]) as former`.execute(db)
  return [...new Set(rows.map(({ former }) => former))]
}

/** Workers have no listeners, so the coordinator publishes it. A node that misses it finds out at its next flush. */
export const notifyOwners = (db: Db, nodes: readonly number[]): Promise<void> =>
  notifyAll(
    db,
    nodes.map((node) => ({ channel: 'owners', payload: String(node) })),
  )

const bigints = (values: readonly number[]) => arrayOf('bigint', values, putBigint)

export const fence = (
  node: number,
  keys: readonly number[],
  noticed: readonly number[],
  unitIds: readonly number[],
): PipelineStep => ({
  text: 'select require_part_units($1, $2::bigint[], $3::bigint[], $4::bigint[])',
  values: [String(node), bigints(keys), bigints(noticed), bigints(unitIds)],
})

export interface PartLosses {
  readonly counts: ReadonlyMap<number, number>
  readonly isGone: boolean
  readonly unitIds: readonly number[]
  readonly gone: readonly number[]
}

export async function readLosses(db: Db, node: number, noticed: ReadonlyMap<number, number>): Promise<PartLosses> {
  const { rows } = await sql<{ key: number; total: number | null; lost: number | null; owner: number | null }>`
    select * from read_part_losses(${node}, ${[...noticed.keys()]}::bigint[],
      ${[...noticed.values()]}::bigint[])`.execute(db)
  const losses = rows.flatMap(({ lost, owner }) => (lost === null ? [] : [{ lost, owner }]))
  return {
    counts: new Map(rows.flatMap(({ key, total }) => (total === null ? [] : [[key, total]]))),
    isGone: rows.some(({ total }) => total === null),
    unitIds: losses.map(({ lost }) => lost),
    gone: losses.filter(({ owner }) => owner !== null && owner !== node).map(({ lost }) => lost),
  }
}

export async function forgetLosses(db: Db, node: number, noticed: ReadonlyMap<number, number>): Promise<void> {
  const steps = [...noticed].map(([key, n]) => ({
    text: 'delete from part_losses where part = $1 and node_id = $2 and n <= $3',
    values: [key, node, n].map(String),
  }))
  if (steps.length > 0) await runPipelined(db, steps)
}

/** Removes everything of nodes that are gone. `living` are all others. */
export const removeOthers = (db: Db, keys: readonly number[], living: readonly number[]) =>
  sql`
    delete from part_nodes where part = any(${[...keys]}::bigint[]) and node_id < ${Math.max(0, ...living)}
      and node_id <> all(${[...living]}::bigint[])`.execute(db)

/** True: no other node has it. Held until the transaction ends. */
export const isOwner = async (db: Db, node: number, key: number, unitId: number): Promise<boolean> =>
  (
    await rowsOf<{ nodeId: number }>(db)`
    select node_id from part_owners where part = ${key} and unit_id = ${unitId} for share`
  ).every(({ nodeId }) => nodeId === node)
