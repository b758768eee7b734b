/**
 * Sends due reminders: the email, the fee and the record are one transaction with the invoice locked. So each step is
 * sent once, however many workers there are and whatever crashes in between (docs/decisions/0100).
 */
import {
  findReader,
  holdInvoice,
  isBeingCharged,
  openFee,
  payFromCredit,
  type Reader,
  readInvoice,
} from '#billing/client-invoices/actions.ts'
import { linkForPayment } from '#billing/client-invoices/checkouts/payment-links.ts'
import { type ClientInvoice, openAmount } from '#billing/client-invoices/client-invoice.ts'
import { findPlannedCharge, type PlannedCharge } from '#billing/client-invoices/collection/collection-views.ts'
import { attachmentOf } from '#billing/invoice-paper/actions.ts'
import {
  findNext,
  holdRules,
  listReminders,
  mailKeyOf,
  openFees,
  planReminder,
  type ReportedReminder,
  readSettings,
  recheckLater,
  recordReminder,
  takeDue,
} from '#billing/reminders/actions.ts'
import { type PlannedStep, previewProblems, type Step } from '#billing/reminders/reminder.ts'
import { readBrand, readCompany } from '#identity/company/actions.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict } from '#kernel/errors.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import type { Composed } from '#kernel/mail/texts.ts'
import { publicUrlOf } from '#kernel/network/sites.ts'
import { feeName, reminderMail } from './mail.ts'

/** One that fails does not stop the others; the next run tries it again. */
export async function sendDueReminders(acting: ActorContext): Promise<number> {
  const failed: string[] = []
  const errors: unknown[] = []
  for (let checked = 0; ; checked++) {
    let id: string | undefined
    try {
      await inTransaction(acting, async (ctx) => {
        id = await takeDue(ctx, failed)
        if (id !== undefined) await lookAt(ctx, id)
      })
    } catch (error) {
      if (id === undefined) throw error
      failed.push(id)
      errors.push(error)
      continue
    }
    if (id !== undefined) continue
    if (errors.length > 0) throw errors[0]
    return checked
  }
}

async function lookAt(ctx: ActorContext, id: string): Promise<void> {
  const invoice = await holdInvoice(ctx, id)
  await holdRules(ctx, invoice.dealerId)
  const next = await findNext(ctx, invoice)
  const isDue = next !== undefined && next.at <= ctx.clock.now()
  if (isDue && (await isBeingCharged(ctx, id))) return recheckLater(ctx, id)
  if (isDue) await send(ctx, invoice, next.step, next.currency)
  await planReminder(ctx, invoice)
}

async function send(ctx: ActorContext, invoice: ClientInvoice, step: Step, currency: string | null): Promise<void> {
  const { id: invoiceId, dealerId: dealer, accountId } = invoice
  const reader = await findReader(ctx, dealer, accountId)
  const { email } = reader
  const hasFee = email !== null && step.fee !== null && currency === invoice.currency
  const fee = hasFee
    ? await openFee(ctx, invoice, step.fee as number, feeName(invoice.number as string, reader.lang))
    : undefined
  const sent = {
    ...{ invoiceId, days: step.days, sentAt: ctx.clock.now(), amount: openAmount(invoice) },
    ...{ isMailed: email !== null, feeInvoiceId: fee?.id ?? null },
  }
  await recordReminder(ctx, sent)
  if (fee) await payFromCredit(ctx, fee)
  const { days, amount } = sent
  const entry = { accountId, days, amount, isMailed: sent.isMailed, feeInvoice: fee?.number ?? null }
  await recordChange(ctx, { dealer, action: 'reminders.send', subject: invoiceId, after: entry })
  if (email === null) return
  const fees = await openFees(ctx, invoiceId)
  // The fee is a separate invoice, so the link is to everything that is open.
  const url = await linkForPayment(ctx, invoice, fees > 0)
  const charge = await chargeBefore(ctx, invoice, step)
  const mail = await compose(ctx, { invoice, step, reader, fees, url, charge })
  await postMail(ctx, {
    ...{ ...mail, to: email, dealer, inNameOf: dealer, key: mailKeyOf(sent) },
    ...(step.attachesPdf && { attachment: attachmentOf(invoice) }),
  })
}

/** Before the due date no one is asked to pay what their card will pay. Afterwards the charge has failed. */
const chargeBefore = (ctx: Pick<ActorContext, 'db' | 'clock'>, invoice: ClientInvoice, { days }: Step) =>
  days > 0 ? undefined : findPlannedCharge(ctx, invoice)

interface Letter {
  readonly invoice: ClientInvoice
  readonly step: Step
  readonly reader: Reader
  readonly fees: number
  readonly url: string
  readonly charge: PlannedCharge | undefined
}

async function compose(
  ctx: Pick<ActorContext, 'db'>,
  { invoice, step, reader, fees, url, charge }: Letter,
): Promise<Composed> {
  const seller = { db: ctx.db, dealer: invoice.dealerId }
  const [{ name: company }, { colour }] = [await readCompany(seller), await readBrand(seller)]
  const { buyer, number, currency, dueOn } = invoice
  return reminderMail(
    {
      ...{ step, company, colour, currency, fees, url, amount: openAmount(invoice), charge },
      ...{ client: buyer?.contact ?? buyer?.name ?? '', number: number ?? '', dueOn: dueOn ?? '' },
    },
    reader,
  )
}

export interface Preview extends Composed {
  readonly to: string | null
  readonly lang: string | null
}

/** A step as it would be now, for an existing invoice. Nothing is sent or charged, and the link is not shown. */
export async function previewReminder(call: Call, id: string, step: Step): Promise<Preview> {
  const invoice = await readInvoice(call, id)
  const { currency } = await readSettings(call)
  call.validate(previewProblems(step))
  if (invoice.status === 'draft') conflict('This invoice is a draft. Choose one that is open.')
  if (invoice.kind === 'credit') conflict('This is a credit note. Choose an invoice.')
  const reader = await findReader(call, call.dealer, invoice.accountId)
  const fee = currency === null || currency === invoice.currency ? (step.fee ?? 0) : 0
  const fees = (await openFees(call, id)) + fee
  const url = `${publicUrlOf(call, call.dealer)}/pay/…`
  const charge = await chargeBefore(call, invoice, step)
  return { ...(await compose(call, { invoice, step, reader, fees, url, charge })), to: reader.email, lang: reader.lang }
}

export interface RemindersOfInvoice {
  readonly next: PlannedStep | undefined
  readonly sent: readonly ReportedReminder[]
}

export async function readRemindersOf(call: Call, id: string): Promise<RemindersOfInvoice> {
  const invoice = await readInvoice(call, id)
  return { next: await findNext(call, invoice), sent: await listReminders(call, { invoice: id }) }
}
