/** The units whose kept frames are being decoded again, and the progress. */
import { sql } from 'kysely'
import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'

export interface DecodingAgain {
  readonly unitId: number
  readonly askedAt: Date
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  /** In seconds. */
  readonly doneUntil: number
  readonly frames: number
  readonly unreadable: number
  readonly changed: number
  readonly added: number
  readonly removed: number
  readonly t0: number | null
  readonly t1: number | null
  readonly finishedAt: Date | null
}

export const find = (db: Db, unitId: number): Promise<DecodingAgain | undefined> =>
  db.selectFrom('redecodings').selectAll().where('unitId', '=', unitId).executeTakeFirst() as Promise<
    DecodingAgain | undefined
  >

/** False: already in progress. */
export async function ask(db: Db, unitId: number, askedAt: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into redecodings (unit_id, asked_at, state) values (${unitId}, ${askedAt}, 'waiting')
    on conflict (unit_id) do update set asked_at = excluded.asked_at, state = 'waiting', done_until = 0, frames = 0,
      unreadable = 0, changed = 0, added = 0, removed = 0, t0 = null, t1 = null, finished_at = null
    where redecodings.state in ('done', 'failed')`.execute(db)
  return numAffectedRows > 0n
}

/** The oldest request that no other node works on, locked until the transaction ends. */
export const lockNext = (db: Db, until: Date, without: readonly number[]) => firstRow<DecodingAgain>(db)`
    select * from redecodings where state in ('waiting', 'running') and asked_at <= ${until}
      and unit_id <> all(${[...without]}::bigint[])
    order by asked_at limit 1 for update skip locked`

export const save = (db: Db, { unitId, ...row }: DecodingAgain) =>
  db.updateTable('redecodings').set(row).where('unitId', '=', unitId).execute()

/** When the first frame after a moment arrived, in seconds. */
export async function findNextFrame(db: Db, unitId: number, after: number): Promise<number | undefined> {
  const { rows } = await sql<{ at: number }>`
    select greatest(extract(epoch from received0)::float8, ${after}::float8) as at from frame_chunks
    where unit_id = ${unitId} and received1 > to_timestamp(${after}::float8) order by received1, seq limit 1`.execute(
    db,
  )
  return rows[0]?.at
}

export const findOldest = async (db: Db, unitId: number): Promise<number> =>
  (
    await firstRow<{ t0: number | null }>(db)`
    select min(t0) as t0 from message_chunks where unit_id = ${unitId}`
  )?.t0 ?? Number.POSITIVE_INFINITY
