import { sql } from 'kysely'
import type { AppId } from '#kernel/applications.ts'
import { removeSome } from '#kernel/db/pieces.ts'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { expiredOf, type Sight } from '#kernel/sight.ts'
import type { ClientRole } from '../access/role.ts'
import type { NewSession } from '../login/actions.ts'
import type { Session, SessionKind, SupportMode } from './session.ts'

export interface SessionRow extends NewSession {
  readonly userId: string
  readonly accountId: number
}

export const insert = (db: Db, row: SessionRow) => db.insertInto('sessions').values(row).execute()

const accountColumns = [
  'accounts.dealerId',
  'dealers.name as dealerName',
  'accounts.regApps',
  'accounts.type',
  'accounts.ack',
  'accounts.serviceApps',
  'accounts.blocked',
] as const

/** The person's current access list, read in the same query: a longer list needs no further one. */
const sight = sql<Sight | null>`case when is_limited_to_units or is_limited_to_geofences then json_build_object(
    'unitIds', case when is_limited_to_units then (
      select coalesce(json_agg(unit_id order by unit_id), '[]') from (
        select unit_id from user_units where user_id = users.id
        union select unit_id from user_groups join group_units using (group_id) where user_id = users.id) as listed) end,
    'groupIds', case when is_limited_to_units then (
      select coalesce(json_agg(group_id order by group_id), '[]') from user_groups where user_id = users.id) end,
    'geofenceIds', case when is_limited_to_geofences then (
      select coalesce(json_agg(geofence_id order by geofence_id), '[]') from user_geofences where user_id = users.id) end) end`

const expired = expiredOf(sql.ref('accounts.id'))

/** With everything that decides whether it is open now. */
const sessions = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
    .innerJoin('dealers', 'dealers.id', 'accounts.dealerId')
    .select([
      'sessions.id',
      'sessions.userId',
      'sessions.accountId',
      'sessions.createdAt',
      'sessions.lastUsedAt',
      'sessions.expiresAt',
      'users.role',
      ...accountColumns,
    ])
    .select([sight.as('sight'), expired.as('expired')])

const supportSessions = (db: Db) =>
  db
    .selectFrom('serviceTokens')
    .innerJoin('accounts', 'accounts.id', 'serviceTokens.accountId')
    .innerJoin('dealers', 'dealers.id', 'serviceTokens.dealerId')
    .leftJoin('accessTokens', 'accessTokens.id', 'serviceTokens.accessTokenId')
    .leftJoin('staff', 'staff.id', 'serviceTokens.personId')
    .select([
      'serviceTokens.id',
      'serviceTokens.prefix',
      'serviceTokens.userId',
      'serviceTokens.accountId',
      'serviceTokens.appId',
      'serviceTokens.createdAt',
      'serviceTokens.expiresAt',
      'serviceTokens.endedAt',
      'accessTokens.revokedAt',
      'staff.disabledAt',
      'staff.removedAt',
      'dealers.suspendedAt',
      ...accountColumns,
    ])
    .select(expired.as('expired'))

type SessionFound = Awaited<ReturnType<ReturnType<typeof sessions>['executeTakeFirstOrThrow']>>
type SupportSessionFound = Awaited<ReturnType<ReturnType<typeof supportSessions>['executeTakeFirstOrThrow']>>

const holderOf = ({ type, ack, serviceApps, blocked }: SessionFound | SupportSessionFound): Session['holder'] => ({
  type: type as 10 | null,
  ack,
  serviceApps: serviceApps as AppId[],
  blocked,
})

const fromSession = (row: SessionFound): Session => ({
  kind: 'client',
  id: row.id,
  userId: row.userId,
  accountId: row.accountId,
  dealerId: row.dealerId,
  dealerName: row.dealerName,
  regApps: row.regApps as AppId[],
  appId: null,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  expiresAt: row.expiresAt,
  isEnded: false,
  holder: holderOf(row),
  role: row.role as ClientRole,
  sight: row.sight,
  expired: row.expired,
})

const fromSupportSession = (row: SupportSessionFound): Session => ({
  kind: row.prefix as SupportMode,
  id: String(row.id),
  userId: row.userId,
  accountId: row.accountId,
  dealerId: row.dealerId,
  dealerName: row.dealerName,
  regApps: row.regApps as AppId[],
  appId: row.appId as AppId,
  createdAt: row.createdAt,
  lastUsedAt: row.createdAt,
  expiresAt: row.expiresAt,
  isEnded: [row.endedAt, row.revokedAt, row.disabledAt, row.removedAt, row.suspendedAt].some((end) => end !== null),
  holder: holderOf(row),
  role: 'owner',
  sight: null,
  expired: row.expired,
})

export async function findSession(db: Db, hash: Buffer): Promise<Session | undefined> {
  const row = await sessions(db).where('sessions.hash', '=', hash).executeTakeFirst()
  return row && fromSession(row)
}

/** As if this person had just signed in, for work on their behalf. */
export async function findOfUser(db: Db, userId: string, now: Date): Promise<Session | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.accountId')
    .innerJoin('dealers', 'dealers.id', 'accounts.dealerId')
    .select(['users.id as userId', 'users.accountId', 'users.role', ...accountColumns])
    .select([sight.as('sight'), expired.as('expired')])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return row && fromSession({ ...row, id: '', createdAt: now, lastUsedAt: now, expiresAt: now })
}

export async function findSupportSession(db: Db, hash: Buffer): Promise<Session | undefined> {
  const row = await supportSessions(db).where('serviceTokens.hash', '=', hash).executeTakeFirst()
  return row && fromSupportSession(row)
}

/** The current state of these sessions; ended ones are missing. */
export async function findByKeys(db: Db, open: readonly { kind: SessionKind; id: string }[]): Promise<Session[]> {
  const clients = open.filter(({ kind }) => kind === 'client').map(({ id }) => id)
  const tokens = open.filter(({ kind }) => kind !== 'client').map(({ id }) => Number(id))
  const [ofClients, ofDealers] = [
    clients.length === 0 ? [] : await sessions(db).where(sql<boolean>`sessions.id = any(${clients}::uuid[])`).execute(),
    tokens.length === 0
      ? []
      : await supportSessions(db).where(sql<boolean>`service_tokens.id = any(${tokens}::bigint[])`).execute(),
  ]
  return [...ofClients.map(fromSession), ...ofDealers.map(fromSupportSession)]
}

export const touch = (db: Db, id: string, use: { lastUsedAt: Date; expiresAt: Date }) =>
  db.updateTable('sessions').set(use).where('id', '=', id).execute()

export const list = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastUsedAt', 'expiresAt', 'address', 'agent'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .execute()

export async function remove(db: Db, userId: string, id: string): Promise<boolean> {
  const done = await db.deleteFrom('sessions').where('userId', '=', userId).where('id', '=', id).executeTakeFirst()
  return done.numDeletedRows > 0n
}

export async function removeOfUser(db: Db, userId: string, except: string | undefined): Promise<void> {
  let query = db.deleteFrom('sessions').where('userId', '=', userId)
  if (except !== undefined) query = query.where('id', '!=', except)
  await query.execute()
}

export const removeOfAccounts = (db: Db, accountIds: readonly number[]) =>
  db
    .deleteFrom('sessions')
    .where(sql<boolean>`account_id = any(${[...accountIds]}::bigint[])`)
    .execute()

export const removeExpired = (db: Db, now: Date, most: number): Promise<number> =>
  removeSome(db, 'sessions', sql`expires_at <= ${now}`, most)

export interface SupportTokenRow {
  readonly hash: Buffer
  readonly dealerId: number
  readonly accountId: number
  readonly userId: string
  readonly appId: string
  readonly prefix: string
  readonly accessTokenId?: string
  readonly personId?: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Whether a member of staff still has a session. Changes of the person wait until the transaction ends. */
export async function lockStaff(db: Db, personId: string): Promise<boolean> {
  await sql`select from staff where id = ${personId} for share`.execute(db)
  return (await firstRow<object>(db)`select from staff_sessions where person_id = ${personId} limit 1`) !== undefined
}

export async function insertSupportToken(db: Db, row: SupportTokenRow): Promise<number> {
  const { id } = await db.insertInto('serviceTokens').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export const enter = (db: Db, id: number, now: Date) =>
  db.updateTable('serviceTokens').set({ enteredAt: now }).where('id', '=', id).where('enteredAt', 'is', null).execute()

export interface SupportSessionFilter {
  readonly accountIds?: readonly number[]
  readonly userId?: string
  readonly appIds?: readonly string[]
  readonly prefix?: SupportMode
  readonly personId?: string
  readonly id?: number
}

/** Returns the accounts that had support sessions. */
export async function endSupportSessions(db: Db, filter: SupportSessionFilter, now: Date): Promise<readonly number[]> {
  let query = db.updateTable('serviceTokens').set({ endedAt: now }).where('endedAt', 'is', null)
  if (filter.accountIds) query = query.where(sql<boolean>`account_id = any(${[...filter.accountIds]}::bigint[])`)
  if (filter.userId !== undefined) query = query.where('userId', '=', filter.userId)
  if (filter.appIds) query = query.where('appId', 'in', filter.appIds)
  if (filter.prefix !== undefined) query = query.where('prefix', '=', filter.prefix)
  if (filter.personId !== undefined) query = query.where('personId', '=', filter.personId)
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  const ended = await query.returning('accountId').execute()
  return ended.map(({ accountId }) => accountId)
}

const supportSessionsMax = 500

export const listSupportSessions = (db: Db, accountId: number, apps: readonly string[]) =>
  db
    .selectFrom('serviceTokens')
    .innerJoin('dealers', 'dealers.id', 'serviceTokens.dealerId')
    .leftJoin('accessTokens', 'accessTokens.id', 'serviceTokens.accessTokenId')
    .select(['serviceTokens.id', 'prefix', 'appId', 'enteredAt', 'endedAt', 'serviceTokens.expiresAt'])
    .select(['dealers.name as dealer', 'accessTokens.revokedAt'])
    .where('accountId', '=', accountId)
    .where('appId', 'in', apps)
    .where('enteredAt', 'is not', null)
    .orderBy('serviceTokens.id', 'desc')
    .limit(supportSessionsMax)
    .execute()

export interface SupportAction {
  readonly actorId: string
  readonly action: string
  readonly subjectId: string
  readonly count: number
  readonly at: Date
}

/** What was done in each support session; repeated actions appear once. */
export const listSupportActions = (db: Db, actorIds: readonly string[]) => rowsOf<SupportAction>(db)`
    select actor_id, action, subject_id, count(*)::integer as count, min(at) as at from audit
    where actor_kind = 'visitor' and actor_id = any(${[...actorIds]})
    group by actor_id, action, subject_id order by min(id)`

/** Makes everyone with an open stream for these accounts check again, in all processes. */
export async function announce(db: Db, ...accountIds: readonly number[]): Promise<void> {
  await sql`select pg_notify('sessions', id) from unnest(${accountIds.map(String)}::text[]) as id`.execute(db)
}

export interface LoginUser {
  readonly id: string
  readonly name: string
  readonly accountId: number
  readonly dealerId: number
  readonly role: ClientRole
  readonly passwordHash: string | null
}

/** By email, or by username if there is no email yet. */
export const findLogin = (db: Db, login: string) => firstRow<LoginUser>(db)`
    select id, name, account_id, dealer_id, role, password_hash from users
    where lower(email) = lower(${login}) or (email is null and lower(name) = lower(${login}))
    order by email is null limit 1`

/** Whether the password is unchanged; it then stays so until the transaction ends. */
export async function lockPassword(db: Db, { id, passwordHash }: LoginUser): Promise<boolean> {
  return (
    (await firstRow<object>(db)`select from users where id = ${id} and password_hash = ${passwordHash} for share`) !==
    undefined
  )
}

/** As it is until the transaction ends: nobody blocks it in between. */
export const lockAccount = (db: Db, id: number) =>
  db
    .selectFrom('accounts')
    .select(['type', 'ack', 'serviceApps', 'blocked', 'blockedBy', 'blockedSince', 'updatedAt', 'regApps', 'dealerId'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
