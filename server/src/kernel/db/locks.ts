import { sql } from 'kysely'
import type { Db } from './transaction.ts'

/** Serialises changes to what an account has: what was read stays true until it is written. */
export async function lockAccount(db: Db, accountId: number): Promise<void> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(db)
}

/** The same for what a dealer has: two concurrent requests cannot both take the last place. */
export async function lockDealer(db: Db, dealerId: number): Promise<void> {
  await sql`select from dealers where id = ${dealerId} for no key update`.execute(db)
}
