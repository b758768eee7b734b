import type { Db } from '../context.ts'

export const find = (db: Db, userId: string) =>
  db
    .selectFrom('secondFactors')
    .select(['secretSealed', 'confirmedAt', 'lastStep'])
    .where('userId', '=', userId)
    .executeTakeFirst()

/** Locked, so that of two who show the same code at the same moment one is late. */
export const findForUpdate = (db: Db, userId: string) =>
  db
    .selectFrom('secondFactors')
    .select(['secretSealed', 'confirmedAt', 'lastStep'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/** A secret that was never confirmed is replaced. */
export async function insert(db: Db, userId: string, secretSealed: Buffer): Promise<void> {
  await db
    .insertInto('secondFactors')
    .values({ userId, secretSealed })
    .onConflict((oc) => oc.column('userId').doUpdateSet({ secretSealed, lastStep: 0 }))
    .execute()
}

export async function save(db: Db, userId: string, change: { confirmedAt?: Date; lastStep: number }): Promise<void> {
  await db.updateTable('secondFactors').set(change).where('userId', '=', userId).execute()
}

export async function remove(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  const done = await db.deleteFrom('secondFactors').where('userId', '=', userId).executeTakeFirst()
  return done.numDeletedRows > 0n
}

export async function insertRecoveryCodes(db: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await db
    .insertInto('recoveryCodes')
    .values(hashes.map((hash) => ({ userId, hash })))
    .execute()
}

export async function takeRecoveryCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const done = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}
