/**
 * The card that a dealer lets the platform keep, and charging it. A charge is stored as a payment before the processor is
 * asked. Its id is the idempotency key, so after a crash the job asks again and gets the same answer
 * (docs/decisions/0070).
 */
import { recordChange } from '#kernel/audit/actions.ts'
import { type KeptCard, type Processor, ProcessorRefusal } from '#kernel/card-processor.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { expired, type Invoice, monthName, type Payment } from './invoice.ts'
import * as cards from './kept-cards-store.ts'
import { chargedMail, invoiceMail, notChargedMail } from './mail.ts'
import { currentProcessor, livemodeOf, processorOf } from './platform.ts'
import * as store from './store.ts'

const label = (dealer: number) => `kept_cards.token:${dealer}`

export const readKeptCard = async (call: Pick<Call, 'db' | 'dealer'>): Promise<cards.KeptCardRow> =>
  (await cards.find(call.db, call.dealer)) ?? notFound('card')

/** What people may know of it. */
const shown = ({ brand, last4, month, year }: KeptCard | cards.KeptCardRow) => ({ brand, last4, month, year })

/** After a page that keeps its card was paid. The processor is asked outside of any transaction. */
export async function keepCard(acting: ActorContext, processor: Processor, payment: Payment): Promise<void> {
  const card = await processor.readCard(payment.sessionId ?? '')
  await inTransaction(acting, async (ctx) => {
    const invoice = (await store.findForUpdate(ctx.db, payment.invoiceId)) ?? notFound('invoice')
    const before = await store.findPayment(ctx.db, payment.id)
    if (!before?.keepsCard) return
    await store.savePayment(ctx.db, { ...before, keepsCard: false, nextCheckAt: null })
    // The dealer may have withdrawn its consent since.
    const { autoCharge } = await store.findDealer(ctx.db, invoice.dealerId)
    if (!card || !autoCharge) return
    const { dealerId } = invoice
    await cards.save(ctx.db, {
      ...{ dealerId, processor: payment.processor, livemode: payment.livemode, ...shown(card) },
      ...{ tokenSealed: ctx.vault.seal(card.token, label(dealerId)), keptAt: ctx.clock.now() },
    })
    await recordChange(ctx, { dealer: dealerId, action: 'invoices.keep-card', subject: dealerId, after: shown(card) })
  })
}

/** If the processor does not answer, its token stays there, and nobody can use it any more. */
export async function removeKeptCard(caller: Call): Promise<void> {
  const card = await inTransaction(caller, async (call) => {
    call.validate()
    const removed = (await cards.remove(call.db, call.dealer)) ?? notFound('card')
    const change = { dealer: call.dealer, subject: call.dealer, before: shown(removed) }
    await recordChange(call, { ...change, action: 'invoices.remove-card' })
    return removed
  })
  const token = caller.vault.open(card.tokenSealed, label(card.dealerId))
  await processorOf(caller, card.processor)
    ?.forgetCard(token)
    .catch((err) => caller.log.warn({ err }, 'Failed to remove a kept card at the processor.'))
}

const isUsable = (ctx: Context, card: cards.KeptCardRow) =>
  card.processor === currentProcessor(ctx).name && card.livemode === livemodeOf(ctx.config)

/** In the transaction of the invoice. False: there is nothing to charge, so it is an invoice like any other. */
export async function beginCharge(ctx: ActorContext, invoice: Invoice): Promise<boolean> {
  const { autoCharge } = await store.findDealer(ctx.db, invoice.dealerId)
  const card = autoCharge ? await cards.find(ctx.db, invoice.dealerId) : undefined
  if (!card || !isUsable(ctx, card)) return false
  const now = ctx.clock.now()
  const payment: Payment = {
    ...{ id: uuidv7(now), invoiceId: invoice.id, processor: card.processor, livemode: card.livemode },
    ...{ sessionId: null, url: null, status: 'open', paymentId: null, email: null, lang: null, returnUrl: null },
    ...{ createdAt: now, expiresAt: new Date(now.getTime() + chargeMs), nextCheckAt: now },
    ...{ keepsCard: false, isCharge: true },
  }
  await store.insertPayment(ctx.db, payment)
  const after = { payment: payment.id, ...shown(card) }
  await recordChange(ctx, { dealer: invoice.dealerId, action: 'invoices.charge', subject: invoice.id, after })
  return true
}

/**
 * While the processor does not answer, a charge is tried for so long; then the dealer pays as without a card. Processors
 * remember a key for a day: asked later, they would charge again.
 */
const chargeMs = 20 * 3600 * 1000

/** For the job. Asked again after a crash, it charges nothing twice. */
export async function charge(acting: ActorContext, payment: Payment): Promise<void> {
  const invoice = (await store.findForUpdate(acting.db, payment.invoiceId)) ?? notFound('invoice')
  const card = await cards.find(acting.db, invoice.dealerId)
  const processor = card && isUsable(acting, card) ? processorOf(acting, card.processor) : undefined
  if (!card || !processor) return conclude(acting, payment, { failure: 'The card is no longer kept.' })
  const isLate = payment.expiresAt <= acting.clock.now()
  try {
    const { number, month, amountTotal: amount, currency } = invoice
    const paymentId = await processor.charge({
      ...{ reference: payment.id, amount, currency, name: `Invoice ${number}, ${monthName(month)}` },
      token: acting.vault.open(card.tokenSealed, label(card.dealerId)),
    })
    await conclude(acting, payment, { paymentId })
  } catch (error) {
    if (error instanceof ProcessorRefusal) return conclude(acting, payment, { failure: error.message })
    if (!isLate) throw error
    await conclude(acting, payment, { failure: 'The card processor did not answer.' })
  }
}

type Conclusion = { readonly paymentId: string } | { readonly failure: string }

const conclude = (acting: ActorContext, { id, invoiceId }: Payment, result: Conclusion): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    const invoice = (await store.findForUpdate(ctx.db, invoiceId)) ?? notFound('invoice')
    const before = await store.findPayment(ctx.db, id)
    if (before?.status !== 'open') return
    const change = { dealer: invoice.dealerId, subject: invoice.id, before: { status: invoice.status } }
    if ('paymentId' in result) {
      const { paymentId } = result
      await store.savePayment(ctx.db, { ...before, status: 'complete', paymentId, nextCheckAt: null })
      await store.saveStatus(ctx.db, { ...invoice, status: 'paid', paidAt: ctx.clock.now() })
      const { amountTotal, currency } = invoice
      const after = { status: 'paid', payment: paymentId, amountTotal, currency }
      await recordChange(ctx, { ...change, action: 'invoices.pay', after })
    } else {
      await store.savePayment(ctx.db, expired(before))
      await recordChange(ctx, { ...change, action: 'invoices.charge-failed', after: { reason: result.failure } })
    }
    await notifyDealer(ctx, invoice, result)
  })

/** Every charge is reported by email, whether or not invoices are. */
async function notifyDealer(ctx: ActorContext, invoice: Invoice, result: Conclusion): Promise<void> {
  const { name, email } = await store.findDealer(ctx.db, invoice.dealerId)
  if (!email) return
  const invoiced = invoiceMail(invoice, name, ctx.config.publicUrl)
  const mail =
    'failure' in result
      ? notChargedMail(invoice, name, result.failure, ctx.config.publicUrl)
      : chargedMail(invoice, name, ctx.config.publicUrl)
  await postMail(ctx, { ...mail, to: email, dealer: invoice.dealerId, key: `charge:${invoice.id}` })
  if ('failure' in result) {
    await postMail(ctx, { ...invoiced, to: email, dealer: invoice.dealerId, key: `invoice:${invoice.id}` })
  }
}
