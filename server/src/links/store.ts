import { sql } from 'kysely'
import type { Db } from '../context.ts'
import type { Link, LinkPurpose } from './link.ts'

export interface LinkRow extends Link {
  readonly hash: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
}

const columns = ['id', 'purpose', 'userId', 'email', 'passwordHash'] as const

/** A newer link takes the place of the older one. */
export async function put(db: Db, link: LinkRow): Promise<void> {
  const { id, hash, email, passwordHash, createdAt, expiresAt } = link
  await db
    .insertInto('links')
    .values(link)
    .onConflict((oc) =>
      oc.columns(['userId', 'purpose']).doUpdateSet({ id, hash, email, passwordHash, createdAt, expiresAt }),
    )
    .execute()
}

/** Finds it and uses it up; of two who follow it at the same moment one finds nothing. */
export const take = (db: Db, purpose: LinkPurpose, hash: Buffer, now: Date): Promise<Link | undefined> =>
  db
    .deleteFrom('links')
    .where('purpose', '=', purpose)
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .returning(columns)
    .executeTakeFirst() as Promise<Link | undefined>

/** The same link, which is on its way already, with the password that was chosen last. */
export async function setPassword(db: Db, userId: string, email: string, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('links')
    .set({ passwordHash })
    .where('userId', '=', userId)
    .where('purpose', '=', 'registration')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function remove(db: Db, userId: string, purposes: readonly LinkPurpose[]): Promise<void> {
  await db.deleteFrom('links').where('userId', '=', userId).where('purpose', 'in', purposes).execute()
}

export async function insertAsked(db: Db, asked: { id: string; email: string; createdAt: Date; expiresAt: Date }) {
  await db
    .insertInto('links')
    .values({ ...asked, purpose: 'password' })
    .execute()
}

/** Takes the requests away that wait, a batch at a time; whoever comes second finds others. */
export async function takeAsked(db: Db, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ email: string }>`
    delete from links where id in (
      select id from links where hash is null order by created_at limit ${most} for update skip locked)
    returning email`.execute(db)
  return rows.map(({ email }) => email)
}

export async function firstAsked(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('links')
    .select('createdAt')
    .where('hash', 'is', null)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return row?.createdAt
}

export async function removeExpired(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('links').where('expiresAt', '<=', now).executeTakeFirst()
  return Number(numDeletedRows)
}
