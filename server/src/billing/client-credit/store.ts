import { sql } from 'kysely'
import type { Scope } from '#kernel/context.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { CreditEntry } from './client-credit.ts'

export type CreditKey = Pick<CreditEntry, 'dealerId' | 'accountId' | 'currency'>

/** Locked until the transaction ends. */
export async function findForUpdate(db: Db, { dealerId, accountId, currency }: CreditKey): Promise<number> {
  const row = await db
    .selectFrom('clientCredits')
    .select('amount')
    .where('dealerId', '=', dealerId)
    .where('accountId', '=', accountId)
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirst()
  return row?.amount ?? 0
}

export async function listCredited(
  db: Db,
  dealer: number,
  accountIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('clientCredits')
    .select('accountId')
    .where('dealerId', '=', dealer)
    .where('accountId', 'in', accountIds)
    .where('amount', '>', 0)
    .execute()
  return new Set(rows.map(({ accountId }) => accountId))
}

/** Two simultaneous first entries wait for each other here. */
export const change = (db: Db, { dealerId, accountId, currency }: CreditKey, by: number) =>
  sql`
    insert into client_credits as credits (dealer_id, account_id, currency, amount)
    values (${dealerId}, ${accountId}, ${currency}, greatest(${by}::bigint, 0))
    on conflict (dealer_id, account_id, currency) do update set amount = credits.amount + ${by}::bigint`.execute(db)

export const insert = (db: Db, entry: CreditEntry) => db.insertInto('clientCreditEntries').values(entry).execute()

const columns = [
  ...(['id', 'dealerId', 'accountId', 'currency', 'kind', 'amount', 'bookedOn', 'way'] as const),
  ...(['paymentId', 'bankLineId', 'comment', 'createdAt'] as const),
] as const

const there = (db: Db) => db.selectFrom('clientCreditEntries').select(columns).where('removedAt', 'is', null)

export const findByPayment = (db: Db, paymentId: string): Promise<CreditEntry | undefined> =>
  there(db).where('paymentId', '=', paymentId).executeTakeFirst() as unknown as Promise<CreditEntry | undefined>

export const findByLine = (db: Db, bankLineId: string): Promise<CreditEntry | undefined> =>
  there(db).where('bankLineId', '=', bankLineId).executeTakeFirst() as unknown as Promise<CreditEntry | undefined>

export const find = (
  db: Db,
  { dealer, apps }: Scope,
  accountId: number,
  id: string,
): Promise<CreditEntry | undefined> =>
  there(db)
    .where('dealerId', '=', dealer)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where(sql<boolean>`account_id in (select accounts.id from accounts where reg_apps && ${[...apps]}::uuid[])`)
    .executeTakeFirst() as unknown as Promise<CreditEntry | undefined>

/** False: someone else has just removed it. */
export const remove = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('clientCreditEntries')
      .set({ removedAt: now })
      .where('id', '=', id)
      .where('removedAt', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Forgets who it was, but keeps what is owed. */
export async function pseudonymise(db: Db, accountId: number): Promise<void> {
  await db
    .updateTable('clientCreditEntries')
    .set({ accountId: 0, comment: null })
    .where('accountId', '=', accountId)
    .execute()
  await db.deleteFrom('clientCredits').where('accountId', '=', accountId).execute()
}
