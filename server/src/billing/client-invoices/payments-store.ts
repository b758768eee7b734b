import type { Db } from '#kernel/db/transaction.ts'
import type { ClientInvoice, Payment } from './client-invoice.ts'

/** Each payment has its dealer and currency, so that income can be summed without invoices. */
export const insertPayment = (
  db: Db,
  { dealerId, currency }: Pick<ClientInvoice, 'dealerId' | 'currency'>,
  payment: Payment,
) =>
  db
    .insertInto('clientInvoicePayments')
    .values({ ...payment, incomeDealerId: dealerId, incomeCurrency: currency })
    .execute()

export const listPayments = (db: Db, invoiceId: string): Promise<Payment[]> => listPaymentsOf(db, [invoiceId])

export const listPaymentsOf = async (db: Db, invoiceIds: readonly string[]): Promise<Payment[]> =>
  invoiceIds.length === 0 ? [] : readPayments(db, invoiceIds)

const readPayments = (db: Db, invoiceIds: readonly string[]): Promise<Payment[]> =>
  db
    .selectFrom('clientInvoicePayments')
    .select(['id', 'invoiceId', 'paidOn', 'way', 'amount', 'comment', 'bankLineId', 'createdAt'])
    .where('invoiceId', 'in', invoiceIds)
    .where('removedAt', 'is', null)
    .orderBy('paidOn')
    .orderBy('id')
    .execute() as unknown as Promise<Payment[]>

export const removePayment = (db: Db, paymentId: string, now: Date) =>
  db.updateTable('clientInvoicePayments').set({ removedAt: now }).where('id', '=', paymentId).execute()
