/**
 * How an invoice is paid: a payment page is stored, then created at the processor, then the answer is stored. Every
 * report about it, in an answer, an event or a check, ends in `recordSessionUpdate`, which marks an invoice paid once.
 */
import { recordChange } from '#kernel/audit/actions.ts'
import { type Order, type Processor, ProcessorDown, ProcessorRefusal } from '#kernel/card-processor.ts'
import type { ActorContext } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, forbidden, notFound, refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import {
  applySessionUpdate,
  expired,
  type Invoice,
  isAbout,
  isForgotten,
  nameOf,
  nextCheck,
  type Payer,
  type Payment,
  readerOf,
  type SessionUpdate,
} from './invoice.ts'
import { charge, keepCard } from './kept-cards.ts'
import { currentProcessor, ensureEndpoint, livemodeOf, processorOf } from './platform.ts'
import type { PortalCall } from './portal.ts'
import * as store from './store.ts'

const pageMs = 24 * 3600 * 1000

type PayCall = Omit<PortalCall, 'expiresAt'>

/** The URL of the payment page: the existing one while it is open. Without a payer, the dealer pays. */
export async function payInvoice(call: PayCall, id: string, payer?: Payer): Promise<string> {
  try {
    // The second round creates a new page after the first has found the old one closed.
    for (let turn = 1; ; turn++) {
      const { invoice, payment } = await begin(call, id, payer)
      const after = await pageOf(call, invoice, payment)
      if (after.status === 'complete') return conflict('This invoice has been paid. Nothing is left to do.')
      if (after.status === 'open' && after.url !== null) return after.url
      if (turn === 2) throw new ProcessorDown('The card processor did not open a payment page.')
    }
  } catch (error) {
    if (error instanceof ProcessorRefusal) return conflict(error.message)
    if (!(error instanceof ProcessorDown)) throw error
    return refuse(
      'SERVICE_UNAVAILABLE',
      'The card processor is not responding. Nothing was paid. Try again in a moment.',
    )
  }
}

/** The page is stored before the processor knows it, so that no event can be about an unknown one. */
const begin = (call: PayCall, id: string, payer?: Payer): Promise<{ invoice: Invoice; payment: Payment }> =>
  inTransaction(call, async (ctx) => {
    const found = await store.findForUpdate(ctx.db, id, call.dealer)
    // A dealer does not see what its client owes, or the reverse.
    const invoice = found && (found.kind === 'client') === (payer !== undefined) ? found : notFound('invoice')
    if (!call.mayPay)
      forbidden(
        'This link only shows invoices. To pay, request a link with an access token of level full, or as a person with the right to bill.',
      )
    if (invoice.status === 'paid') conflict('This invoice has been paid. Nothing is left to do.')
    if (invoice.status === 'void') conflict('This invoice is void. Order again if you still want it.')
    const open = await store.findOpenPayment(ctx.db, id)
    if (open?.isCharge) conflict('This invoice is being charged to your card. Wait a minute, then check again.')
    if (open) return { invoice, payment: open }
    const now = ctx.clock.now()
    const expiresAt = new Date(now.getTime() + pageMs)
    const processor = currentProcessor(ctx).name
    const dealer = await store.findDealer(ctx.db, call.dealer)
    const payment: Payment = {
      id: uuidv7(now),
      invoiceId: id,
      processor,
      livemode: livemodeOf(ctx.config),
      sessionId: null,
      url: null,
      status: 'open',
      paymentId: null,
      createdAt: now,
      expiresAt,
      nextCheckAt: expiresAt,
      email: payer ? payer.email : dealer.email,
      lang: payer?.lang ?? null,
      returnUrl: payer?.returnUrl ?? null,
      // With their own consent, and only for their own invoices.
      keepsCard: payer ? payer.keepsCard : dealer.autoCharge,
      isCharge: false,
      accountId: null,
    }
    await store.insertPayment(ctx.db, payment)
    const { email: _, lang: __, returnUrl: ___, nextCheckAt, ...rest } = payment
    const after = { ...rest, nextLookAt: nextCheckAt }
    await recordChange(ctx, { dealer: readerOf(invoice), action: 'invoices.open-payment', subject: id, after })
    return { invoice, payment }
  })

/** The current payment page: created if missing, and closed if the platform has changed its processor. */
async function pageOf(ctx: ActorContext, invoice: Invoice, payment: Payment): Promise<Payment> {
  const isCurrent = payment.processor === currentProcessor(ctx).name && payment.livemode === livemodeOf(ctx.config)
  const isInTime = payment.expiresAt > ctx.clock.now()
  if (isCurrent && isInTime && payment.url !== null) return payment
  const processor = processorOf(ctx, payment.processor)
  if (!processor || (payment.sessionId === null && !(isCurrent && isInTime))) return close(ctx, payment)
  if (payment.sessionId !== null) {
    // Another page is created only when this one is definitely closed: no one must pay twice.
    const session = await processor.expireSession(payment.sessionId).catch((error) => {
      if (error instanceof ProcessorRefusal) return undefined
      throw error
    })
    const after = session && (await recordSessionUpdate(ctx, payment, session))
    // The old processor may no longer be trusted, but its page is closed.
    return after && (isCurrent || after.status !== 'open') ? after : close(ctx, payment)
  }
  await ensureEndpoint(ctx, processor)
  return recordSessionUpdate(ctx, payment, await processor.createSession(orderOf(ctx, invoice, payment)))
}

/** The same for every attempt, because a processor compares orders with the same reference. */
function orderOf({ config }: ActorContext, invoice: Invoice, payment: Payment): Order {
  const { email, lang } = payment
  return {
    reference: payment.id,
    name: nameOf(invoice),
    currency: invoice.currency,
    lines: invoice.lines.map(({ description, quantity, unitAmount }) => ({ name: description, quantity, unitAmount })),
    email,
    lang,
    metadata: { invoice: invoice.id, number: invoice.number, dealer: String(invoice.dealerId) },
    expiresAt: payment.expiresAt,
    returnUrl: payment.returnUrl ?? config.publicUrl,
    ...(payment.keepsCard && { keepsCard: true }),
  }
}

/** Stores what the processor reports. A person has to look at an impossible report. */
export const recordSessionUpdate = (
  acting: ActorContext,
  { id, invoiceId }: Pick<Payment, 'id' | 'invoiceId'>,
  update: SessionUpdate,
): Promise<Payment> =>
  inTransaction(acting, async (ctx) => {
    const invoice = (await store.findForUpdate(ctx.db, invoiceId)) ?? notFound('invoice')
    const before = (await store.findPayment(ctx.db, id)) ?? notFound('payment')
    const after = applySessionUpdate(before, update, ctx.clock.now())
    const isNewlyPaid = after.status === 'complete' && before.status !== 'complete'
    const isOdd = !isAbout(update, before, invoice) || (isNewlyPaid && !(await isCredible(ctx, after, invoice)))
    if (isOdd) {
      await reportMismatch(ctx, invoice, before, update)
      return before
    }
    if (after === before) return before
    await store.savePayment(ctx.db, after)
    if (isNewlyPaid) {
      const paid = { ...invoice, status: 'paid' as const, paidAt: ctx.clock.now() }
      await store.saveStatus(ctx.db, paid)
      await recordChange(ctx, {
        dealer: readerOf(invoice),
        action: 'invoices.pay',
        subject: invoice.id,
        before: { status: invoice.status },
        after: {
          status: 'paid',
          payment: after.paymentId,
          amountTotal: invoice.amountTotal,
          currency: invoice.currency,
        },
      })
    }
    return after
  })

/** Test money settles nothing in a live installation; one payment settles one invoice, once. */
const isCredible = async (ctx: ActorContext, payment: Payment, invoice: Invoice): Promise<boolean> =>
  payment.livemode === livemodeOf(ctx.config) &&
  invoice.status !== 'paid' &&
  !(await store.isPaymentUsed(ctx.db, payment))

async function reportMismatch(
  ctx: ActorContext,
  invoice: Invoice,
  payment: Payment,
  update: SessionUpdate,
): Promise<void> {
  const { url: _, ...said } = update
  ctx.log.error(
    { invoice: invoice.id, payment: payment.id, said },
    'The card processor sent an impossible state of an invoice. Nothing was changed.',
  )
  await recordChange(ctx, { dealer: readerOf(invoice), action: 'invoices.mismatch', subject: invoice.id, after: said })
}

const close = (acting: ActorContext, { id, invoiceId }: Payment): Promise<Payment> =>
  inTransaction(acting, async (ctx) => {
    await store.findForUpdate(ctx.db, invoiceId)
    const payment = (await store.findPayment(ctx.db, id)) ?? notFound('payment')
    if (payment.status !== 'open') return payment
    const after = expired(payment)
    await store.savePayment(ctx.db, after)
    return after
  })

const batch = 100
const retryMs = 5 * 60 * 1000

/** Checks payment pages whose events have not come. Returns how many. */
export async function reconcilePayments(acting: ActorContext): Promise<number> {
  let checked = 0
  for (;;) {
    const due = await store.listDuePayments(acting.db, acting.clock.now(), batch)
    for (const payment of due) await reconcileSafely(acting, payment)
    checked += due.length
    if (due.length < batch) return checked
  }
}

export const nextPaymentCheck = store.firstCheck

export const nextPaymentEnd = ({ db }: Pick<ActorContext, 'db'>): Promise<Date | undefined> => store.firstEnd(db)

/** A payer who returns from the page need not wait for the event; if the processor is unavailable, the job does it. */
export async function reconcileInvoice(acting: ActorContext, id: string): Promise<void> {
  const payment = await store.findOpenPayment(acting.db, id)
  if (payment?.sessionId) await reconcileSafely(acting, payment)
}

/** A payment that fails does not stop the others. */
async function reconcileSafely(acting: ActorContext, payment: Payment): Promise<void> {
  try {
    await reconcile(acting, payment)
  } catch (err) {
    if (!(err instanceof ProcessorDown))
      acting.log.error({ err, payment: payment.id }, 'Failed to reconcile a payment.')
    const now = acting.clock.now()
    // A card that cannot be fetched is given up; the payment itself is final.
    const isOver = payment.status === 'complete' && isForgotten(payment, now)
    const nextCheckAt = isOver ? null : new Date(now.getTime() + retryMs)
    await change(acting, payment, (current) => (current.nextCheckAt ? { ...current, nextCheckAt } : current))
  }
}

async function reconcile(acting: ActorContext, payment: Payment): Promise<void> {
  const now = acting.clock.now()
  if (payment.isCharge) return charge(acting, payment)
  const processor: Processor | undefined = processorOf(acting, payment.processor)
  if (payment.status === 'complete') {
    if (!processor) throw new ProcessorDown('There is no key to fetch the card with.')
    return keepCard(acting, processor, payment)
  }
  if (isForgotten(payment, now)) return void (await close(acting, payment))
  // No one has seen a page that the processor has not confirmed.
  if (payment.sessionId === null || !processor) {
    return void (await change(acting, payment, (current) =>
      payment.expiresAt <= now ? expired(current) : { ...current, nextCheckAt: nextCheck(current, now) },
    ))
  }
  const session = await processor.readSession(payment.sessionId)
  const after = session ? await recordSessionUpdate(acting, payment, session) : payment
  if (after.status !== 'open') return
  await change(acting, payment, (current) =>
    current.status === 'open' ? { ...current, nextCheckAt: nextCheck(current, now) } : current,
  )
}

const change = (acting: ActorContext, { id, invoiceId }: Payment, work: (payment: Payment) => Payment): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    await store.findForUpdate(ctx.db, invoiceId)
    const before = await store.findPayment(ctx.db, id)
    if (before) await store.savePayment(ctx.db, work(before))
  })
