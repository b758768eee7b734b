import { sql } from 'kysely'
import type { Db } from './transaction.ts'

/** Serialises changes to what an account has: what was read stays true until it is written. */
export const lockAccount = (db: Db, accountId: number) =>
  sql`select from accounts where id = ${accountId} for no key update`.execute(db)

/** The same for what a dealer has: two concurrent requests cannot both take the last place. */
export const lockDealer = (db: Db, dealerId: number) =>
  sql`select from dealers where id = ${dealerId} for no key update`.execute(db)

interface Scope {
  readonly dealer: number
  readonly apps: readonly string[]
}

const visibleAccount = ({ dealer, apps }: Scope, id: number) =>
  sql`from accounts where id = ${id} and dealer_id = ${dealer} and reg_apps && ${[...apps]}::uuid[]`

/** Whether a caller sees the account. */
export const hasAccount = async (db: Db, scope: Scope, id: number): Promise<boolean> =>
  (await sql`select ${visibleAccount(scope, id)}`.execute(db)).rows.length > 0

/** The same, and locks it, so that changes come one after the other. */
export const lockOwnAccount = async (db: Db, scope: Scope, id: number): Promise<boolean> =>
  (await sql`select ${visibleAccount(scope, id)} for no key update`.execute(db)).rows.length > 0
