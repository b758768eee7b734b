/** The installation's own keys for push services, and the badge of a device. */
import { sql } from 'kysely'
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

/** Whether the person of a device still belongs to the account. */
export async function isPerson(db: Db, accountId: number, userId: string | null): Promise<boolean> {
  if (userId === null) return false
  const users = db.selectFrom('users').select('id').where('accountId', '=', accountId).where('id', '=', userId)
  return (await users.executeTakeFirst()) !== undefined
}

/** A number in a circle: more than this is shown as many. */
const countedMax = 100

export async function countUnread(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from notifications where account_id = ${accountId} and acknowledged_at is null limit ${countedMax}) as unread`.execute(
    db,
  )
  return rows[0]!.count
}
