/** Counts what a dealer used and issues its invoices. How they are paid is in `payments.ts`. */

import { recordInvoicing } from '#identity/company/actions.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import {
  draftInvoices,
  type Invoice,
  type InvoiceKind,
  type Month,
  monthAfter,
  monthOf,
  readerOf,
  startOf,
} from './invoice.ts'
import { beginCharge } from './kept-cards.ts'
import { invoiceMail } from './mail.ts'
import * as store from './store.ts'

export {
  beginCharge,
  dropKeptCard,
  findKeptCard,
  forgetAtProcessor,
  type KeptCardRow,
  readKeptCard,
  removeKeptCard,
  saveKeptCard,
  shown,
  tokenOf,
} from './kept-cards.ts'
export { payInvoice, reconcileInvoice as lookAtInvoice } from './payments.ts'

/** Called before units are deleted or their account changes its plan: they still count for this month. */
export const recordDeparture = (
  ctx: Pick<Context, 'db' | 'clock'>,
  which: { readonly account: number } | { readonly unit: number },
): Promise<void> => store.insertDeparted(ctx.db, which, ctx.clock.now())

const batch = 100

/** Counts every completed month of every dealer, oldest first, and issues its invoice. Returns the number of months. */
export async function countDueMonths(acting: ActorContext): Promise<number> {
  let counted = 0
  for (;;) {
    const due = await store.listDue(acting.db, monthOf(acting.clock.now()), batch)
    if (due.length === 0) return counted
    for (const { dealer, month } of due) counted += (await countMonth(acting, dealer, month)) ? 1 : 0
  }
}

export async function nextMonthDue(ctx: Pick<Context, 'db'>): Promise<Date | undefined> {
  const month = await store.firstUncounted(ctx.db)
  return month === null ? undefined : startOf(monthAfter(month))
}

/** False: it was already counted. */
export const countMonth = (acting: ActorContext, dealer: number, month: Month): Promise<boolean> =>
  inTransaction(acting, async (ctx) => {
    const now = ctx.clock.now()
    const [start, end] = [startOf(month), startOf(monthAfter(month))]
    const uses = await store.countUse(ctx.db, dealer, month, end)
    const units = uses.reduce((sum, use) => sum + use.units, 0)
    if (!(await store.insertCounted(ctx.db, dealer, month, units, now))) return false
    const drafts = draftInvoices(month, uses, await store.listFees(ctx.db, start, end))
    for (const draft of drafts) {
      const rest = { id: uuidv7(now), dealerId: dealer, month, createdAt: now }
      const invoice = await store.insert(ctx.db, draft, rest)
      await recordChange(ctx, { dealer, action: 'invoices.make', subject: invoice.id, after: invoice })
      if (!(await beginCharge(ctx, invoice, { dealer }))) await sendIfWanted(ctx, invoice)
    }
    await recordInvoicing(ctx, dealer, { calculatedAt: now, ...(drafts.length > 0 && { invoicedAt: now }) })
    return true
  })

async function sendIfWanted(ctx: ActorContext, invoice: Invoice): Promise<void> {
  const { name, email, autoSendInvoice } = await store.findDealer(ctx.db, invoice.dealerId)
  if (!autoSendInvoice || !email) return
  const mail = invoiceMail(invoice, name, ctx.config.publicUrl)
  await postMail(ctx, { ...mail, to: email, dealer: invoice.dealerId, key: `invoice:${invoice.id}` })
}

export interface OrderedItem {
  readonly currency: string
  readonly description: string
  readonly quantity: number
  readonly unitAmount: number
}

/** For one order of the dealer or its client, separate from monthly invoices; in the transaction of the order. */
export async function invoiceOrder(
  ctx: ActorContext,
  dealer: number,
  { currency, ...item }: OrderedItem,
  kind: Exclude<InvoiceKind, 'month'> = 'purchase',
): Promise<Invoice> {
  const now = ctx.clock.now()
  const amountTotal = item.quantity * item.unitAmount
  const draft = { currency, amountTotal, lines: [{ ...item, amountTotal }] }
  const rest = { id: uuidv7(now), dealerId: dealer, month: monthOf(now), createdAt: now }
  const invoice = await store.insert(ctx.db, draft, rest, kind)
  await recordChange(ctx, { dealer: readerOf(invoice), action: 'invoices.make', subject: invoice.id, after: invoice })
  return invoice
}

/** The order was not paid. If someone still pays, it counts as paid: the money is real. */
export async function voidInvoice(ctx: ActorContext, id: string): Promise<void> {
  const invoice = (await store.findForUpdate(ctx.db, id)) ?? notFound('invoice')
  if (invoice.status !== 'open') return
  await store.saveStatus(ctx.db, { ...invoice, status: 'void' })
  await recordChange(ctx, {
    dealer: readerOf(invoice),
    action: 'invoices.void',
    subject: id,
    before: { status: 'open' },
    after: { status: 'void' },
  })
}

export const readInvoice = async (call: Pick<Call, 'db' | 'dealer'>, id: string): Promise<Invoice> =>
  (await store.findForUpdate(call.db, id, call.dealer)) ?? notFound('invoice')

/** Only monthly invoices: orders in between are not what the platform charges for. */
export const readLatest = async (call: Pick<Call, 'db' | 'dealer'>): Promise<Invoice> =>
  (await store.list(call.db, call.dealer, 1, 'month'))[0] ?? notFound('invoice')

export const readDealerName = async (call: Pick<Call, 'db' | 'dealer'>): Promise<string> =>
  (await store.findDealer(call.db, call.dealer)).name

const shownMax = 1000

/** Newest first; of all dealers for the operator. */
export const listInvoices = (ctx: Pick<Context, 'db'>, dealer?: number): Promise<Invoice[]> =>
  store.list(ctx.db, dealer, shownMax)
