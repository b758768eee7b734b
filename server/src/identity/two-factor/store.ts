import type { Db } from '#kernel/db/transaction.ts'
import type { Owner } from '../one-time-links/one-time-link.ts'

export const find = (db: Db, owner: Owner) =>
  db
    .selectFrom('secondFactors')
    .select(['secretSealed', 'confirmedAt', 'lastStep'])
    .where((eb) => eb.and(owner))
    .executeTakeFirst()

/** Locked, so that of two simultaneous requests with the same code one is late. */
export const findForUpdate = (db: Db, owner: Owner) =>
  db
    .selectFrom('secondFactors')
    .select(['secretSealed', 'confirmedAt', 'lastStep'])
    .where((eb) => eb.and(owner))
    .forUpdate()
    .executeTakeFirst()

/** Replaces a secret that was never confirmed. */
export const insert = (db: Db, owner: Owner, secretSealed: Buffer) =>
  db
    .insertInto('secondFactors')
    .values({ ...owner, secretSealed })
    .onConflict((oc) => oc.column('userId' in owner ? 'userId' : 'personId').doUpdateSet({ secretSealed, lastStep: 0 }))
    .execute()

export const save = (db: Db, owner: Owner, change: { confirmedAt?: Date; lastStep: number }) =>
  db
    .updateTable('secondFactors')
    .set(change)
    .where((eb) => eb.and(owner))
    .execute()

export async function remove(db: Db, owner: Owner): Promise<boolean> {
  await db
    .deleteFrom('recoveryCodes')
    .where((eb) => eb.and(owner))
    .execute()
  const done = await db
    .deleteFrom('secondFactors')
    .where((eb) => eb.and(owner))
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

export const insertRecoveryCodes = (db: Db, owner: Owner, hashes: readonly Buffer[]) =>
  db
    .insertInto('recoveryCodes')
    .values(hashes.map((hash) => ({ ...owner, hash })))
    .execute()

export async function takeRecoveryCode(db: Db, owner: Owner, hash: Buffer): Promise<boolean> {
  const done = await db
    .deleteFrom('recoveryCodes')
    .where((eb) => eb.and(owner))
    .where('hash', '=', hash)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}
