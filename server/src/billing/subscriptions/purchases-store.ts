import { sql } from 'kysely'
import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { DayReader } from '#kernel/mail/texts.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { type Offer, type Order, type Purchase, patienceMs } from './purchase.ts'

export const insert = (db: Db, purchase: Purchase) => db.insertInto('purchases').values(purchase).execute()

export const findByOperation = (db: Db, dealer: number, operation: string): Promise<Purchase | undefined> =>
  db
    .selectFrom('purchases')
    .selectAll()
    .where('dealerId', '=', dealer)
    .where('operationId', '=', operation)
    .executeTakeFirst() as Promise<Purchase | undefined>

export type DuePurchase = Purchase & Pick<Invoice, 'status' | 'number' | 'amountTotal' | 'currency'>

/** A client's own purchase, with the state of its invoice. */
export type OwnPurchase = DuePurchase & Pick<Invoice, 'paidAt'>

const invoiced = ['invoices.status', 'invoices.number', 'invoices.amountTotal', 'invoices.currency'] as const

const own = (db: Db, accountId: number) =>
  db
    .selectFrom('purchases')
    .innerJoin('invoices', 'invoices.id', 'purchases.invoiceId')
    .selectAll('purchases')
    .select([...invoiced, 'invoices.paidAt'])
    .where('purchases.accountId', '=', accountId)
    .where('purchases.type', '=', 'cardpay')

/** Newest first. */
export const listOwn = (db: Db, accountId: number, most: number): Promise<OwnPurchase[]> =>
  own(db, accountId).orderBy('purchases.createdAt', 'desc').limit(most).execute() as Promise<OwnPurchase[]>

export const findOwn = (db: Db, accountId: number, invoice: string): Promise<OwnPurchase | undefined> =>
  own(db, accountId).where('purchases.invoiceId', '=', invoice).executeTakeFirst() as Promise<OwnPurchase | undefined>

/** The client's unpaid order with the same content. */
export const findSame = (
  db: Db,
  accountId: number,
  { appId, plan, monthlyAmount, currency }: Offer,
  { months, autoRenew = false }: Order,
  since: Date,
): Promise<OwnPurchase | undefined> =>
  own(db, accountId)
    .where('purchases.appId', '=', appId)
    .where('plan', '=', plan)
    .where('months', '=', months)
    .where('autoRenew', '=', autoRenew)
    .where('renews', 'is', null)
    .where('purchases.createdAt', '>', since)
    .where('invoices.status', '=', 'open')
    .where('invoices.currency', '=', currency)
    .where('invoices.amountTotal', '=', monthlyAmount * months)
    .orderBy('purchases.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<OwnPurchase | undefined>

type Payer = DayReader & { readonly email: string | null }

export const findPayer = (db: Db, user: string): Promise<Payer | undefined> =>
  db.selectFrom('users').select(['email', 'lang', 'dateOrder']).where('id', '=', user).executeTakeFirst() as Promise<
    Payer | undefined
  >

/** Its card could not be charged, or there was none. */
const isNotRenewed = sql<boolean>`purchases.renews is not null and not exists (
  select from invoice_payments where invoice_payments.invoice_id = purchases.invoice_id and status = 'open')`

/** The money is real: a paid order begins, even if it was dropped before. */
const isDue = (now: Date) => sql<boolean>`purchases.subscription_id is null and purchases.account_id is not null and (
  invoices.status = 'paid' or
  (purchases.given_up_at is null and
    (purchases.created_at <= ${new Date(now.getTime() - patienceMs)} or ${isNotRenewed})))`

/** Takes one, locked; concurrent workers get another. */
export const takeDue = (db: Db, now: Date): Promise<DuePurchase | undefined> =>
  db
    .selectFrom('purchases')
    .innerJoin('invoices', 'invoices.id', 'purchases.invoiceId')
    .selectAll('purchases')
    .select(invoiced)
    .where(isDue(now))
    .orderBy('purchases.createdAt')
    .limit(1)
    .forUpdate('purchases')
    .skipLocked()
    .executeTakeFirst() as Promise<DuePurchase | undefined>

export const firstDue = async (db: Db): Promise<Date | undefined> =>
  (
    await firstRow<{ at: Date | null }>(db)`
    select min(case when invoices.status = 'paid' then invoices.paid_at
      when given_up_at is null and ${isNotRenewed} then purchases.created_at
      when given_up_at is null then purchases.created_at + ${sql.lit(`${patienceMs} milliseconds`)}::interval end) as at
    from purchases join invoices on invoices.id = invoice_id
    where subscription_id is null and account_id is not null`
  )?.at ?? undefined

/** A charge that has begun must end before the next. */
export const isBeingRenewed = async (db: Db, subscription: string): Promise<boolean> =>
  (await db
    .selectFrom('purchases')
    .select('invoiceId')
    .where('renews', '=', subscription)
    .where('subscriptionId', 'is', null)
    .where('givenUpAt', 'is', null)
    .executeTakeFirst()) !== undefined

export const save = (db: Db, { invoiceId, givenUpAt, subscriptionId }: Purchase) =>
  db.updateTable('purchases').set({ givenUpAt, subscriptionId }).where('invoiceId', '=', invoiceId).execute()
