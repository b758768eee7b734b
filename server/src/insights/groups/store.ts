import { sql } from 'kysely'
import { lockAccount } from '#kernel/db/locks.ts'
import { countOf, firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { knowsUnit, type Seen } from '#kernel/sight.ts'
import type { Group } from './group.ts'

const isSeenGroup = ({ sight }: Seen) =>
  sight?.unitIds
    ? sql`(groups.id = any(${[...(sight.groupIds ?? [])]}::uuid[]) or exists (
        select from group_units where group_id = groups.id and unit_id = any(${[...sight.unitIds]}::bigint[])))`
    : sql`true`

/** Only units that the caller can see; a group without any of them is hidden. */
const groups = (accountId: number, seen: Seen) => sql<Group>`
  select groups.*, (
    select coalesce(json_agg(unit_id order by unit_id), '[]') from group_units join units on units.id = unit_id
    where group_id = groups.id and ${knowsUnit(seen)}) as unit_ids
  from groups where account_id = ${accountId} and ${isSeenGroup(seen)}`

export const list = (db: Db, accountId: number, seen: Seen) =>
  rowsOf<Group>(db)`${groups(accountId, seen)} order by lower(name)`

export const find = (db: Db, accountId: number, seen: Seen, id: string) =>
  firstRow<Group>(db)`${groups(accountId, seen)} and id = ${id}`

/** Serialised: the count decides whether one more is allowed. */
export async function countLocked(db: Db, accountId: number): Promise<number> {
  await lockAccount(db, accountId)
  return countOf(db)`select count(*) from groups where account_id = ${accountId}`
}

export const insert = (db: Db, { id, accountId, name, createdAt, updatedAt }: Group) =>
  db.insertInto('groups').values({ id, accountId, name, createdAt, updatedAt }).execute()

export const save = (db: Db, id: string, name: string, now: Date) =>
  db.updateTable('groups').set({ name, updatedAt: now }).where('id', '=', id).execute()

/** Exactly these of the units that the caller can see; others stay. */
export async function setUnits(db: Db, id: string, seen: Seen, unitIds: readonly number[]): Promise<void> {
  await sql`
    delete from group_units using units where units.id = unit_id and group_id = ${id}
      and ${knowsUnit(seen)} and unit_id <> all(${[...unitIds]}::bigint[])`.execute(db)
  await sql`
    insert into group_units (group_id, unit_id) select ${id}, unit_id from unnest(${[...unitIds]}::bigint[]) as unit_id
    on conflict do nothing`.execute(db)
}

export const remove = (db: Db, id: string) => db.deleteFrom('groups').where('id', '=', id).execute()

export const findOwn = (db: Db, accountId: number, id: string): Promise<{ id: string; name: string } | undefined> =>
  db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

export async function groupsOf(db: Db, unitId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('groupUnits')
    .select('groupId')
    .where('unitId', '=', unitId)
    .orderBy('groupId')
    .execute()
  return rows.map(({ groupId }) => groupId)
}

export async function moveUnit(db: Db, id: string, unitId: number, now: Date): Promise<void> {
  await sql`
    update groups set updated_at = ${now} from group_units
    where group_id = groups.id and unit_id = ${unitId} and groups.id <> ${id}`.execute(db)
  await sql`delete from group_units where unit_id = ${unitId} and group_id <> ${id}`.execute(db)
  await sql`insert into group_units (group_id, unit_id) values (${id}, ${unitId}) on conflict do nothing`.execute(db)
  await sql`update groups set updated_at = ${now} where id = ${id}`.execute(db)
}
