import { sql } from 'kysely'
import { type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import type { AppId } from '#kernel/applications.ts'
import { lockDealer } from '#kernel/db/locks.ts'
import { countOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Invitation, ReceivedInvitation } from './invitation.ts'

const columns = ['id', 'dealerId', 'email', 'appId', 'status', 'createdAt', 'expiresAt', 'answeredAt'] as const

export const insert = (db: Db, invitation: Invitation) => db.insertInto('invitations').values(invitation).execute()

const ofDealer = (db: Db, dealer: number, apps: readonly AppId[]) =>
  db.selectFrom('invitations').select(columns).where('dealerId', '=', dealer).where('appId', 'in', apps)

/** Locks the dealer's row, so that two concurrent invitations cannot exceed the limit. */
export async function countOpenForUpdate(db: Db, dealer: number): Promise<number> {
  await lockDealer(db, dealer)
  return countOf(db)`select count(*) from invitations where dealer_id = ${dealer} and status = 'open'`
}

const id = sql.ref('invitations.id')
export const sorts: Sorts = {
  id: { column: id, type: 'string', of: (one: Invitation) => one.id },
  email: { column: sql.ref('invitations.email'), type: 'string', of: (one: Invitation) => one.email },
}

export function list(
  db: Db,
  { dealer, apps }: { dealer: number; apps: readonly AppId[] },
  ids: readonly string[] | undefined,
  page: Page,
): Promise<Invitation[]> {
  const { where, order, limit } = pageClauses(page, id)
  let rows = ofDealer(db, dealer, apps).where(where)
  if (ids) rows = rows.where('id', 'in', ids)
  return rows.orderBy(order).limit(limit).execute() as Promise<Invitation[]>
}

export const remove = (
  db: Db,
  { dealer, apps }: { dealer: number; apps: readonly AppId[] },
  invitation: string,
): Promise<Invitation | undefined> =>
  db
    .deleteFrom('invitations')
    .where('id', '=', invitation)
    .where('dealerId', '=', dealer)
    .where('appId', 'in', apps)
    .returning(columns)
    .executeTakeFirst() as Promise<Invitation | undefined>

/** Open invitations to a user's address, from other dealers, for an application that its account has. */
const received = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', (join) =>
      join.on(sql<boolean>`lower(users.email) = lower(invitations.email)`).on('users.id', '=', userId),
    )
    .innerJoin('accounts', 'accounts.id', 'users.accountId')
    .innerJoin('companies', 'companies.dealerId', 'invitations.dealerId')
    .select(['invitations.id', 'invitations.appId', 'invitations.createdAt', 'invitations.expiresAt'])
    .select(['invitations.dealerId', 'companies.name as dealerName'])
    .where('invitations.status', '=', 'open')
    .where('invitations.expiresAt', '>', now)
    .where('accounts.type', 'is', null)
    .where(sql<boolean>`accounts.dealer_id <> invitations.dealer_id`)
    .where(sql<boolean>`invitations.app_id = any(accounts.reg_apps)`)

export const listReceived = (db: Db, userId: string, now: Date): Promise<ReceivedInvitation[]> =>
  received(db, userId, now).orderBy('invitations.id').execute() as Promise<ReceivedInvitation[]>

export const findReceivedForUpdate = (
  db: Db,
  userId: string,
  invitation: string,
  now: Date,
): Promise<ReceivedInvitation | undefined> =>
  received(db, userId, now)
    .where('invitations.id', '=', invitation)
    .forUpdate('invitations')
    .executeTakeFirst() as Promise<ReceivedInvitation | undefined>

export const answer = (db: Db, invitation: string, status: 'accepted' | 'declined', now: Date) =>
  db.updateTable('invitations').set({ status, answeredAt: now }).where('id', '=', invitation).execute()

/** Invitations not matched yet, a batch at a time; concurrent workers get different ones. */
export const takeUnsent = (db: Db, most: number): Promise<Invitation[]> =>
  db
    .selectFrom('invitations')
    .select(columns)
    .where('lookedAt', 'is', null)
    .where('status', '=', 'open')
    .orderBy('createdAt')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute() as Promise<Invitation[]>

export const setSent = (db: Db, ids: readonly string[], now: Date) =>
  db.updateTable('invitations').set({ lookedAt: now }).where('id', 'in', ids).execute()

/** The recipient of the email: an owner of an owned account in that application, at another dealer. */
export const findRecipient = (db: Db, { email, appId, dealerId }: Invitation) =>
  db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.accountId')
    .select(['users.email', 'users.lang', 'accounts.dealerId'])
    .where(sql<boolean>`lower(users.email) = lower(${email})`)
    .where('users.role', '=', 'owner')
    .where('accounts.type', 'is', null)
    .where('accounts.ack', 'is not', null)
    .where('accounts.dealerId', '<>', dealerId)
    .where(sql<boolean>`${appId} = any(accounts.reg_apps)`)
    .executeTakeFirst()

export const findDealerName = async (db: Db, dealer: number): Promise<string> =>
  (await db.selectFrom('companies').select('name').where('dealerId', '=', dealer).executeTakeFirstOrThrow()).name

export const firstUnsent = sql`
    select created_at from invitations where looked_at is null and status = 'open' order by created_at limit 1`

/** A declined one ends on the day on which it would have ended unanswered. */
export async function expire(db: Db, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ status: 'expired' })
    .where('status', 'in', ['open', 'declined'])
    .where('expiresAt', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const firstEnd = sql`
    select expires_at from invitations where status in ('open', 'declined') order by expires_at limit 1`
