/** The fee for a reminder is a separate invoice, because an open one never changes (docs/decisions/0100). */
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { type ClientInvoice, linesFrom, withLines } from './client-invoice.ts'
import { wakeCollection } from './collection/mandates.ts'
import { blankInvoice, numbered } from './issue.ts'
import * as store from './store.ts'

/** A single charge without tax: a fee for late payment is damages, not a sale. */
const plain = {
  ...{ quantity: 1, months: 1, days: 1, starts: null, ends: null, discountRate: 0, taxRate: 0 },
}

/** Due at once, or with the invoice that it is for. The client's credit has not been applied yet. */
export async function openFee(
  ctx: ActorContext,
  owed: ClientInvoice,
  amount: number,
  description: string,
): Promise<ClientInvoice> {
  const { dealerId, accountId, currency, buyer, dueOn } = owed
  const blank = blankInvoice({ dealerId, accountId, kind: 'manual' }, ctx.clock.now())
  const lines = linesFrom([{ ...plain, description, unitAmount: amount }], false)
  const draft: ClientInvoice = withLines({ ...blank, currency, buyer, dueOn }, lines)
  const invoice = await numbered({ ...ctx, dealer: dealerId }, draft, buyer?.name ?? '')
  await store.insert(ctx.db, invoice)
  await wakeCollection(ctx, invoice)
  await recordChange(ctx, { dealer: dealerId, action: 'client-invoices.open', subject: invoice.id, after: invoice })
  return invoice
}
