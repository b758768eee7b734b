/** The installation's own keys for push services. */
import type { Db } from '#kernel/db/transaction.ts'

export interface SealedKeys {
  readonly publicKey: Buffer
  readonly privateSealed: Buffer
}

export const findKeys = (db: Db): Promise<SealedKeys | undefined> =>
  db.selectFrom('pushKeys').select(['publicKey', 'privateSealed']).executeTakeFirst()

/** The first stays. */
export const insertKeys = (db: Db, keys: SealedKeys & { readonly createdAt: Date }) =>
  db
    .insertInto('pushKeys')
    .values({ id: 1, ...keys })
    .onConflict((oc) => oc.doNothing())
    .execute()
