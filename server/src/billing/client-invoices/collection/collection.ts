/**
 * Charges due invoices to the cards that clients keep. A check of a mandate stores a charge for each invoice that is
 * due; then the processor is called with the charge's id; then its answer is stored. Code that locks several rows locks
 * the mandate first, then invoices, then pages, then charges (docs/decisions/0102).
 */
import { readPaymentInfo, standingOf } from '#identity/company/actions.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { type Processor, ProcessorDown, ProcessorRefusal } from '#kernel/card-processor.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { priceProblems } from '#kernel/money/money.ts'
import { after, recheckAt } from '../../bills/bill.ts'
import { findKey, processorOf } from '../../bills/processor-keys.ts'
import { findKeptCard, type KeptCardRow, tokenOf } from '../../invoices/actions.ts'
import { urlOf, withdrawCheckouts } from '../checkouts/checkouts.ts'
import * as checkouts from '../checkouts/checkouts-store.ts'
import { ensureLink } from '../checkouts/payment-links.ts'
import { type ClientInvoice, openAmount } from '../client-invoice.ts'
import { addPayment, readInvoicing } from '../issue.ts'
import { lineName, overpaidMail, receiptMail } from '../mail.ts'
import { payFromCredit } from '../payments.ts'
import * as store from '../store.ts'
import { failedMail, type Seller } from './collection-mail.ts'
import {
  type Charge,
  type CollectionSettings,
  failedSince,
  isCovered,
  type Mandate,
  nextAttempt,
  stepOf,
  waitsUntil,
} from './mandate.ts'
import { eachDue, ended, holderOf, readMailSeller } from './mandates.ts'
import * as mandates from './mandates-store.ts'

const tokenLabel = (id: string) => `collection_charges.token:${id}`

/** How a client's invoices are charged; undefined: nothing to charge. */
export interface Terms {
  readonly mandate: Mandate
  readonly settings: CollectionSettings
  readonly card: KeptCardRow
  readonly processorKeyId: string
}

/** A card of another processor, or one from before the dealer had a live key, is useless. */
export async function termsOf(ctx: Pick<Context, 'db'>, mandate: Mandate | undefined): Promise<Terms | undefined> {
  if (!mandate || mandate.agreedAt === null || mandate.isStopped) return undefined
  const { dealerId, accountId } = mandate
  const settings = await mandates.findSettings(ctx.db, dealerId)
  if (!settings.isOn || !(await mandates.isClientOf(ctx.db, dealerId, accountId))) return undefined
  if (!(await standingOf(ctx, dealerId)).isVerified) return undefined
  const [card, key] = [await findKeptCard(ctx, holderOf(mandate)), await findKey(ctx, dealerId)]
  const isUsable = card && key && card.processor === key.processor && card.livemode === key.livemode
  return isUsable ? { mandate, settings, card, processorKeyId: key.id } : undefined
}

/** Stores every charge that is due. Returns how many mandates it checked. */
export const collectDue = (acting: ActorContext): Promise<number> =>
  eachDue(acting, 'nextLookAt', async (ctx, mandate) => {
    await mandates.save(ctx.db, { ...mandate, nextCheckAt: (await checkMandate(ctx, mandate)) ?? null })
  })

export const nextCollection = mandates.firstDue

/** Returns when to check again; a charge that ends triggers a check in any case. */
async function checkMandate(ctx: ActorContext, mandate: Mandate): Promise<Date | undefined> {
  const terms = await termsOf(ctx, mandate)
  if (!terms) return undefined
  const moments: Date[] = []
  const ids = await mandates.listOpenInvoices(ctx.db, mandate.dealerId, mandate.accountId)
  for (const invoice of await store.lockMany(ctx.db, ids)) {
    const at = await momentFor(ctx, terms, invoice)
    if (at === undefined) continue
    const later = at > ctx.clock.now() ? at : await begin(ctx, terms, invoice)
    if (later) moments.push(later)
  }
  return moments.toSorted((one, other) => one.getTime() - other.getTime())[0]
}

/** When to charge an invoice next; undefined: never, or it is being charged. */
export async function momentFor(
  ctx: Pick<Context, 'db' | 'clock'>,
  { mandate, settings: { daysBefore }, card }: Terms,
  invoice: ClientInvoice,
): Promise<Date | undefined> {
  if (!isCovered(invoice, mandate)) return undefined
  const charges = await mandates.listCharges(ctx.db, [invoice.id])
  if (charges.some(({ status }) => status === 'open')) return undefined
  const { settings } = await readInvoicing({ ...ctx, dealer: mandate.dealerId })
  return nextAttempt(invoice, failedSince(charges, card.keptAt), { daysBefore, zone: settings.timeZone })
}

/** How long an open payment page is left to its payer. */
const pageMs = 30 * 60_000

/** Returns when to check again, if it cannot begin yet. */
async function begin(ctx: ActorContext, terms: Terms, invoice: ClientInvoice): Promise<Date | undefined> {
  const now = ctx.clock.now()
  const pages = await checkouts.listUnsettled(ctx.db, [invoice.id])
  const busy = pages.find(({ createdAt, status }) => status !== 'expired' && after(createdAt, pageMs) > now)
  if (busy) return after(busy.createdAt, pageMs)
  if (pages.length > 0) {
    // No one must pay twice: it is charged once these pages are definitely closed.
    await withdrawCheckouts(ctx, invoice.id)
    return after(now, 60_000)
  }
  const { today } = await readInvoicing({ ...ctx, dealer: invoice.dealerId })
  const rest = await payFromCredit(ctx, invoice, today)
  const { currency, id: invoiceId, dealerId, accountId } = rest
  const amount = openAmount(rest)
  const isTooLittle = priceProblems([{ quantity: 1, unitAmount: amount, currency }], ctx.config.rates).length > 0
  if (amount <= 0 || isTooLittle) return undefined
  const { card, mandate, processorKeyId } = terms
  const id = uuidv7(now)
  const token = tokenOf(ctx, holderOf(mandate), card)
  const charge: Charge = {
    ...{ id, dealerId, accountId, invoiceId, amount, currency, processorKeyId },
    ...{ processor: card.processor, livemode: card.livemode, brand: card.brand, last4: card.last4 },
    ...{ tokenSealed: ctx.vault.seal(token, tokenLabel(id)), status: 'open', failure: null, needsHolder: false },
    ...{ paymentId: uuidv7(now), processorPayment: null, askedAt: null, createdAt: now, endedAt: null },
    ...{ nextCheckAt: now, failedChecks: 0 },
  }
  await mandates.insertCharge(ctx.db, charge)
  const entry = { charge: id, accountId, amount, currency, last4: card.last4 }
  await recordChange(ctx, { dealer: dealerId, action: 'client-invoices.charge', subject: invoiceId, after: entry })
  return undefined
}

const batch = 100
const atOnce = 8

/** Calls the processor for every stored charge that has not ended. */
export async function chargeCards(acting: ActorContext): Promise<number> {
  let total = 0
  for (;;) {
    const charges = await mandates.takeCharges(acting.db, acting.clock.now(), batch)
    const waiting = charges.values()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const charge of waiting) await tryCharge(acting, charge)
      }),
    )
    total += charges.length
    if (charges.length < batch) return total
  }
}

export const nextCardCharge = mandates.firstCharge

/** A charge that fails does not stop the others. */
async function tryCharge(acting: ActorContext, { id }: Charge): Promise<void> {
  try {
    await carryOut(acting, id)
  } catch (err) {
    if (!(err instanceof ProcessorDown)) acting.log.error({ err, charge: id }, 'Failed to charge a card.')
    await inTransaction(acting, async ({ db, clock }) => {
      const charge = await mandates.findChargeForUpdate(db, id)
      if (charge?.status !== 'open') return
      const nextCheckAt = recheckAt(charge, clock.now())
      await mandates.saveCharge(db, { ...charge, nextCheckAt, failedChecks: charge.failedChecks + 1 })
    })
  }
}

interface Prepared {
  readonly charge: Charge
  readonly invoice: ClientInvoice
  readonly isCharge: boolean
}

/** The charge as it was before, with what to do now. Undefined: nothing. */
const prepare = (acting: ActorContext, id: string): Promise<Prepared | undefined> =>
  inTransaction(acting, async (ctx) => {
    const held = await hold(ctx, id)
    if (held?.charge.status !== 'open') return undefined
    const { charge, invoice } = held
    const now = ctx.clock.now()
    const step = stepOf(charge, await isWanted(ctx, held), now)
    if (step === 'cancel') await end(ctx, held, { status: 'cancelled' })
    if (step === 'wait') await mandates.saveCharge(ctx.db, { ...charge, nextCheckAt: waitsUntil(charge) })
    if (step === 'charge')
      await mandates.saveCharge(ctx.db, { ...charge, askedAt: now, nextCheckAt: after(now, 60_000) })
    return step === 'charge' || step === 'find' ? { charge, invoice, isCharge: step === 'charge' } : undefined
  })

interface Held {
  readonly mandate: Mandate | undefined
  readonly invoice: ClientInvoice
  readonly charge: Charge
}

async function hold(ctx: ActorContext, id: string): Promise<Held | undefined> {
  const known = await mandates.findCharge(ctx.db, id)
  if (!known) return undefined
  const mandate = await mandates.findForUpdate(ctx.db, known.dealerId, known.accountId)
  const [invoice] = await store.lockMany(ctx.db, [known.invoiceId])
  const charge = await mandates.findChargeForUpdate(ctx.db, id)
  return invoice && charge && { mandate, invoice, charge }
}

/** Consent, card and open amount still match the charge, and no one is about to pay in another way. */
async function isWanted(ctx: ActorContext, { mandate, invoice, charge }: Held): Promise<boolean> {
  const terms = await termsOf(ctx, mandate)
  if (!terms || !isCovered(invoice, terms.mandate) || openAmount(invoice) !== charge.amount) return false
  if (tokenOf(ctx, holderOf(terms.mandate), terms.card) !== secretOf(ctx, charge)) return false
  return (await checkouts.listUnsettled(ctx.db, [invoice.id])).length === 0
}

const secretOf = ({ vault }: Pick<Context, 'vault'>, { id, tokenSealed }: Charge): string =>
  vault.open(tokenSealed as Buffer, tokenLabel(id))

async function carryOut(acting: ActorContext, id: string): Promise<void> {
  const prepared = await prepare(acting, id)
  if (!prepared) return
  const { charge, invoice, isCharge } = prepared
  const processor = await processorFor(acting, charge)
  if (!processor) {
    if (charge.askedAt === null) return conclude(acting, id, { failure: 'The card is no longer saved.' })
    // It may have been made with the deleted key: if it counted as failed, it would be charged again.
    throw new ProcessorDown('There is no key to ask about the charge.')
  }
  const { amount, currency } = charge
  const token = secretOf(acting, charge)
  const find = async () => (charge.askedAt === null ? undefined : processor.findCharge({ reference: id, token }))
  try {
    // The same in every language, because a processor refuses a second order that differs.
    const order = { reference: id, token, name: lineName(invoice.number as string, null), amount, currency }
    const payment = isCharge ? await processor.charge(order) : await find()
    return conclude(acting, id, payment === undefined ? { failure: null } : { payment })
  } catch (error) {
    // Without permission to look it up the outcome is unknown: try again later.
    if (!(error instanceof ProcessorRefusal) || !isCharge) throw error
    const payment = await find()
    const { message: failure, needsHolder } = error
    return conclude(acting, id, payment === undefined ? { failure, needsHolder } : { payment })
  }
}

/** Uses the replaced key while it exists, then its successor. */
async function processorFor(ctx: Context, charge: Charge): Promise<Processor | undefined> {
  const own = await processorOf(ctx, charge)
  if (own) return own
  const key = await findKey(ctx, charge.dealerId)
  return key?.processor === charge.processor ? processorOf(ctx, { ...charge, processorKeyId: key.id }) : undefined
}

/** `failure: null`: it was never made, and is no longer wanted or was not answered in time. */
type Conclusion = { readonly payment: string } | { readonly failure: string | null; readonly needsHolder?: boolean }

const conclude = (acting: ActorContext, id: string, result: Conclusion): Promise<void> =>
  inTransaction(acting, async (ctx) => {
    const held = await hold(ctx, id)
    if (held?.charge.status !== 'open') return
    if ('payment' in result) return settle(ctx, held, result.payment)
    if (result.failure !== null) return fail(ctx, held, result.failure, result.needsHolder ?? false)
    if (await isWanted(ctx, held)) return fail(ctx, held, 'The card processor did not answer.', false)
    await end(ctx, held, { status: 'cancelled' })
  })

async function end(ctx: ActorContext, { charge, mandate }: Held, how: Parameters<typeof ended>[1]): Promise<Charge> {
  const now = ctx.clock.now()
  const after = ended(charge, how, now)
  await mandates.saveCharge(ctx.db, after)
  if (mandate && mandate.agreedAt !== null) await mandates.save(ctx.db, { ...mandate, nextCheckAt: now })
  return after
}

async function settle(ctx: ActorContext, held: Held, processorPayment: string): Promise<void> {
  const { charge, invoice } = held
  const { amount, currency, dealerId: dealer, accountId, invoiceId, paymentId } = charge
  await end(ctx, held, { status: 'paid', processorPayment })
  const { today: paidOn } = await readInvoicing({ ...ctx, dealer })
  const payment = { id: paymentId, invoiceId, paidOn, way: 'card' as const, amount, comment: null, bankLineId: null }
  const paid = await addPayment(ctx, invoice, { ...payment, createdAt: ctx.clock.now() })
  const left = openAmount(paid)
  const number = invoice.number as string
  await write(ctx, held, `client-receipt:${charge.id}`, (seller, { lang }, url) =>
    receiptMail({ ...seller, currency, amount, parts: [{ number, amount }], left: Math.max(0, left), url }, lang),
  )
  const { email } = await readPaymentInfo({ ...ctx, dealer })
  if (left < 0 && email !== null) {
    await postMail(ctx, { ...overpaidMail([number], amount, currency), to: email, key: `overpaid:${charge.id}` })
  }
  const entry = { charge: charge.id, accountId, payment: processorPayment }
  await recordChange(ctx, { dealer, action: 'client-invoices.charged', subject: invoiceId, after: entry })
}

async function fail(ctx: ActorContext, held: Held, failure: string, needsHolder: boolean): Promise<void> {
  const { invoice, mandate } = held
  const charge = await end(ctx, held, { status: 'failed', failure, needsHolder })
  const { dealerId: dealer, amount, currency, last4, accountId } = charge
  const terms = await termsOf(ctx, mandate)
  const nextAt = (terms && (await momentFor(ctx, terms, invoice))) ?? null
  await write(ctx, held, `charge-failed:${charge.id}`, (seller, reader, url) =>
    failedMail(
      { ...seller, number: invoice.number as string, amount, currency, last4, failure, needsHolder, nextAt, url },
      reader,
    ),
  )
  const entry = { charge: charge.id, accountId, reason: failure }
  await recordChange(ctx, { dealer, action: 'client-invoices.charge-failed', subject: invoice.id, after: entry })
}

async function write(
  ctx: ActorContext,
  { charge: { dealerId: dealer, accountId, invoiceId } }: Held,
  key: string,
  compose: (seller: Seller, reader: store.Reader, url: string) => ReturnType<typeof failedMail>,
): Promise<void> {
  const reader = await store.findReader(ctx.db, dealer, accountId)
  if (reader.email === null) return
  const seller = await readMailSeller({ ...ctx, dealer })
  const link = await ensureLink(ctx, { dealerId: dealer, accountId, invoiceId })
  await postMail(ctx, { ...compose(seller, reader, urlOf(ctx, link)), to: reader.email, dealer, inNameOf: dealer, key })
}
