import { sql } from 'kysely'
import type { AppId } from '#kernel/applications.ts'
import { removeSome } from '#kernel/db/pieces.ts'
import type { Db } from '#kernel/db/transaction.ts'

export interface SignUpRow {
  readonly id: string
  readonly hash: Buffer
  readonly dealerId: number
  readonly appId: AppId
  readonly email: string
  readonly passwordHash: string
  readonly lang: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** A newer one replaces the older. */
export async function put(db: Db, row: SignUpRow): Promise<void> {
  await remove(db, row.email, row.dealerId)
  await db.insertInto('signUps').values(row).execute()
}

/** Finds it and uses it up; of two simultaneous callers one finds nothing. */
export const take = (db: Db, hash: Buffer, now: Date): Promise<SignUpRow | undefined> =>
  db
    .deleteFrom('signUps')
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst() as Promise<SignUpRow | undefined>

/** Keeps the link that was already sent, with the password chosen last. */
export async function setPassword(db: Db, dealer: number, email: string, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('signUps')
    .set({ passwordHash })
    .where('dealerId', '=', dealer)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** With one dealer, or all of this address. */
async function remove(db: Db, email: string, dealer?: number): Promise<void> {
  const rows = db.deleteFrom('signUps').where(sql<boolean>`lower(email) = lower(${email})`)
  await (dealer === undefined ? rows : rows.where('dealerId', '=', dealer)).execute()
}

export const removeExpired = (db: Db, now: Date, most: number): Promise<number> =>
  removeSome(db, 'signUps', sql`expires_at <= ${now}`, most)
