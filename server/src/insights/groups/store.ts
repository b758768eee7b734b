import { sql } from 'kysely'
import { lockAccount } from '#kernel/db/locks.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Group } from './group.ts'

/** Only units that the caller can see: those of its applications. */
const groups = (accountId: number, apps: readonly string[]) => sql<Group>`
  select groups.*, (
    select coalesce(json_agg(unit_id order by unit_id), '[]') from group_units join units on units.id = unit_id
    where group_id = groups.id and units.app_id = any(${[...apps]}::uuid[])) as unit_ids
  from groups where account_id = ${accountId}`

export async function list(db: Db, accountId: number, apps: readonly string[]): Promise<Group[]> {
  return (await sql<Group>`${groups(accountId, apps)} order by lower(name)`.execute(db)).rows
}

export async function find(db: Db, accountId: number, apps: readonly string[], id: string): Promise<Group | undefined> {
  return (await sql<Group>`${groups(accountId, apps)} and id = ${id}`.execute(db)).rows[0]
}

/** One after the other: the count decides whether there may be one more. */
export async function countLocked(db: Db, accountId: number): Promise<number> {
  await lockAccount(db, accountId)
  const { count } = await db
    .selectFrom('groups')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insert(db: Db, { id, accountId, name, createdAt, updatedAt }: Group): Promise<void> {
  await db.insertInto('groups').values({ id, accountId, name, createdAt, updatedAt }).execute()
}

export async function save(db: Db, id: string, name: string, now: Date): Promise<void> {
  await db.updateTable('groups').set({ name, updatedAt: now }).where('id', '=', id).execute()
}

/** Exactly these of the units that the caller can see; what it cannot see stays as it is. */
export async function setUnits(db: Db, id: string, apps: readonly string[], unitIds: readonly number[]): Promise<void> {
  await sql`
    delete from group_units using units where units.id = unit_id and group_id = ${id}
      and units.app_id = any(${[...apps]}::uuid[]) and unit_id <> all(${[...unitIds]}::bigint[])`.execute(db)
  await sql`
    insert into group_units (group_id, unit_id) select ${id}, unit_id from unnest(${[...unitIds]}::bigint[]) as unit_id
    on conflict do nothing`.execute(db)
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('groups').where('id', '=', id).execute()
}
