import { sql } from 'kysely'
import { lockAccount } from '#kernel/db/locks.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Habits } from '#kernel/time/habits.ts'
import type { Person } from './user.ts'

const habits = ['measure', 'volume', 'temperature', 'clock', 'dateOrder', 'weekStart', 'zone'] as const
const columns = [
  'id',
  'accountId',
  'name',
  'email',
  'description',
  'lang',
  'enabled',
  'role',
  'isFirst',
  'isLimitedToUnits',
  'isLimitedToGeofences',
  ...habits,
  'notifyInApp',
  'notifyByMail',
  'createdAt',
] as const

/** The first user first, then in order of creation. */
export const list = (db: Db, accountId: number): Promise<Person[]> =>
  db
    .selectFrom('users')
    .select(columns)
    .where('accountId', '=', accountId)
    .orderBy(sql`not is_first`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute() as unknown as Promise<Person[]>

/** Serialises changes: whether someone may be removed depends on who is left. */
export async function listForUpdate(db: Db, accountId: number): Promise<Person[]> {
  await lockAccount(db, accountId)
  return list(db, accountId)
}

export const find = (db: Db, id: string): Promise<Person | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst() as Promise<Person | undefined>

export const findHabits = (db: Db, id: string): Promise<Habits | undefined> =>
  db.selectFrom('users').select(habits).where('id', '=', id).executeTakeFirst() as Promise<Habits | undefined>

/** Of the person in the account who has this address. */
export const findHabitsByEmail = (db: Db, accountId: number, email: string): Promise<Habits | undefined> =>
  db
    .selectFrom('users')
    .select(habits)
    .where('accountId', '=', accountId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst() as Promise<Habits | undefined>

export interface PersonRow extends Omit<Person, 'description' | 'notifyInApp' | 'notifyByMail' | keyof Habits> {
  readonly dealerId: number
  readonly passwordHash: string
}

export const insert = (db: Db, row: PersonRow) =>
  db
    .insertInto('users')
    .values({ ...row, updatedAt: row.createdAt })
    .execute()

export type PersonUpdate = Partial<
  Pick<
    Person,
    'role' | 'isLimitedToUnits' | 'isLimitedToGeofences' | 'lang' | 'notifyInApp' | 'notifyByMail' | keyof Habits
  >
>

export async function save(db: Db, id: string, update: PersonUpdate, now: Date): Promise<Person> {
  await db
    .updateTable('users')
    .set({ ...update, updatedAt: now })
    .where('id', '=', id)
    .execute()
  return (await find(db, id)) as Person
}

export async function setFirst(db: Db, accountId: number, id: string): Promise<void> {
  await sql`update users set is_first = false where account_id = ${accountId} and is_first`.execute(db)
  await sql`update users set is_first = true where id = ${id}`.execute(db)
}

export const remove = (db: Db, id: string) => db.deleteFrom('users').where('id', '=', id).execute()
