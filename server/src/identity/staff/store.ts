import { sql } from 'kysely'
import { type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import { removeSome } from '#kernel/db/pieces.ts'
import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { TimeHabits } from '#kernel/time/habits.ts'
import type { NewSession } from '../login/actions.ts'
import type { Person, PersonSession } from './person.ts'
import type { Role } from './right.ts'

const id = sql.ref('staff.id')

export const sorts: Sorts = {
  id: { column: id, type: 'string', of: (row: Person) => row.id },
  name: { column: sql.ref('staff.name'), type: 'string', of: (row: Person) => row.name },
  email: { column: sql.ref('staff.email'), type: 'string', of: (row: Person) => row.email },
}

const people = (db: Db) =>
  db
    .selectFrom('staff')
    .select(['id', 'dealerId', 'role', 'name', 'email', 'lang', 'createdAt', 'lastLoginAt', 'disabledAt'])
    .select(sql<boolean>`password_hash is not null`.as('hasPassword'))
    .select(
      sql<boolean>`exists (select 1 from second_factors where person_id = staff.id and confirmed_at is not null)`.as(
        'hasFactor',
      ),
    )
    .where('removedAt', 'is', null)

type Found = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>
const personOf = (row: Found): Person => ({ ...row, role: row.role as Role })

export async function list(db: Db, dealer: number, ids: readonly string[] | undefined, page: Page): Promise<Person[]> {
  const { where, order, limit } = pageClauses(page, id)
  let query = people(db).where('dealerId', '=', dealer).where(where).orderBy(order).limit(limit)
  if (ids) query = query.where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
  return (await query.execute()).map(personOf)
}

export async function find(db: Db, personId: string): Promise<Person | undefined> {
  const row = await people(db).where('id', '=', personId).executeTakeFirst()
  return row && personOf(row)
}

export async function findForUpdate(db: Db, personId: string): Promise<Person | undefined> {
  const row = await people(db).where('id', '=', personId).forUpdate().executeTakeFirst()
  return row && personOf(row)
}

export async function findByEmail(db: Db, email: string): Promise<Person | undefined> {
  const row = await people(db).where(sql<boolean>`lower(email) = lower(${email})`).executeTakeFirst()
  return row && personOf(row)
}

export const operatorAddresses = (db: Db): Promise<{ email: string; lang: string | null }[]> =>
  db
    .selectFrom('staff')
    .select(['email', 'lang'])
    .where('dealerId', 'is', null)
    .where('removedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .orderBy('email')
    .execute()

/** Locks the whole team in one order, so that two simultaneous changes cannot leave it without an owner. */
export async function teamForUpdate(db: Db, dealer: number): Promise<Person[]> {
  return (await people(db).where('dealerId', '=', dealer).orderBy('id').forUpdate().execute()).map(personOf)
}

export interface PersonRow {
  readonly id: string
  readonly dealerId: number | null
  readonly role: Role
  readonly name: string
  readonly email: string
  readonly passwordHash: string | null
}

export const insert = (db: Db, row: PersonRow, now: Date) =>
  db
    .insertInto('staff')
    .values({ ...row, createdAt: now, updatedAt: now })
    .execute()

export interface PersonChange extends Partial<TimeHabits> {
  readonly role?: Role
  readonly name?: string
  readonly lang?: string
  readonly passwordHash?: string
  readonly lastLoginAt?: Date
  readonly disabledAt?: Date | null
  readonly removedAt?: Date
}

export const save = (db: Db, personId: string, change: PersonChange, now: Date) =>
  db
    .updateTable('staff')
    .set({ ...change, updatedAt: now })
    .where('id', '=', personId)
    .execute()

export interface Login {
  readonly id: string
  readonly dealerId: number | null
  readonly passwordHash: string | null
  readonly isSuspended: boolean
}

/** Disabled people have no login. */
export const findLogin = (db: Db, email: string): Promise<Login | undefined> =>
  db
    .selectFrom('staff')
    .leftJoin('dealers', 'dealers.id', 'staff.dealerId')
    .select(['staff.id', 'dealerId', 'passwordHash', sql<boolean>`suspended_at is not null`.as('isSuspended')])
    .where(sql<boolean>`lower(email) = lower(${email.trim()})`)
    .where('removedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()

/** Whether the password still opens this login; it then does so until the transaction ends. */
export async function lockPassword(db: Db, { id, passwordHash }: Pick<Login, 'id' | 'passwordHash'>): Promise<boolean> {
  return (
    (await firstRow<object>(db)`
    select from staff where id = ${id} and password_hash = ${passwordHash}
      and disabled_at is null and removed_at is null for no key update`) !== undefined
  )
}

export async function findPasswordHash(db: Db, personId: string): Promise<string | null> {
  const row = await db.selectFrom('staff').select('passwordHash').where('id', '=', personId).executeTakeFirst()
  return row?.passwordHash ?? null
}

export interface SessionRow extends NewSession {
  readonly personId: string
}

export const insertSession = (db: Db, row: SessionRow) => db.insertInto('staffSessions').values(row).execute()

/** With everything that decides whether it is open now. */
export async function findSession(db: Db, hash: Buffer): Promise<PersonSession | undefined> {
  const row = await db
    .selectFrom('staffSessions')
    .innerJoin('staff', 'staff.id', 'staffSessions.personId')
    .leftJoin('dealers', 'dealers.id', 'staff.dealerId')
    .select(['staffSessions.id', 'personId', 'staffSessions.createdAt', 'lastUsedAt', 'expiresAt'])
    .select(['staff.name', 'email', 'staff.lang', 'role', 'dealerId', 'dialect'])
    .select(['clock', 'dateOrder', 'weekStart', 'staff.zone'])
    .select(sql<boolean>`suspended_at is not null`.as('isSuspended'))
    .where('hash', '=', hash)
    .where('disabledAt', 'is', null)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return row && ({ ...row, dialect: row.dialect ?? 'provider' } as PersonSession)
}

export const touchSession = (db: Db, sessionId: string, use: { lastUsedAt: Date; expiresAt: Date }) =>
  db.updateTable('staffSessions').set(use).where('id', '=', sessionId).execute()

export const listSessions = (db: Db, personId: string, now: Date) =>
  db
    .selectFrom('staffSessions')
    .select(['id', 'createdAt', 'lastUsedAt', 'expiresAt', 'address', 'agent'])
    .where('personId', '=', personId)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .execute()

export async function removeSession(db: Db, personId: string, sessionId: string): Promise<boolean> {
  const done = await db
    .deleteFrom('staffSessions')
    .where('personId', '=', personId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

export async function removeSessionsOf(db: Db, personId: string, except?: string): Promise<void> {
  let query = db.deleteFrom('staffSessions').where('personId', '=', personId)
  if (except !== undefined) query = query.where('id', '!=', except)
  await query.execute()
}

export const removeExpired = (db: Db, now: Date, most: number): Promise<number> =>
  removeSome(db, 'staffSessions', sql`expires_at <= ${now}`, most)

/** The platform dealer, which holds accounts without a dealer, has no team. */
export const findDealer = (db: Db, dealer: number) =>
  db
    .selectFrom('dealers')
    .innerJoin('companies', 'companies.dealerId', 'dealers.id')
    .innerJoin('paymentInfos', 'paymentInfos.dealerId', 'dealers.id')
    .select(['dealers.id', 'dealers.name', 'dialect', 'companies.approved', 'verified', 'agreement'])
    .where('dealers.id', '=', dealer)
    .where('isHouse', '=', false)
    .executeTakeFirst()

/** Whether the installation has an operator, or has invited one. */
export async function hasOperator(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('staff')
    .select('id')
    .where('dealerId', 'is', null)
    .where('removedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertSetUpLink(db: Db, hash: Buffer, expiresAt: Date, now: Date): Promise<void> {
  await db.deleteFrom('setupLinks').where('expiresAt', '<=', now).execute()
  await db.insertInto('setupLinks').values({ hash, expiresAt }).execute()
}

export async function isSetUpLink(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('setupLinks')
    .select('hash')
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Until the transaction ends, no one else can become the first operator. */
export const lockSetUp = (db: Db) => sql`lock table setup_links in exclusive mode`.execute(db)

export const removeSetUpLinks = (db: Db) => db.deleteFrom('setupLinks').execute()
