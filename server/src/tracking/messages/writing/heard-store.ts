/**
 * On a cluster, the times that lists of units need are in a separate table on the coordinator (docs/decisions/0121).
 */
import { sql } from 'kysely'
import { arrayOf, putBigint, putTime } from '#kernel/db/binary.ts'
import type { PipelineStep } from '#kernel/db/pipeline.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { isDistributed } from '../cluster/shards.ts'

export interface Heard {
  readonly unitId: number
  /** In seconds. */
  readonly lastActive: number
}

/** In the order of their ids, so that two nodes never wait for each other. */
export const heardStep = (units: readonly Heard[]): PipelineStep => stepOf(units, '', '')

/** The same for existing units only: one may have been deleted meanwhile. */
export const heardAgainStep = (units: readonly Heard[]): PipelineStep =>
  stepOf(units, 'join unit_heard as there using (unit_id)', 'for update of there')

const stepOf = (units: readonly Heard[], join: string, held: string): PipelineStep => ({
  text: `
    insert into unit_heard as known (unit_id, last_active)
    select given.* from unnest($1::bigint[], $2::timestamptz[]) as given (unit_id, last_active) ${join} order by 1 ${held}
    on conflict (unit_id) do update set last_active = excluded.last_active where known.last_active < excluded.last_active`,
  values: [
    arrayOf(
      'bigint',
      units.map(({ unitId }) => unitId),
      putBigint,
    ),
    arrayOf(
      'timestamptz',
      units.map(({ lastActive }) => lastActive),
      putTime,
    ),
  ],
})

/** After the latest values of a unit were copied or deleted. */
export async function refreshHeard(db: Db, unitIds: readonly number[]): Promise<void> {
  if (!(await isDistributed(db))) return
  const { rows } = await sql<{ unitId: number; lastActive: Date }>`
    select unit_id, last_active from telemetry where unit_id = any(${[...unitIds]}::bigint[])`.execute(db)
  await sql`delete from unit_heard where unit_id = any(${[...unitIds]}::bigint[])`.execute(db)
  await sql`
    insert into unit_heard (unit_id, last_active)
    select * from unnest(${rows.map((row) => row.unitId)}::bigint[], ${rows.map((row) => row.lastActive)}::timestamptz[])
    on conflict do nothing`.execute(db)
}
