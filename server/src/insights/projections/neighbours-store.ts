/** Notes reports of units that rules compare others with: their results depend on them (docs/decisions/0148). */
import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type Range, toMultirange } from '#kernel/slices/slice.ts'
import type { Change } from '#tracking/messages/actions.ts'

/** It has its own index: hardly any rule compares, and this runs for every unit that reports. */
const compares = sql<boolean>`jsonb_path_exists(condition, '$.**.metres')`

/** A condition on a row of `notification_rules`: whether it names a unit to compare with, or a group of it. */
export const namesOther = (unitId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(${compares} and (
  jsonb_path_exists(condition, '$.**.unitIds[*] ? (@ == $id)', jsonb_build_object('id', ${unitId}))
  or exists (select from group_units where group_units.unit_id = ${unitId}
    and jsonb_path_exists(condition, '$.**.groupIds[*] ? (@ == $id)', jsonb_build_object('id', group_id::text)))))`

/**
 * Of those that a rule compares with. Locks only new rows, so nodes that note and nodes that compute cannot deadlock.
 */
export async function note(db: Db, changes: readonly Change[], now: Date): Promise<void> {
  const rows = JSON.stringify(changes.map(({ unitId, t0, t1 }) => ({ unit_id: unitId, t0, t1 })))
  await sql`
    insert into neighbour_changes (unit_id, t0, t1, at)
    select one.unit_id, one.t0, one.t1, ${now}
    from jsonb_to_recordset(${rows}::jsonb) as one (unit_id bigint, t0 float8, t1 float8)
      join units on units.id = one.unit_id
    where exists (select from notification_rules where notification_rules.account_id = units.account_id and is_enabled
      and ${namesOther(sql.ref('units.id'))})`.execute(db)
}

/** A note, with its row. */
export interface Noted extends Change {
  readonly at: Date
  readonly row: string
}

/** What was noted until a time, for units in these ranges; locked, so that no other node takes it. */
export const list = (db: Db, ranges: readonly Range[], until: Date, most: number) => rowsOf<Noted>(db)`
    select unit_id, t0, t1, at, ctid::text as row from neighbour_changes
    where at <= ${until} and unit_id <@ ${toMultirange(ranges)}::int8multirange
    limit ${most} for update skip locked`

/** In the transaction that locked them. */
export async function remove(db: Db, notes: readonly Noted[]): Promise<void> {
  await sql`delete from neighbour_changes where ctid = any(${notes.map(({ row }) => row)}::tid[])`.execute(db)
}
