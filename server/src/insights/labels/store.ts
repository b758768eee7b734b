import { sql } from 'kysely'
import { lockAccount } from '#kernel/db/locks.ts'
import { countOf, firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Seen } from '#kernel/sight.ts'
import type { Label } from './label.ts'

const onSeen = ({ sight }: Seen) => (sight?.unitIds ? sql`and unit_id = any(${[...sight.unitIds]}::bigint[])` : sql``)

const labels = (accountId: number, seen: Seen) => sql<Label>`
  select labels.*, (
    select coalesce(json_agg(unit_id order by unit_id), '[]') from label_units
    where label_id = labels.id ${onSeen(seen)}) as unit_ids
  from labels where account_id = ${accountId}`

export const list = (db: Db, accountId: number, seen: Seen) =>
  rowsOf<Label>(db)`${labels(accountId, seen)} order by lower(name)`

export const find = (db: Db, accountId: number, seen: Seen, id: string) =>
  firstRow<Label>(db)`${labels(accountId, seen)} and id = ${id}`

/** Serialised: the count decides whether one more is allowed. */
export async function countLocked(db: Db, accountId: number): Promise<number> {
  await lockAccount(db, accountId)
  return countOf(db)`select count(*) from labels where account_id = ${accountId}`
}

type Row = Omit<Label, 'unitIds'>

export const insert = (db: Db, { id, accountId, name, colour, createdAt, updatedAt }: Row) =>
  db.insertInto('labels').values({ id, accountId, name, colour, createdAt, updatedAt }).execute()

export const save = (db: Db, { id, name, colour, updatedAt }: Row) =>
  db.updateTable('labels').set({ name, colour, updatedAt }).where('id', '=', id).execute()

export const remove = (db: Db, id: string) => db.deleteFrom('labels').where('id', '=', id).execute()

/** Of the units that the caller can see, exactly these carry the label. */
export async function setUnits(db: Db, id: string, seen: Seen, unitIds: readonly number[]): Promise<void> {
  await sql`
    delete from label_units
    where label_id = ${id} and unit_id <> all(${[...unitIds]}::bigint[]) ${onSeen(seen)}`.execute(db)
  await sql`
    insert into label_units (label_id, unit_id)
    select ${id}::uuid, unit_id from unnest(${[...unitIds]}::bigint[]) as unit_id
    on conflict do nothing`.execute(db)
}

/** The unit carries exactly these labels. */
export async function setLabels(db: Db, unitId: number, labelIds: readonly string[]): Promise<void> {
  await sql`delete from label_units where unit_id = ${unitId} and label_id <> all(${[...labelIds]}::uuid[])`.execute(db)
  await sql`
    insert into label_units (label_id, unit_id)
    select label_id, ${unitId}::bigint from unnest(${[...labelIds]}::uuid[]) as label_id
    on conflict do nothing`.execute(db)
}
