import { sql } from 'kysely'
import type { Db } from '../context.ts'
import { type Purchase, patienceMs } from './purchase.ts'

export async function insert(db: Db, purchase: Purchase): Promise<void> {
  await db.insertInto('purchases').values(purchase).execute()
}

export const findByOperation = (db: Db, dealer: number, operation: string): Promise<Purchase | undefined> =>
  db
    .selectFrom('purchases')
    .selectAll()
    .where('dealerId', '=', dealer)
    .where('operationId', '=', operation)
    .executeTakeFirst() as Promise<Purchase | undefined>

export type DuePurchase = Purchase & { readonly status: 'open' | 'paid' | 'void'; readonly number: string }

/** Money is real: what is paid begins, also when it was given up before. */
const isDue = (now: Date) => sql<boolean>`purchases.subscription_id is null and purchases.account_id is not null and (
  invoices.status = 'paid' or
  (purchases.given_up_at is null and purchases.created_at <= ${new Date(now.getTime() - patienceMs)}))`

/** One of them, locked; whoever comes second finds another. */
export const takeDue = (db: Db, now: Date): Promise<DuePurchase | undefined> =>
  db
    .selectFrom('purchases')
    .innerJoin('invoices', 'invoices.id', 'purchases.invoiceId')
    .selectAll('purchases')
    .select(['invoices.status', 'invoices.number'])
    .where(isDue(now))
    .orderBy('purchases.createdAt')
    .limit(1)
    .forUpdate('purchases')
    .skipLocked()
    .executeTakeFirst() as Promise<DuePurchase | undefined>

export async function firstDue(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(case when invoices.status = 'paid' then invoices.paid_at
      when given_up_at is null then purchases.created_at + ${sql.lit(`${patienceMs} milliseconds`)}::interval end) as at
    from purchases join invoices on invoices.id = invoice_id
    where subscription_id is null and account_id is not null`.execute(db)
  return rows[0]?.at ?? undefined
}

export async function save(db: Db, { invoiceId, givenUpAt, subscriptionId }: Purchase): Promise<void> {
  await db.updateTable('purchases').set({ givenUpAt, subscriptionId }).where('invoiceId', '=', invoiceId).execute()
}
