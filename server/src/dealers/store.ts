import { sql } from 'kysely'
import type { Db } from '../context.ts'
import { randomId } from '../ids.ts'
import type { AccessToken } from './token.ts'

const tokenColumns = ['id', 'dealerId', 'name', 'dialect', 'level', 'mayReadSecrets', 'expiresAt', 'revokedAt'] as const

export const insertDealer = (db: Db, name: string, now: Date) =>
  db.insertInto('dealers').values({ id: randomId(), name, createdAt: now }).returning('id').executeTakeFirstOrThrow()

export const listDealers = (db: Db) =>
  db
    .selectFrom('dealers')
    .innerJoin('companies', 'companies.dealerId', 'dealers.id')
    .innerJoin('paymentInfos', 'paymentInfos.dealerId', 'dealers.id')
    .select(['dealers.id', 'dealers.name', 'dealers.createdAt', 'companies.approved', 'paymentInfos.verified'])
    .select(sql<boolean>`companies.pending is not null`.as('isReviewWaiting'))
    .orderBy('dealers.createdAt')
    .execute()

export const findDealer = (db: Db, id: number) =>
  db.selectFrom('dealers').select(['id', 'name']).where('id', '=', id).executeTakeFirst()

export const insertToken = async (db: Db, token: AccessToken & { hash: Buffer; createdAt: Date }): Promise<void> => {
  await db.insertInto('accessTokens').values(token).execute()
}

export const listTokens = (db: Db, dealer: number) =>
  db
    .selectFrom('accessTokens')
    .select([...tokenColumns, 'createdAt', 'lastUsedAt'])
    .where('dealerId', '=', dealer)
    .orderBy('id')
    .execute()

export const findToken = (db: Db, hash: Buffer): Promise<AccessToken | undefined> =>
  db.selectFrom('accessTokens').select(tokenColumns).where('hash', '=', hash).executeTakeFirst() as Promise<
    AccessToken | undefined
  >

/** Tells every process at once: they keep tokens in memory for a few seconds. */
export async function revokeToken(db: Db, id: string, now: Date): Promise<AccessToken | undefined> {
  const token = await db
    .updateTable('accessTokens')
    .set((eb) => ({ revokedAt: eb.fn.coalesce('revokedAt', eb.val(now)) }))
    .where('id', '=', id)
    .returning(tokenColumns)
    .executeTakeFirst()
  await sql`select pg_notify('tokens', ${id})`.execute(db)
  return token as AccessToken | undefined
}

export async function touchTokens(db: Db, lastUsed: ReadonlyMap<string, Date>): Promise<void> {
  await sql`
    update access_tokens set last_used_at = greatest(last_used_at, used.at)
    from unnest(${[...lastUsed.keys()]}::uuid[], ${[...lastUsed.values()]}::timestamptz[]) as used (id, at)
    where access_tokens.id = used.id`.execute(db)
}
