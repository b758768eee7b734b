import { type SelectQueryBuilder, sql } from 'kysely'
import { likePattern, type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import type { AppId } from '#kernel/applications.ts'
import type { Scope } from '#kernel/context.ts'
import { firstRow } from '#kernel/db/rows.ts'
import type { DB } from '#kernel/db/tables.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { User, UserAccount } from './user.ts'

const columns = [
  'users.id',
  'users.accountId',
  'users.name',
  'users.email',
  'users.description',
  'users.lang',
  'users.enabled',
] as const
const accountColumns = [
  'accounts.type',
  'accounts.ack',
  'accounts.serviceApps',
  'accounts.regApps',
  'accounts.blocked',
] as const

export interface UserFilter {
  readonly ids?: readonly string[] | undefined
  readonly accountIds?: readonly number[] | undefined
  readonly q?: string | undefined
}

/** A dealer manages the first user of each account; the other people are up to the account. */
const visible = (db: Db, { dealer, apps }: Scope) =>
  db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.accountId')
    .where('users.dealerId', '=', dealer)
    .where('users.isFirst', '=', true)
    .where(sql<boolean>`accounts.reg_apps && ${[...apps]}::uuid[]`)

/**
 * Includes the account, whose ownership decides what may be done; both rows stay locked until the end. The account is
 * locked first, in the same order as when deleting it; the reverse would deadlock.
 */
export async function findForUpdate(db: Db, scope: Scope, id: string): Promise<(User & UserAccount) | undefined> {
  await sql`
    select from accounts
    where id = (select account_id from users where id = ${id} and dealer_id = ${scope.dealer}) for update`.execute(db)
  const user = await visible(db, scope)
    .select([...columns, ...accountColumns])
    .where('users.id', '=', id)
    .forUpdate('users')
    .executeTakeFirst()
  return user as (User & UserAccount) | undefined
}

const id = sql.ref('users.id')
export const sorts: Sorts = {
  id: { column: id, type: 'string', of: (user: User) => user.id },
  email: { column: sql`coalesce(users.email, '')`, type: 'string', of: (user: User) => user.email ?? '' },
  description: {
    column: sql`coalesce(users.description, '')`,
    type: 'string',
    of: (user: User) => user.description ?? '',
  },
  lang: { column: sql`coalesce(users.lang, '')`, type: 'string', of: (user: User) => user.lang ?? '' },
  account_id: { column: sql.ref('users.account_id'), type: 'number', of: (user: User) => user.accountId },
  name: { column: sql.ref('users.name'), type: 'string', of: (user: User) => user.name },
}

export function list(db: Db, scope: Scope, filter: UserFilter, page: Page): Promise<User[]> {
  const { where, order, limit } = pageClauses(page, id)
  return narrow(visible(db, scope), filter)
    .select(columns)
    .where(where)
    .orderBy(order)
    .limit(limit)
    .execute() as unknown as Promise<User[]>
}

function narrow<O>(query: SelectQueryBuilder<DB, 'users' | 'accounts', O>, filter: UserFilter) {
  let narrowed = query
  if (filter.ids) narrowed = narrowed.where('users.id', 'in', filter.ids)
  if (filter.accountIds) narrowed = narrowed.where('users.accountId', 'in', filter.accountIds)
  if (filter.q !== undefined) {
    const pattern = likePattern(filter.q)
    narrowed = narrowed.where(
      sql<boolean>`(users.name ilike ${pattern} or users.email ilike ${pattern} or users.description ilike ${pattern})`,
    )
  }
  return narrowed
}

export const insert = (db: Db, dealer: number, user: User, loginKeyHash: string, now: Date) =>
  db
    .insertInto('users')
    .values({ ...user, dealerId: dealer, loginKeyHash, createdAt: now, updatedAt: now })
    .execute()

export interface UserUpdate {
  readonly name?: string
  readonly description?: string
  readonly lang?: string
  readonly email?: string
  /** Null: the key was used. */
  readonly loginKeyHash?: string | null
  readonly passwordHash?: string
  readonly enabled?: boolean
}

export const save = (db: Db, userId: string, update: UserUpdate, now: Date): Promise<User> =>
  db
    .updateTable('users')
    .set({ ...update, updatedAt: now })
    .where('id', '=', userId)
    .returning(columns)
    .executeTakeFirstOrThrow()

export async function enable(db: Db, accountId: number, now: Date): Promise<void> {
  await db.updateTable('users').set({ enabled: true, updatedAt: now }).where('accountId', '=', accountId).execute()
}

export async function move(db: Db, accountId: number, dealer: number, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ dealerId: dealer, description: null, updatedAt: now })
    .where('accountId', '=', accountId)
    .execute()
}

/** What the client's application needs to know about a user, without a dealer. */
export interface Credentials {
  readonly id: string
  readonly accountId: number
  readonly dealerId: number
  readonly name: string
  readonly email: string | null
  readonly lang: string | null
  readonly loginKeyHash: string | null
  readonly passwordHash: string | null
  readonly ack: Date | null
  readonly regApps: readonly AppId[]
}

const credentials = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.accountId')
    .select(['users.id', 'users.accountId', 'users.dealerId', 'users.name', 'users.email', 'users.lang'])
    .select(['users.loginKeyHash', 'users.passwordHash', 'accounts.ack', 'accounts.regApps'])

export const findCredentials = (db: Db, userId: string): Promise<Credentials | undefined> =>
  credentials(db).where('users.id', '=', userId).executeTakeFirst() as Promise<Credentials | undefined>

/** Whether the password is unchanged; it then stays so until the transaction ends. */
export async function lockPassword(db: Db, { id, passwordHash }: Credentials): Promise<boolean> {
  return (
    (await firstRow<object>(db)`
    select from users where id = ${id} and password_hash = ${passwordHash} for no key update`) !== undefined
  )
}

/** The same for the login key. */
export async function lockLoginKey(db: Db, { id, loginKeyHash }: Credentials): Promise<boolean> {
  return (
    (await firstRow<object>(db)`
    select from users where id = ${id} and login_key_hash = ${loginKeyHash} for no key update`) !== undefined
  )
}

export const findByName = (db: Db, name: string): Promise<Credentials | undefined> =>
  credentials(db).where(sql<boolean>`lower(users.name) = lower(${name})`).executeTakeFirst() as Promise<
    Credentials | undefined
  >

export const findByEmail = (db: Db, email: string): Promise<Credentials | undefined> =>
  credentials(db).where(sql<boolean>`lower(users.email) = lower(${email})`).executeTakeFirst() as Promise<
    Credentials | undefined
  >

export const find = (db: Db, userId: string): Promise<User | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirst()
