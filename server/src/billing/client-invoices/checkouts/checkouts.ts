/**
 * Paying client invoices by card. A payment page is stored, then ordered at the processor, then the answer is stored;
 * every report about it, in an answer, an event or a check, ends in `recordCheckoutUpdate`, which settles its invoices
 * once. Code that changes invoices locks them first and their pages afterwards (docs/decisions/0093).
 */
import { readPaymentInfo, standingOf } from '#identity/company/actions.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { type Order, ProcessorRefusal } from '#kernel/card-processor.ts'
import type { ActorContext, Context, PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, Refusal } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { priceProblems } from '#kernel/money/money.ts'
import { publicUrlOf } from '#kernel/network/sites.ts'
import {
  after,
  applySessionUpdate,
  expiryOf,
  type Outcome,
  preparingMs,
  type SessionUpdate,
  withdraw,
} from '../../bills/bill.ts'
import { asking, findKey, openSandbox, processorOf, unavailable } from '../../bills/processor-keys.ts'
import { checkPage, closePage, type PageKind, reconcilePages } from '../../bills/reconcile.ts'
import { type ClientInvoice, openAmount } from '../client-invoice.ts'
import { type Agreed, type Consent, keepAgreedCard, readMailSeller, requireConsent } from '../collection/mandates.ts'
import { isBeingCharged } from '../collection/mandates-store.ts'
import { addPayment, readInvoicing } from '../issue.ts'
import { lineName, overpaidMail, receiptMail } from '../mail.ts'
import * as store from '../store.ts'
import { type Checkout, type CheckoutPart, isSamePage, partProblems, type WantedPart } from './checkout.ts'
import * as checkouts from './checkouts-store.ts'

export const linkLabel = (id: string) => `payment_links.secret:${id}`

export const urlOf = (
  ctx: Pick<Context, 'vault' | 'config' | 'sites'>,
  { id, dealerId, sealed }: Pick<checkouts.PaymentLink, 'id' | 'dealerId' | 'sealed'>,
): string => `${publicUrlOf(ctx, dealerId)}/pay/${ctx.vault.open(sealed, linkLabel(id))}`

const turnsMax = 3

/** The URL of a payment page: the existing one while it is open, then a new one. */
export async function openCheckout(
  call: PublicCall,
  link: checkouts.PaymentLink,
  wanted: readonly WantedPart[],
  consent?: Consent,
): Promise<string> {
  const agreed = await requireConsent(call, link, consent)
  if (!(await standingOf(call, link.dealerId)).isVerified)
    conflict('Card payments are not set up for this invoice. Ask your provider how to pay.')
  if (!(await findKey(call, link.dealerId))) await openSandbox(call, link.dealerId)
  for (let turn = 1; turn <= turnsMax; turn++) {
    const { checkout, withdrawn } = await begin(call, link, wanted, agreed)
    if (withdrawn.length === 0) return checkout.url ?? order(call, checkout)
    // No one must pay twice: a new page is shown only when the others are definitely closed.
    for (const page of withdrawn) await asking(() => closePage(call, checkoutPages, page), refused)
  }
  return unavailable()
}

interface Begun {
  readonly checkout: Checkout
  /** Other pages for the same invoices, to be closed at the processor. */
  readonly withdrawn: readonly Checkout[]
}

/** The page is stored before the processor knows it, so that no event can be about an unknown one. */
const begin = (
  caller: PublicCall,
  link: checkouts.PaymentLink,
  wanted: readonly WantedPart[],
  agreed: Agreed,
): Promise<Begun> =>
  inTransaction(caller, async (call) => {
    const { settings } = await readInvoicing({ ...call, dealer: link.dealerId })
    const owed = await store.lockOfLink(
      call.db,
      link,
      wanted.map(({ id }) => id),
    )
    const isOver = owed.some((invoice) => openAmount(invoice) <= 0)
    call.validate(isOver ? [] : partProblems(wanted, owed, settings.allowsPartPayments))
    if (isOver) conflict('This invoice has been paid or cancelled. Nothing is left to pay.')
    if (
      await isBeingCharged(
        call.db,
        owed.map(({ id }) => id),
      )
    )
      conflict('Your card is being charged for this invoice. Check again in a few minutes.')
    const amounts = wanted.map(({ id, amount }) => {
      const invoice = owed.find((one) => one.id === id) as ClientInvoice
      return { invoiceId: id, amount: amount ?? openAmount(invoice) }
    })
    const key = (await findKey(call, link.dealerId)) ?? unavailable()
    const now = call.clock.now()
    const others = await checkouts.listUnsettled(
      call.db,
      wanted.map(({ id }) => id),
    )
    const same = await findSame(call, others, {
      linkId: link.id,
      processorKeyId: key.id,
      now,
      parts: amounts,
      ...agreed,
    })
    const rest = others.filter((page) => page !== same)
    for (const page of rest) {
      // It is closed below; if this process dies first, the job does it.
      await checkouts.save(call.db, { ...withdrawn(page, now), nextCheckAt: after(now, 60_000) })
    }
    if (same) {
      if (same.status === 'preparing') await checkouts.save(call.db, { ...same, nextCheckAt: after(now, preparingMs) })
      return { checkout: same, withdrawn: rest }
    }
    const { email, lang } = await store.findReader(call.db, link.dealerId, link.accountId)
    const parts = amounts.map((part): CheckoutPart => ({ ...part, paymentId: uuidv7(now) }))
    const checkout: Checkout = {
      ...{ id: uuidv7(now), dealerId: link.dealerId, accountId: link.accountId, linkId: link.id },
      ...{ email, lang, ...agreed },
      ...{ processor: key.processor, processorKeyId: key.id, livemode: key.livemode, sessionId: null, url: null },
      ...{ status: 'preparing', paymentId: null, createdAt: now, expiresAt: expiryOf(now), paidAt: null },
      amountTotal: parts.reduce((sum, { amount }) => sum + amount, 0),
      currency: (owed[0] as ClientInvoice).currency,
      ...{ isExpiryWanted: false, nextCheckAt: after(now, preparingMs), failedChecks: 0 },
    }
    const price = { quantity: 1, unitAmount: checkout.amountTotal, currency: checkout.currency }
    if (priceProblems([price], call.config.rates).length > 0)
      throw new Refusal(invalidField('invoices', 'This amount is too small or too large to be paid by card.'))
    await checkouts.insert(call.db, checkout, parts)
    const { dealerId, accountId, amountTotal, currency, processor } = checkout
    const entry = { accountId, amountTotal, currency, processor, parts, keepsCard: agreed.agreedText !== null }
    const change = { dealer: dealerId, subject: checkout.id, after: entry }
    await recordChange(call, { ...change, action: 'client-invoices.open-checkout' })
    return { checkout, withdrawn: rest }
  })

async function findSame(
  { db }: Pick<Context, 'db'>,
  pages: readonly Checkout[],
  wanted: Parameters<typeof isSamePage>[2],
): Promise<Checkout | undefined> {
  for (const page of pages) if (isSamePage(page, await checkouts.listParts(db, page.id), wanted)) return page
  return undefined
}

const refused = (reason: string): never => conflict(`The card processor rejected the payment. ${reason}`)

/** Ordered under our own id: repeating this never creates a second page. */
async function order(call: PublicCall, checkout: Checkout): Promise<string> {
  const processor = (await processorOf(call, checkout)) ?? unavailable()
  try {
    const session = await processor.createSession(await orderOf(call, checkout))
    return (await recordCheckoutUpdate(call, checkout.id, session))?.checkout.url ?? unavailable()
  } catch (error) {
    // The processor refused the order, so there is no session to close.
    if (error instanceof ProcessorRefusal) {
      await checkoutPages.change(call, checkout.id, (current) =>
        current.status === 'preparing' ? { ...current, status: 'abandoned', nextCheckAt: null } : current,
      )
    }
    return asking(() => Promise.reject(error), refused)
  }
}

/** Always the same for the same page: a processor refuses a second order that differs. */
async function orderOf(ctx: Context, { id, linkId, currency, email, lang, ...checkout }: Checkout): Promise<Order> {
  const parts = await checkouts.listParts(ctx.db, id)
  const link = linkId === null ? undefined : await checkouts.findLink(ctx.db, linkId)
  const lines = parts.map(({ number, amount }) => ({ name: lineName(number, lang), quantity: 1, unitAmount: amount }))
  return {
    ...{ reference: id, name: lines[0]?.name ?? '', currency, lines, email, lang },
    metadata: { cid: String(checkout.accountId), td_cid: String(checkout.dealerId) },
    expiresAt: checkout.expiresAt,
    returnUrl: link ? `${urlOf(ctx, link)}?returned` : publicUrlOf(ctx, checkout.dealerId),
    keepsCard: checkout.agreedText !== null,
  }
}

interface RecordedCheckout {
  readonly checkout: Checkout
  readonly outcome: Outcome
}

/** Undefined: the page does not exist. */
const recordCheckoutUpdate = (
  acting: ActorContext,
  id: string,
  session: SessionUpdate,
): Promise<RecordedCheckout | undefined> =>
  inTransaction(acting, async (ctx) => {
    const parts = await checkouts.listParts(ctx.db, id)
    const invoices = await store.lockMany(
      ctx.db,
      parts.map(({ invoiceId }) => invoiceId),
    )
    const before = await checkouts.findForUpdate(ctx.db, id)
    if (!before) return undefined
    const now = ctx.clock.now()
    const { bill, outcome } = applySessionUpdate(before, session, now)
    const isPaid = outcome === 'paid' || outcome === 'paid-late'
    // The card is fetched a moment later, outside this transaction.
    const checkout = isPaid && bill.agreedText !== null ? { ...bill, nextCheckAt: now } : bill
    if (outcome === 'mismatch' || (isPaid && (await checkouts.isPaymentUsed(ctx.db, checkout)))) {
      await reportMismatch(ctx, before, session)
      return { checkout: before, outcome: 'mismatch' }
    }
    if (checkout !== before) await checkouts.save(ctx.db, checkout)
    if (isPaid) await settle(ctx, checkout, parts, invoices)
    return { checkout, outcome }
  })

/** Applies an event, if it is about a page of the dealer whose secret signed it. Undefined: it is not. */
export async function recordCheckoutEvent(
  ctx: ActorContext,
  { dealerId, processor }: { readonly dealerId: number; readonly processor: string },
  session: SessionUpdate,
): Promise<Outcome | undefined> {
  const checkout = await checkouts.find(ctx.db, session.reference)
  if (!checkout || checkout.dealerId !== dealerId || checkout.processor !== processor) return undefined
  return (await recordCheckoutUpdate(ctx, checkout.id, session))?.outcome
}

/** Someone paid something else than requested, or one payment for two pages: a person has to look at it. */
async function reportMismatch(ctx: ActorContext, { id, dealerId }: Checkout, session: SessionUpdate): Promise<void> {
  const { url: _, ...said } = session
  ctx.log.error(
    { checkout: id, said },
    'The card processor sent an impossible state of a payment page. Nothing was changed.',
  )
  await recordChange(ctx, { dealer: dealerId, action: 'client-invoices.mismatch', subject: id, after: said })
}

/** Once per page, in the transaction that completes it. */
async function settle(
  ctx: ActorContext,
  checkout: Checkout,
  parts: readonly checkouts.NumberedPart[],
  invoices: readonly ClientInvoice[],
): Promise<void> {
  const { dealerId: dealer, currency, amountTotal: amount } = checkout
  const { today: paidOn } = await readInvoicing({ ...ctx, dealer })
  const paid: ClientInvoice[] = []
  for (const { invoiceId, amount, paymentId: id } of parts) {
    const invoice = invoices.find((one) => one.id === invoiceId) as ClientInvoice
    const payment = {
      id,
      invoiceId,
      paidOn,
      way: 'card' as const,
      amount,
      comment: null,
      bankLineId: null,
      createdAt: ctx.clock.now(),
    }
    paid.push(await addPayment(ctx, invoice, payment))
  }
  const reader = await store.findReader(ctx.db, dealer, checkout.accountId)
  const to = reader.email ?? checkout.email
  const link = checkout.linkId === null ? undefined : await checkouts.findLink(ctx.db, checkout.linkId)
  if (to !== null && link) {
    const left = paid.reduce((sum, invoice) => sum + Math.max(0, openAmount(invoice)), 0)
    const receipt = {
      ...(await readMailSeller({ ...ctx, dealer })),
      currency,
      amount,
      parts,
      left,
      url: urlOf(ctx, link),
    }
    const mail = receiptMail(receipt, reader.lang ?? checkout.lang)
    await postMail(ctx, { ...mail, to, dealer, inNameOf: dealer, key: `client-receipt:${checkout.id}` })
  }
  const over = paid.filter((invoice) => openAmount(invoice) < 0)
  const { email } = await readPaymentInfo({ ...ctx, dealer })
  if (over.length > 0 && email !== null) {
    const numbers = over.map(({ number }) => number as string)
    await postMail(ctx, { ...overpaidMail(numbers, amount, currency), to: email, key: `overpaid:${checkout.id}` })
  }
}

/** A page that is already closed here still waits to be closed at the processor. */
const withdrawn = (page: Checkout, now: Date): Checkout =>
  page.status === 'preparing' || page.status === 'open' ? withdraw(page, now) : { ...page, nextCheckAt: now }

/** What is open of an invoice has changed in another way: the job closes its pages a moment later. */
export async function withdrawCheckouts(ctx: Pick<Context, 'db' | 'clock'>, invoiceId: string): Promise<void> {
  for (const page of await checkouts.listUnsettled(ctx.db, [invoiceId])) {
    await checkouts.save(ctx.db, withdrawn(page, ctx.clock.now()))
  }
}

const checkoutPages: PageKind<Checkout> = {
  takeDue: checkouts.takeDue,
  record: recordCheckoutUpdate,
  orderOf,
  change: (acting, id, work) =>
    inTransaction(acting, async ({ db }) => {
      const before = await checkouts.findForUpdate(db, id)
      const page = before && work(before)
      return page && page !== before ? checkouts.save(db, page) : page
    }),
  async complete(acting, page, processor) {
    if (page.agreedText === null || page.status !== 'complete') return
    const card = await processor.readCard(page.sessionId as string)
    if (card) await keepAgreedCard(acting, page, card, ({ db }) => checkouts.takeAgreed(db, page.id))
  },
}

export const reconcileCheckouts = (acting: ActorContext): Promise<number> => reconcilePages(acting, checkoutPages)
export const nextCheckoutCheck = checkouts.nextCheck
export const nextCheckoutEnd = ({ db }: Pick<Context, 'db'>) => checkouts.nextEnd(db)

/** Checks open pages of these invoices at the processor. True: something may have changed. */
export async function reconcileOpen(acting: ActorContext, invoices: readonly ClientInvoice[]): Promise<boolean> {
  const owed = invoices.filter((invoice) => openAmount(invoice) > 0).map(({ id }) => id)
  if (owed.length === 0) return false
  const open = (await checkouts.listUnsettled(acting.db, owed)).filter(({ status }) => status === 'open')
  for (const page of open) await checkPage(acting, checkoutPages, page)
  return open.length > 0
}
