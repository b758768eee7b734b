import { sql } from 'kysely'
import { rowsOf } from '../db/rows.ts'
import type { Db } from '../db/transaction.ts'
import type { Lease } from './slice.ts'

/** A node that has not renewed for this long counts as dead. By the database's clock, because it concerns processes. */
const goneBefore = sql`clock_timestamp() - interval '12 seconds'`

/** Returns all slices. A node that is late keeps what nobody has taken meanwhile. */
export const renew = (db: Db, node: string) => rowsOf<Lease>(db)`
    with own as (
      insert into slice_holders (id, seen_at) values (${node}::uuid, clock_timestamp())
      on conflict (id) do update set seen_at = excluded.seen_at)
    select slice, holder, epoch,
      exists (select from slice_holders where id = holder and seen_at > ${goneBefore}) as is_held
    from slices order by slice`

/** Takes those that are unchanged and that nobody is writing for. */
export async function take(db: Db, node: string, wanted: readonly Lease[]): Promise<void> {
  await sql`
    update slices set holder = ${node}::uuid, epoch = epoch + 1 where slice = any(array(
      select known.slice from slices as known
      join unnest(${wanted.map(({ slice }) => slice)}::smallint[], ${wanted.map(({ epoch }) => epoch)}::bigint[])
        as seen (slice, epoch) on known.slice = seen.slice and known.epoch = seen.epoch
      order by known.slice for update of known skip locked))`.execute(db)
  await sql`
    delete from slice_holders where seen_at < ${goneBefore} and id not in (
      select holder from slices where holder is not null)`.execute(db)
}

/** Until the transaction ends, nobody can take them. Returns how many are still held under these epochs. */
export async function lock(db: Db, held: readonly (readonly [slice: number, epoch: number])[]): Promise<number> {
  const { rows } = await sql`
    select known.slice from slices as known
    join unnest(${held.map(([slice]) => slice)}::smallint[], ${held.map(([, epoch]) => epoch)}::bigint[])
      as seen (slice, epoch) on known.slice = seen.slice and known.epoch = seen.epoch
    order by known.slice for key share of known`.execute(db)
  return rows.length
}

export async function release(db: Db, node: string): Promise<void> {
  await sql`update slices set holder = null where holder = ${node}::uuid`.execute(db)
  await sql`delete from slice_holders where id = ${node}::uuid`.execute(db)
}
