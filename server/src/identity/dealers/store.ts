import { sql } from 'kysely'
import type { DialectName } from '#kernel/api/dialects.ts'
import { likePattern, type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import { lockDealer } from '#kernel/db/locks.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { randomId } from '#kernel/ids.ts'
import type { AccessToken, ListedToken } from './token.ts'

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
    .orderBy('dealers.id')
    .execute()

export interface ListedDealer {
  readonly id: number
  readonly name: string
  readonly dialect: DialectName
  readonly createdAt: Date
  readonly suspendedAt: Date | null
  readonly approved: boolean
  readonly isReviewWaiting: boolean
  readonly verified: boolean
  readonly agreement: boolean
  readonly accounts: number
  readonly units: number
  readonly people: number
}

export interface DealerFilter {
  readonly ids?: readonly number[] | undefined
  readonly isVerified?: boolean | undefined
  readonly isSuspended?: boolean | undefined
  readonly q?: string | undefined
}

const dealerId = sql.ref('dealers.id')
export const dealerSorts: Sorts = {
  id: { column: dealerId, type: 'number', of: (dealer: ListedDealer) => dealer.id },
  name: { column: sql.ref('dealers.name'), type: 'string', of: (dealer: ListedDealer) => dealer.name },
  created_at: {
    column: sql.ref('dealers.created_at'),
    type: 'string',
    of: (dealer: ListedDealer) => dealer.createdAt.toISOString(),
  },
}

/** Counts only for the page that is shown, with the indexes of the counted tables. */
const listed = (db: Db) =>
  db
    .selectFrom('dealers')
    .innerJoin('companies', 'companies.dealerId', 'dealers.id')
    .innerJoin('paymentInfos', 'paymentInfos.dealerId', 'dealers.id')
    .select(['dealers.id', 'dealers.name', 'dealers.dialect', 'dealers.createdAt', 'dealers.suspendedAt'])
    .select(['companies.approved', 'paymentInfos.verified', 'paymentInfos.agreement'])
    .select([
      sql<boolean>`companies.pending is not null`.as('isReviewWaiting'),
      sql<number>`(select count(*) from accounts where accounts.dealer_id = dealers.id)::integer`.as('accounts'),
      sql<number>`(select count(*) from units where units.dealer_id = dealers.id)::integer`.as('units'),
      sql<number>`(select count(*) from staff where staff.dealer_id = dealers.id and removed_at is null)::integer`.as(
        'people',
      ),
    ])
    .where('dealers.isHouse', '=', false)

export function listDealerPage(db: Db, filter: DealerFilter, page: Page): Promise<ListedDealer[]> {
  const { where, order, limit } = pageClauses(page, dealerId)
  let query = listed(db).where(where).orderBy(order).limit(limit)
  if (filter.ids) query = query.where('dealers.id', 'in', filter.ids)
  if (filter.isVerified !== undefined) {
    query = query.where(sql<boolean>`(payment_infos.verified and payment_infos.agreement) = ${filter.isVerified}`)
  }
  if (filter.isSuspended !== undefined) {
    query = query.where('dealers.suspendedAt', filter.isSuspended ? 'is not' : 'is', null)
  }
  if (filter.q !== undefined) query = query.where('dealers.name', 'ilike', likePattern(filter.q))
  return query.execute() as unknown as Promise<ListedDealer[]>
}

export const findListed = (db: Db, id: number): Promise<ListedDealer | undefined> =>
  listed(db).where('dealers.id', '=', id).executeTakeFirst() as Promise<ListedDealer | undefined>

export const findPlatformDealer = async (db: Db): Promise<number | undefined> =>
  (await db.selectFrom('dealers').select('id').where('isHouse', '=', true).executeTakeFirst())?.id

export const insertPlatformDealer = async (db: Db, name: string, now: Date): Promise<number | undefined> =>
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

export const findTokenById = (db: Db, id: string) =>
  db.selectFrom('accessTokens').select(tokenColumns).where('id', '=', id).executeTakeFirst()

const tokenId = sql.ref('access_tokens.id')
export const tokenSorts: Sorts = {
  id: { column: tokenId, type: 'string', of: (token: ListedToken) => token.id },
  name: { column: sql.ref('access_tokens.name'), type: 'string', of: (token: ListedToken) => token.name },
}

export function listTokenPage(
  db: Db,
  dealer: number,
  ids: readonly string[] | undefined,
  page: Page,
): Promise<ListedToken[]> {
  const { where, order, limit } = pageClauses(page, tokenId)
  let query = db
    .selectFrom('accessTokens')
    .select([...tokenColumns, 'createdAt', 'lastUsedAt'])
    .where('dealerId', '=', dealer)
    .where(where)
    .orderBy(order)
    .limit(limit)
  if (ids) query = query.where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
  return query.execute() as unknown as Promise<ListedToken[]>
}

/**
 * Revokes it and, recursively, all tokens created with it. Returns those that ended now, and the requested one even if
 * it had ended before. Notifies every process at once, because they cache tokens for a few seconds.
 */
export async function revokeToken(db: Db, id: string, now: Date): Promise<readonly { id: string; dealerId: number }[]> {
  const token = await findTokenById(db, id)
  // A token that is being created with one of them would not be found below, and would outlive it.
  if (token) await lockDealer(db, token.dealerId)
  const rows = await rowsOf<{ id: string; dealerId: number }>(db)`
    with recursive family as (
      select id from access_tokens where id = ${id}
      union all
      select child.id from access_tokens child join family on child.parent_id = family.id)
    update access_tokens set revoked_at = coalesce(revoked_at, ${now})
    where id in (select id from family) and (revoked_at is null or id = ${id})
    returning id, dealer_id`
  await announce(db, id)
  return rows
}

const announce = (db: Db, what: string) => sql`select pg_notify('tokens', ${what})`.execute(db)

/** False: nothing changed. */
export async function suspend(db: Db, dealer: number, at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dealers')
    .set({ suspendedAt: at })
    .where('id', '=', dealer)
    .where('suspendedAt', at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  await announce(db, `dealer ${dealer}`)
  return numUpdatedRows > 0n
}

export const touchTokens = (db: Db, lastUsed: ReadonlyMap<string, Date>) =>
  sql`
    update access_tokens set last_used_at = greatest(last_used_at, used.at)
    from unnest(${[...lastUsed.keys()]}::uuid[], ${[...lastUsed.values()]}::timestamptz[]) as used (id, at)
    where access_tokens.id = used.id`.execute(db)

export const findSignUpKey = async (db: Db, id: number): Promise<string | null> =>
  (await db.selectFrom('dealers').select('signUpKey').where('id', '=', id).executeTakeFirst())?.signUpKey ?? null

export const saveSignUpKey = (db: Db, id: number, signUpKey: string | null) =>
  db.updateTable('dealers').set({ signUpKey }).where('id', '=', id).execute()

export const findBySignUpKey = (db: Db, key: string): Promise<{ id: number; dialect: DialectName } | undefined> =>
  db
    .selectFrom('dealers')
    .select(['id', 'dialect'])
    .where('signUpKey', '=', key)
    .where('suspendedAt', 'is', null)
    .executeTakeFirst() as Promise<{ id: number; dialect: DialectName } | undefined>
