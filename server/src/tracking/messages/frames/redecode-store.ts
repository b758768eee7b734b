import { effectiveSettings, modelById } from '@waymark/devices'
import { sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { UnitToday } from '../live/replay.ts'
import type { Telemetry } from '../message.ts'
import type { StoredChunk } from '../store.ts'

export interface TrackedUnit extends UnitToday {
  readonly id: number
  readonly dealerId: number
  readonly ident: string
  readonly name: string
}

/** For the operator, who may inspect units of every dealer. */
export async function findUnit(db: Db, unitId: number): Promise<TrackedUnit | undefined> {
  const row = await db
    .selectFrom('units')
    .leftJoin('modelSettings', (join) =>
      join.onRef('modelSettings.dealerId', '=', 'units.dealerId').onRef('modelSettings.hwId', '=', 'units.hwId'),
    )
    .select(['units.id', 'units.dealerId', 'units.ident', 'units.name', 'units.hwId'])
    .select(['units.protocolSettings as own', 'modelSettings.settings as ofModel'])
    .where('units.id', '=', unitId)
    .executeTakeFirst()
  if (!row) return undefined
  const { own, ofModel, ...unit } = row
  const protocol = modelById(unit.hwId)?.protocol ?? ''
  return { ...unit, settings: effectiveSettings(protocol, ofModel as Values, own as Values) }
}

type Values = Readonly<Record<string, unknown>> | null

/** All kept frames, in order of arrival. */
export async function readFrames(db: Db, unitId: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('frameChunks')
    .select('data')
    .where('unitId', '=', unitId)
    .orderBy('received1')
    .orderBy('seq')
    .execute()
  return rows.map(({ data }) => data)
}

/** Frames of chunks that reach into a time range, in order of arrival. */
export const readFramesBetween = async (db: Db, unitId: number, from: number, to: number): Promise<Buffer[]> =>
  (
    await rowsOf<{ data: Buffer }>(db)`
    select data from frame_chunks
    where unit_id = ${unitId} and received1 >= to_timestamp(${from}) and received0 <= to_timestamp(${to})
    order by received1, seq`
  ).map(({ data }) => data)

export const removeChunk = (db: Db, unitId: number, { t1, seq }: StoredChunk) =>
  db
    .deleteFrom('messageChunks')
    .where('unitId', '=', unitId)
    .where('t1', '=', t1)
    .where('seq', '=', sql<never>`${seq}`)
    .execute()

export const saveTelemetry = (db: Db, unitId: number, parameters: Telemetry, tMax: number) =>
  sql`
    update telemetry set parameters = ${JSON.stringify(parameters)}::jsonb, t_max = greatest(t_max, ${tMax}::float8)
    where unit_id = ${unitId}`.execute(db)
