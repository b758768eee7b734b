/** How an invoice gets its number and its parties, and what happens when nothing is left to pay. */
import { findProfile } from '#identity/client-profiles/actions.ts'
import { noAddress, type PostalAddress } from '#identity/client-profiles/client-profile.ts'
import { readCompany, readInvoiceSettings, readPaymentInfo } from '#identity/company/actions.ts'
import type { InvoiceSettings } from '#identity/company/company.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call } from '#kernel/context.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { recordEvent } from '#kernel/outgoing-events/actions.ts'
import { type Day, dayAfter, dayIn } from '#kernel/time/day.ts'
import { recordPayment } from '../dunning/actions.ts'
import { planReminder } from '../reminders/actions.ts'
import { settleRenewals } from '../usage/terms.ts'
import { buyerOf, type ClientInvoice, numberOf, openAmount, type Party, type Payment } from './client-invoice.ts'
import * as paymentsStore from './payments-store.ts'
import * as store from './store.ts'

type Seller = Pick<Call, 'db' | 'dealer'>

async function readSeller(call: Seller): Promise<Party> {
  const [company, info] = [await readCompany(call), await readPaymentInfo(call)]
  return {
    name: info.name ?? company.name,
    contact: null,
    email: info.email,
    taxNumber: info.vat,
    regNumber: info.regNumber,
    address: { ...noAddress, ...(info.address as Partial<PostalAddress>) },
  }
}

export interface Invoicing {
  readonly today: Day
  readonly settings: InvoiceSettings
}

/** The dealer's calendar and settings. */
export async function readInvoicing(call: Seller & Pick<Call, 'clock'>): Promise<Invoicing> {
  const settings = await readInvoiceSettings(call)
  return { settings, today: dayIn(settings.timeZone, call.clock.now()) }
}

export function blankInvoice(
  of: Pick<ClientInvoice, 'dealerId' | 'accountId' | 'kind'> & Partial<ClientInvoice>,
  now: Date,
): ClientInvoice {
  return {
    ...{ id: uuidv7(now), credits: null, status: 'draft', number: null, year: null, sequence: null },
    ...{ issuedOn: null, dueOn: null, starts: null, ends: null, currency: '', seller: null, buyer: null },
    ...{ isReverseCharge: false, note: null, netTotal: 0, taxTotal: 0, total: 0, creditedTotal: 0, paidTotal: 0 },
    ...{ createdAt: now, paidAt: null, lines: [], ...of },
  }
}

/** In the transaction that opens it, so that a number is taken if and only if its invoice exists. */
export async function numbered(
  call: Seller & Pick<Call, 'clock'>,
  invoice: ClientInvoice,
  accountTitle: string,
): Promise<ClientInvoice> {
  const buyer = invoice.buyer ?? buyerOf(await findProfile(call, invoice.accountId), accountTitle)
  const [after] = await numberedAll(call, [{ ...invoice, buyer }])
  return after as ClientInvoice
}

/** The same for several invoices of this dealer that have their buyers. */
export async function numberedAll(
  call: Seller & Pick<Call, 'clock'>,
  invoices: readonly ClientInvoice[],
): Promise<ClientInvoice[]> {
  if (invoices.length === 0) return []
  const { today, settings } = await readInvoicing(call)
  const seller = await readSeller(call)
  const year = Number(today.slice(0, 4))
  // Last, because it locks the row of the numbers.
  const last = await store.takeNumbers(call.db, call.dealer, year, invoices.length)
  return invoices.map((invoice, index) => {
    const sequence = last - invoices.length + 1 + index
    const earliest = invoice.dueOn ?? dayAfter(today, settings.termsDays)
    return {
      ...invoice,
      ...{ status: 'open', number: numberOf(settings.prefix, year, sequence), year, sequence, issuedOn: today },
      ...{ dueOn: earliest < today ? today : earliest, seller, note: invoice.note ?? settings.note },
    }
  })
}

/** With nothing left to pay it is paid, or void if all of it was credited; otherwise it is open again. */
export const settled = (invoice: ClientInvoice, now: Date): ClientInvoice => {
  if (openAmount(invoice) > 0) return { ...invoice, status: 'open', paidAt: null }
  const isVoid = invoice.total > 0 && invoice.creditedTotal === invoice.total
  return { ...invoice, status: isVoid ? 'void' : 'paid', paidAt: isVoid ? null : (invoice.paidAt ?? now) }
}

/**
 * A period with nothing left to pay moves the due date on, as a paid bill does. If a period has two currencies, its
 * last invoice decides.
 */
export async function recordPaidPeriod(ctx: ActorContext, invoice: ClientInvoice): Promise<void> {
  if (invoice.kind !== 'period' || invoice.status === 'open') return
  const period = await store.findSettledPeriod(ctx.db, invoice)
  if (period !== undefined) await recordPayment(ctx, period, invoice.accountId)
}

/** The open amount decides about reminders, so the two change together. For callers that have locked the invoice. */
export async function saveBalance(ctx: Pick<ActorContext, 'db' | 'clock'>, invoice: ClientInvoice): Promise<void> {
  await store.saveBalance(ctx.db, invoice)
  await planReminder(ctx, invoice)
}

/** For callers that have locked the invoice. */
export async function addPayment(ctx: ActorContext, invoice: ClientInvoice, payment: Payment): Promise<ClientInvoice> {
  await paymentsStore.insertPayment(ctx.db, invoice, payment)
  const after = settled({ ...invoice, paidTotal: invoice.paidTotal + payment.amount }, ctx.clock.now())
  await saveBalance(ctx, after)
  await recordPaidPeriod(ctx, after)
  await settleRenewals(ctx, after)
  const change = { dealer: invoice.dealerId, subject: invoice.id, before: balanceOf(invoice) }
  await recordChange(ctx, { ...change, action: 'client-invoices.pay', after: { ...balanceOf(after), payment } })
  await recordEvent(ctx, {
    ...{ dealer: invoice.dealerId, account: invoice.accountId, type: 'invoice.paid' },
    data: {
      ...{ account_id: invoice.accountId, invoice_id: invoice.id, number: invoice.number ?? '' },
      ...{ amount: payment.amount, open_amount: openAmount(after), currency: invoice.currency },
    },
  })
  return after
}

export const balanceOf = ({ accountId, status, creditedTotal, paidTotal }: ClientInvoice) => ({
  ...{ accountId, status, creditedTotal, paidTotal },
})

export interface WholeInvoice extends ClientInvoice {
  readonly payments: readonly Payment[]
  readonly creditNotes: readonly ClientInvoice[]
  readonly today: Day
}

export const whole = async (call: Seller & Pick<Call, 'clock'>, invoice: ClientInvoice): Promise<WholeInvoice> => ({
  ...invoice,
  payments: await paymentsStore.listPayments(call.db, invoice.id),
  creditNotes: await store.listCredits(call.db, invoice.id),
  today: (await readInvoicing(call)).today,
})
