import { sql } from 'kysely'
import type { Db } from '../context.ts'
import type { DialectName } from '../http/dialects.ts'
import { randomId } from '../ids.ts'
import type { AccessToken } from './token.ts'

const tokenColumns = ['id', 'dealerId', 'name', 'dialect', 'level', 'mayReadSecrets', 'expiresAt', 'revokedAt'] as const

export const insertDealer = (db: Db, name: string, dialect: DialectName, now: Date) =>
  db
    .insertInto('dealers')
    .values({ id: randomId(), name, dialect, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const listDealers = (db: Db) =>
  db
    .selectFrom('dealers')
    .innerJoin('companies', 'companies.dealerId', 'dealers.id')
    .innerJoin('paymentInfos', 'paymentInfos.dealerId', 'dealers.id')
    .select(['dealers.id', 'dealers.name', 'dealers.createdAt', 'companies.approved', 'paymentInfos.verified'])
    .select(sql<boolean>`companies.pending is not null`.as('isReviewWaiting'))
    .where('dealers.isHouse', '=', false)
    .orderBy('dealers.createdAt')
    .execute()

export const findHouse = async (db: Db): Promise<number | undefined> =>
  (await db.selectFrom('dealers').select('id').where('isHouse', '=', true).executeTakeFirst())?.id

export const insertHouse = async (db: Db, name: string, now: Date): Promise<number | undefined> =>
  (
    await db
      .insertInto('dealers')
      .values({ id: randomId(), name, createdAt: now, isHouse: true })
      .onConflict((oc) => oc.column('isHouse').where('isHouse', '=', true).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export const findDealer = (db: Db, id: number) =>
  db.selectFrom('dealers').select(['id', 'name']).where('id', '=', id).executeTakeFirst()

export const insertToken = async (
  db: Db,
  token: Omit<AccessToken, 'isSuspended'> & { hash: Buffer; createdAt: Date; parentId?: string },
): Promise<void> => {
  await db.insertInto('accessTokens').values(token).execute()
}

export const listTokens = (db: Db, dealer: number) =>
  db
    .selectFrom('accessTokens')
    .select([...tokenColumns, 'createdAt', 'lastUsedAt'])
    .where('dealerId', '=', dealer)
    .orderBy('id')
    .execute()

/** With its dealer, which may be suspended. */
export const findToken = (db: Db, hash: Buffer): Promise<AccessToken | undefined> =>
  db
    .selectFrom('accessTokens')
    .innerJoin('dealers', 'dealers.id', 'accessTokens.dealerId')
    .select(['accessTokens.id', 'dealerId', 'accessTokens.name', 'accessTokens.dialect', 'level', 'mayReadSecrets'])
    .select(['expiresAt', 'revokedAt', sql<boolean>`suspended_at is not null`.as('isSuspended')])
    .where('hash', '=', hash)
    .executeTakeFirst() as Promise<AccessToken | undefined>

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
