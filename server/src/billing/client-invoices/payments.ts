/** Money for invoices: entered by hand, from a line of a bank statement, or from the client's credit. */
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { type Day, dayAfter } from '#kernel/time/day.ts'
import { bookCredit, coveredBy, findByPayment, unbook } from '../client-credit/actions.ts'
import { withdrawCheckouts } from './checkouts/checkouts.ts'
import {
  type ClientInvoice,
  dayProblems,
  openAmount,
  type PayableInvoice,
  type Payment,
  type PaymentWay,
} from './client-invoice.ts'
import { wakeCollection } from './collection/mandates.ts'
import { addPayment, balanceOf, readInvoicing, saveBalance, settled, type WholeInvoice, whole } from './issue.ts'
import * as payables from './payables-store.ts'
import * as paymentsStore from './payments-store.ts'
import * as store from './store.ts'

export interface NewPayment {
  readonly paidOn: Day
  readonly way: PaymentWay
  /** Undefined: the whole open amount. */
  readonly amount: number | undefined
  readonly comment: string | null
}

/** Money received outside Waymark, or the client's credit. Several payments may settle one invoice. */
export const payInvoice = (caller: Call, id: string, input: NewPayment): Promise<WholeInvoice> =>
  inTransaction(caller, async (call) => {
    const invoice = (await store.findForUpdate(call.db, call, id)) ?? notFound('invoice')
    const { today } = await readInvoicing(call)
    const faults = dayProblems('paid_on', input.paidOn)
    call.validate([
      ...faults,
      ...(faults.length === 0 && input.paidOn > today
        ? [invalidField('paid_on', `paid_on must be today (${today}) or earlier.`)]
        : []),
    ])
    requireOpen(invoice)
    const open = openAmount(invoice)
    if (input.amount !== undefined && input.amount > open) {
      call.validate([invalidField('amount', `amount must be ${open} at most: no more is open.`)])
    }
    await withdrawCheckouts(call, id)
    return whole(call, await pay(call, invoice, { ...input, amount: input.amount ?? open, bankLineId: null }))
  })

function requireOpen(invoice: ClientInvoice): void {
  if (invoice.status === 'draft') conflict('This invoice is a draft. Issue it first.')
  if (invoice.status !== 'open') conflict('This invoice is settled. Nothing is left to pay.')
}

type Paid = Pick<Payment, 'paidOn' | 'way' | 'amount' | 'comment' | 'bankLineId'>

async function pay(ctx: ActorContext, invoice: ClientInvoice, paid: Paid): Promise<ClientInvoice> {
  const now = ctx.clock.now()
  const { paidOn, way, amount, comment, bankLineId } = paid
  const { id: invoiceId, dealerId, accountId, currency } = invoice
  const payment: Payment = { id: uuidv7(now), invoiceId, paidOn, way, amount, comment, bankLineId, createdAt: now }
  if (way === 'credit') {
    const used = { kind: 'used', amount: -amount, bookedOn: paidOn, paymentId: payment.id } as const
    await bookCredit(ctx, { dealerId, accountId, currency, ...used })
  }
  return addPayment(ctx, invoice, payment)
}

/** Part of a line of a bank statement, in the transaction that matches it. */
export async function takePayment(call: Call, id: string, paid: Omit<Paid, 'way'> & { currency: string }) {
  const invoice = (await store.findForUpdate(call.db, call, id)) ?? notFound('invoice')
  requireOpen(invoice)
  if (invoice.currency !== paid.currency) conflict('The invoice is not in the line’s currency. Choose another one.')
  if (paid.amount > openAmount(invoice)) {
    conflict(`Less is open on invoice ${invoice.number} than the line would pay. Read the line again.`)
  }
  await withdrawCheckouts(call, id)
  return pay(call, invoice, { ...paid, way: 'transfer' })
}

/** Pays an invoice that has just opened from the client's credit, as far as it reaches. */
export async function payFromCredit(
  ctx: ActorContext,
  invoice: ClientInvoice,
  paidOn = invoice.issuedOn as Day,
): Promise<ClientInvoice> {
  if (invoice.status !== 'open' || invoice.kind === 'credit') return invoice
  const amount = await coveredBy(ctx, invoice, openAmount(invoice))
  if (amount === 0) return invoice
  return pay(ctx, invoice, { paidOn, way: 'credit', amount, comment: null, bankLineId: null })
}

/** For a payment entered by mistake. What it has changed since, such as a due date, stays. */
export const removePayment = (caller: Call, id: string, paymentId: string): Promise<WholeInvoice> =>
  inTransaction(caller, async (call) => {
    const invoice = (await store.findForUpdate(call.db, call, id)) ?? notFound('payment')
    const payments = await paymentsStore.listPayments(call.db, id)
    const payment = payments.find((one) => one.id === paymentId) ?? notFound('payment')
    if (payment.bankLineId !== null) conflict('This payment comes from a bank statement. Undo the match of its line.')
    return whole(call, await revertPayment(call, invoice, payment))
  })

async function revertPayment(call: Call, invoice: ClientInvoice, payment: Payment): Promise<ClientInvoice> {
  const now = call.clock.now()
  await paymentsStore.removePayment(call.db, payment.id, now)
  const used = payment.way === 'credit' ? await findByPayment(call, payment.id) : undefined
  if (used) await unbook(call, used)
  const after = settled({ ...invoice, paidTotal: invoice.paidTotal - payment.amount }, now)
  await saveBalance(call, after)
  await wakeCollection(call, invoice)
  const change = { dealer: invoice.dealerId, subject: invoice.id, after: balanceOf(after) }
  await recordChange(call, {
    ...change,
    action: 'client-invoices.undo-payment',
    before: { ...balanceOf(invoice), payment },
  })
  return after
}

/** Everything that a line of a bank statement has paid, in the transaction that undoes its match. */
export async function revertLine(call: Call, bankLineId: string): Promise<void> {
  for (const payment of await payables.listOfLine(call.db, bankLineId)) {
    const invoice = (await store.findForUpdate(call.db, call, payment.invoiceId)) ?? notFound('line')
    await revertPayment(call, invoice, payment)
  }
}

/** Long enough to recognise who pays last year's invoice again. */
const settledDays = 400

/** What a payment may be for: everything open, and what was settled recently. */
export async function listPayables(call: Call): Promise<PayableInvoice[]> {
  const { today } = await readInvoicing(call)
  return payables.list(call.db, call, dayAfter(today, -settledDays))
}
