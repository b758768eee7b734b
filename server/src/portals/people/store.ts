import { sql } from 'kysely'
import { removeSome } from '#kernel/db/pieces.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Invitation, Lists } from './person.ts'

const columns = ['id', 'accountId', 'email', 'role', 'lists', 'lang', 'createdAt', 'expiresAt'] as const

const invitations = (db: Db) => db.selectFrom('userInvitations').select(columns)

/** Newest first. */
export const listInvitations = (db: Db, accountId: number): Promise<Invitation[]> =>
  invitations(db).where('accountId', '=', accountId).orderBy('id', 'desc').execute() as unknown as Promise<Invitation[]>

export const findInvitation = (db: Db, accountId: number, id: string): Promise<Invitation | undefined> =>
  invitations(db)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as unknown as Promise<Invitation | undefined>

export interface OpenInvitation extends Invitation {
  readonly dealerId: number
  readonly title: string
  readonly company: string
  readonly regApps: readonly string[]
}

export const findOpen = (db: Db, hash: Buffer, now: Date): Promise<OpenInvitation | undefined> =>
  db
    .selectFrom('userInvitations')
    .innerJoin('accounts', 'accounts.id', 'userInvitations.accountId')
    .innerJoin('companies', 'companies.dealerId', 'accounts.dealerId')
    .select(columns.map((column) => `userInvitations.${column}` as const))
    .select(['accounts.dealerId', 'accounts.title', 'accounts.regApps', 'companies.name as company'])
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .executeTakeFirst() as unknown as Promise<OpenInvitation | undefined>

export const insertInvitation = (db: Db, invitation: Invitation, hash: Buffer) =>
  db
    .insertInto('userInvitations')
    .values({ ...invitation, lists: JSON.stringify(invitation.lists), hash })
    .execute()

export const renewInvitation = (db: Db, id: string, hash: Buffer, expiresAt: Date) =>
  db.updateTable('userInvitations').set({ hash, expiresAt }).where('id', '=', id).execute()

/** False: someone else was faster. */
export async function removeInvitation(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('userInvitations').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export const removeInvitationsBefore = (db: Db, time: Date, most: number): Promise<number> =>
  removeSome(db, 'userInvitations', sql`expires_at <= ${time}`, most)

/** The access lists of these people. */
export async function listLists(db: Db, accountId: number): Promise<Map<string, Lists>> {
  const rows = await rowsOf<Lists & { userId: string }>(db)`
    select id as user_id,
      (select coalesce(json_agg(unit_id order by unit_id), '[]') from user_units where user_id = users.id) as unit_ids,
      (select coalesce(json_agg(group_id order by group_id), '[]') from user_groups where user_id = users.id) as group_ids,
      (select coalesce(json_agg(geofence_id order by geofence_id), '[]') from user_geofences where user_id = users.id)
        as geofence_ids
    from users where account_id = ${accountId}`
  return new Map(rows.map(({ userId, ...lists }) => [userId, lists]))
}

/** Only items that still belong to the account: a unit may have been deleted before the invitation was accepted. */
export async function saveLists(db: Db, accountId: number, userId: string, lists: Partial<Lists>): Promise<void> {
  const { unitIds, groupIds, geofenceIds } = lists
  if (unitIds) {
    await sql`delete from user_units where user_id = ${userId}`.execute(db)
    await sql`
      insert into user_units (user_id, unit_id)
      select ${userId}, id from units where account_id = ${accountId} and id = any(${[...unitIds]}::bigint[])`.execute(
      db,
    )
  }
  if (groupIds) {
    await sql`delete from user_groups where user_id = ${userId}`.execute(db)
    await sql`
      insert into user_groups (user_id, group_id)
      select ${userId}, id from groups where account_id = ${accountId} and id = any(${[...groupIds]}::uuid[])`.execute(
      db,
    )
  }
  if (geofenceIds) {
    await sql`delete from user_geofences where user_id = ${userId}`.execute(db)
    await sql`
      insert into user_geofences (user_id, geofence_id)
      select ${userId}, id from geofences
      where account_id = ${accountId} and id = any(${[...geofenceIds]}::uuid[])`.execute(db)
  }
}
