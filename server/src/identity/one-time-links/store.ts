import { sql } from 'kysely'
import { removeSome } from '#kernel/db/pieces.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Link, LinkPurpose, Owner } from './one-time-link.ts'

export interface LinkRow extends Omit<Link, 'userId' | 'personId'> {
  readonly hash: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
}

const columns = ['id', 'purpose', 'userId', 'personId', 'email', 'passwordHash'] as const

const ownerColumn = (owner: Owner) => ('userId' in owner ? 'userId' : 'personId')

/** A newer link replaces the older one. */
export async function put(db: Db, owner: Owner, link: LinkRow): Promise<void> {
  const { id, hash, email, passwordHash, createdAt, expiresAt } = link
  await db
    .insertInto('links')
    .values({ ...link, ...owner })
    .onConflict((oc) =>
      oc.columns([ownerColumn(owner), 'purpose']).doUpdateSet({ id, hash, email, passwordHash, createdAt, expiresAt }),
    )
    .execute()
}

export async function exists(db: Db, purpose: LinkPurpose, hash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('links')
    .select('id')
    .where('purpose', '=', purpose)
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the link and uses it up; of two simultaneous callers one finds nothing. */
export const take = (db: Db, purpose: LinkPurpose, hash: Buffer, now: Date): Promise<Link | undefined> =>
  db
    .deleteFrom('links')
    .where('purpose', '=', purpose)
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .returning(columns)
    .executeTakeFirst() as Promise<Link | undefined>

/** Keeps the link that was already sent, with the password chosen last. */
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

export async function remove(db: Db, owner: Owner, purposes: readonly LinkPurpose[]): Promise<void> {
  await db
    .deleteFrom('links')
    .where((eb) => eb.and(owner))
    .where('purpose', 'in', purposes)
    .execute()
}

export const insertRequest = (
  db: Db,
  asked: { id: string; purpose: LinkPurpose; email: string; createdAt: Date; expiresAt: Date },
) => db.insertInto('links').values(asked).execute()

/** Takes waiting requests, a batch at a time; concurrent workers get different ones. */
export const takeRequests = async (db: Db, purpose: LinkPurpose, most: number): Promise<readonly string[]> =>
  (
    await rowsOf<{ email: string }>(db)`
    delete from links where id in (
      select id from links where hash is null and purpose = ${purpose} order by created_at limit ${most} for update skip locked)
    returning email`
  ).map(({ email }) => email)

export const firstRequest = (purpose: LinkPurpose) => sql`
    select created_at from links where hash is null and purpose = ${purpose} order by created_at limit 1`

export const removeExpired = (db: Db, now: Date, most: number): Promise<number> =>
  removeSome(db, 'links', sql`expires_at <= ${now}`, most)
