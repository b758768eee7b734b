/**
 * The card that a dealer or a client lets the platform keep, and charging it. A charge is stored as a payment before
 * the processor is called. Its id is the idempotency key, so after a crash the job calls again and gets the same answer
 * (docs/decisions/0070, 0077).
 */
import { recordChange } from '#kernel/audit/actions.ts'
import { type Charge, type KeptCard, type Processor, ProcessorRefusal } from '#kernel/card-processor.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { expired, type Invoice, nameOf, type Payment, readerOf } from './invoice.ts'
import * as cards from './kept-cards-store.ts'
import { chargedMail, invoiceMail, notChargedMail } from './mail.ts'
import { currentProcessor, livemodeOf, processorOf } from './platform.ts'
import * as store from './store.ts'

export type { KeptCardRow } from './kept-cards-store.ts'

function label(holder: cards.CardHolder): string {
  if ('seller' in holder) return `mandate_cards.token:${holder.seller}:${holder.account}`
  return 'dealer' in holder ? `kept_cards.token:${holder.dealer}` : `client_cards.token:${holder.account}`
}

export const tokenOf = ({ vault }: Pick<Context, 'vault'>, holder: cards.CardHolder, card: cards.KeptCardRow): string =>
  vault.open(card.tokenSealed, label(holder))

export const findKeptCard = (ctx: Pick<Context, 'db'>, holder: cards.CardHolder) => cards.find(ctx.db, holder)

export const readKeptCard = async (ctx: Pick<Context, 'db'>, holder: cards.CardHolder): Promise<cards.KeptCardRow> =>
  (await cards.find(ctx.db, holder)) ?? notFound('card')

/** Whose card a payment keeps or charges; undefined: the account is deleted. */
const holderOf = (invoice: Invoice, { accountId }: Payment): cards.CardHolder | undefined => {
  if (invoice.kind !== 'client') return { dealer: invoice.dealerId }
  return accountId === null ? undefined : { account: accountId }
}
const idOf = (holder: cards.CardHolder): number => ('dealer' in holder ? holder.dealer : holder.account)

/** The parts that people may see. */
export const shown = ({ brand, last4, month, year }: KeptCard | cards.KeptCardRow) => ({ brand, last4, month, year })

/** In the transaction of the consent. */
export const saveKeptCard = (
  ctx: Pick<Context, 'db' | 'vault' | 'clock'>,
  holder: cards.CardHolder,
  card: KeptCard,
  at: Pick<cards.KeptCardRow, 'processor' | 'livemode'>,
): Promise<void> =>
  cards.save(ctx.db, holder, {
    ...{ ...at, ...shown(card) },
    ...{ tokenSealed: ctx.vault.seal(card.token, label(holder)), keptAt: ctx.clock.now() },
  })

const minuteMs = 60_000

/** After a page that keeps its card was paid. The processor is called outside any transaction. */
export async function keepCard(acting: ActorContext, processor: Processor, payment: Payment): Promise<void> {
  const card = await processor.readCard(payment.sessionId ?? '')
  await inTransaction(acting, async (ctx) => {
    const invoice = (await store.findForUpdate(ctx.db, payment.invoiceId)) ?? notFound('invoice')
    const before = await store.findPayment(ctx.db, payment.id)
    if (!before?.keepsCard) return
    const holder = holderOf(invoice, before)
    // A charge that is repeated with another card is refused: it would count as failed, even if it was made.
    if (holder && (await store.isBeingCharged(ctx.db, holder))) {
      const nextCheckAt = new Date(ctx.clock.now().getTime() + minuteMs)
      return void (await store.savePayment(ctx.db, { ...before, nextCheckAt }))
    }
    await store.savePayment(ctx.db, { ...before, keepsCard: false, nextCheckAt: null })
    if (!card || !holder || !(await isAllowed(ctx, holder))) return
    await saveKeptCard(ctx, holder, card, { processor: payment.processor, livemode: payment.livemode })
    const change = { dealer: readerOf(invoice), subject: idOf(holder), after: shown(card) }
    await recordChange(ctx, { ...change, action: 'invoices.keep-card' })
  })
}

/** A dealer may have withdrawn its consent since; a client's is checked when its subscription renews. */
const isAllowed = async (ctx: ActorContext, holder: cards.CardHolder): Promise<boolean> =>
  !('dealer' in holder) || (await store.findDealer(ctx.db, holder.dealer)).autoCharge

/** `change`: what else changes, or nothing does if the card cannot be removed. */
export async function removeKeptCard<Caller extends Call>(
  caller: Caller,
  holder: cards.CardHolder,
  change?: (call: Caller) => Promise<void>,
): Promise<void> {
  const card = await inTransaction(caller, async (call) => {
    call.validate()
    await change?.(call)
    // Without its card a charge cannot be looked up: it would count as failed, even if it was made.
    if (!('seller' in holder) && (await store.isBeingCharged(call.db, holder)))
      conflict('This card is being charged. Wait a minute, then remove it.')
    return dropKeptCard(call, holder)
  })
  await forgetAtProcessor(caller, processorOf(caller, card.processor), tokenOf(caller, holder, card))
}

/** Only here, in the caller's transaction. */
export async function dropKeptCard(ctx: ActorContext, holder: cards.CardHolder): Promise<cards.KeptCardRow> {
  const removed = (await cards.remove(ctx.db, holder)) ?? notFound('card')
  const dealer = 'seller' in holder ? holder.seller : 'dealer' in holder ? holder.dealer : null
  const change = { dealer, subject: idOf(holder), before: shown(removed) }
  await recordChange(ctx, { ...change, action: 'invoices.remove-card' })
  return removed
}

/** After the transaction. If the processor does not answer, its token stays there, and no one can use it any more. */
export async function forgetAtProcessor(
  { log }: Pick<Context, 'log'>,
  processor: Processor | undefined,
  token: string,
): Promise<void> {
  await processor
    ?.forgetCard(token)
    .catch((err) => log.warn({ err }, 'Failed to remove a saved card at the card processor.'))
}

const isUsable = (ctx: Context, card: cards.KeptCardRow) =>
  card.processor === currentProcessor(ctx).name && card.livemode === livemodeOf(ctx.config)

/** In the transaction of the invoice. False: there is nothing to charge, so the invoice is paid in the usual way. */
export async function beginCharge(ctx: ActorContext, invoice: Invoice, holder: cards.CardHolder): Promise<boolean> {
  const card = (await isAllowed(ctx, holder)) ? await cards.find(ctx.db, holder) : undefined
  if (!card || !isUsable(ctx, card)) return false
  const now = ctx.clock.now()
  const payment: Payment = {
    ...{ id: uuidv7(now), invoiceId: invoice.id, processor: card.processor, livemode: card.livemode },
    ...{ sessionId: null, url: null, status: 'open', paymentId: null, email: null, lang: null, returnUrl: null },
    ...{ createdAt: now, expiresAt: new Date(now.getTime() + chargeMs), nextCheckAt: now },
    ...{ keepsCard: false, isCharge: true, accountId: 'account' in holder ? holder.account : null },
  }
  await store.insertPayment(ctx.db, payment)
  const after = { payment: payment.id, ...shown(card) }
  await recordChange(ctx, { dealer: readerOf(invoice), action: 'invoices.charge', subject: invoice.id, after })
  return true
}

/**
 * How long to try a charge while the processor does not answer; then it is as if there were no card. Processors
 * remember a key for a day: after that, they would charge again.
 */
const chargeMs = 20 * 3600 * 1000
const keyMs = 23 * 3600 * 1000

/** For the job. Repeated after a crash, it charges nothing twice. */
export async function charge(acting: ActorContext, payment: Payment): Promise<void> {
  const invoice = (await store.findForUpdate(acting.db, payment.invoiceId)) ?? notFound('invoice')
  const holder = holderOf(invoice, payment)
  const card = holder && (await cards.find(acting.db, holder))
  const processor = card && isUsable(acting, card) ? processorOf(acting, card.processor) : undefined
  if (!card || !processor) return conclude(acting, payment, { failure: 'The card is no longer saved.' })
  const isLate = payment.expiresAt <= acting.clock.now()
  try {
    const { amountTotal: amount, currency } = invoice
    const order = {
      reference: payment.id,
      amount,
      currency,
      name: nameOf(invoice),
      token: tokenOf(acting, holder, card),
    }
    // The processor may have forgotten the key by now, and would charge again.
    const isOld = acting.clock.now().getTime() - payment.createdAt.getTime() >= keyMs
    await conclude(acting, payment, isOld ? await lookUp(processor, order, unanswered) : await ask(processor, order))
  } catch (error) {
    if (!isLate) throw error
    await conclude(acting, payment, unanswered)
  }
}

type Conclusion = { readonly paymentId: string } | { readonly failure: string }
const unanswered: Conclusion = { failure: 'The card processor did not answer.' }

async function ask(processor: Processor, order: Charge): Promise<Conclusion> {
  try {
    return { paymentId: await processor.charge(order) }
  } catch (error) {
    if (!(error instanceof ProcessorRefusal)) throw error
    // Perhaps the answer to an earlier call was lost, and only this one is refused, for example for want of a right.
    return lookUp(processor, order, { failure: error.message })
  }
}

async function lookUp(processor: Processor, order: Charge, otherwise: Conclusion): Promise<Conclusion> {
  const paymentId = await processor.findCharge(order)
  return paymentId === undefined ? otherwise : { paymentId }
}

const conclude = (acting: ActorContext, { id, invoiceId }: Payment, result: Conclusion): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    const invoice = (await store.findForUpdate(ctx.db, invoiceId)) ?? notFound('invoice')
    const before = await store.findPayment(ctx.db, id)
    if (before?.status !== 'open') return
    const change = { dealer: readerOf(invoice), subject: invoice.id, before: { status: invoice.status } }
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
    // A client is notified by its subscription.
    if (invoice.kind !== 'client') await notifyDealer(ctx, invoice, result)
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
