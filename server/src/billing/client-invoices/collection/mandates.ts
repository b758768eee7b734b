/**
 * A client's consent to be charged, and its card. Only a signed-in person who pays for the account can give consent:
 * payment links are forwarded, printed and shown, so anyone with a link may pay but cannot agree to anything
 * (docs/decisions/0102).
 */
import { readBrand, readCompany, standingOf } from '#identity/company/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { recordChange, requireAccount } from '#kernel/audit/actions.ts'
import type { KeptCard } from '#kernel/card-processor.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound, Refusal } from '#kernel/errors.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { loginUrlOf } from '#kernel/network/sites.ts'
import { seconds } from '#kernel/time/clock.ts'
import { findKey, processorOf } from '../../bills/processor-keys.ts'
import {
  dropKeptCard,
  findKeptCard,
  forgetAtProcessor,
  type KeptCardRow,
  saveKeptCard,
  shown,
  tokenOf,
} from '../../invoices/actions.ts'
import type { Checkout } from '../checkouts/checkout.ts'
import { dropAgreed, type PaymentLink } from '../checkouts/checkouts-store.ts'
import { readInvoicing } from '../issue.ts'
import * as store from '../store.ts'
import { agreedMail, consentTexts, endingMail, type Seller } from './collection-mail.ts'
import { type Charge, type CollectionSettings, type Mandate, noMandate, warningOf, withdrawn } from './mandate.ts'
import * as mandates from './mandates-store.ts'

export const holderOf = ({ dealerId, accountId }: Pick<Mandate, 'dealerId' | 'accountId'>) => ({
  account: accountId,
  seller: dealerId,
})

/** Where the client sees and changes it. */
const accountPage = (ctx: Pick<Context, 'config' | 'sites'>, dealer: number): string =>
  `${loginUrlOf(ctx, dealer)}/client#/account`

export const readSettings = (call: Pick<Call, 'db' | 'dealer'>): Promise<CollectionSettings> =>
  mandates.findSettings(call.db, call.dealer)

export const setSettings = (caller: Call, settings: CollectionSettings): Promise<CollectionSettings> =>
  inTransaction(caller, async (call) => {
    const before = await readSettings(call)
    call.validate()
    await mandates.saveSettings(call.db, call.dealer, settings)
    await mandates.wake(call.db, call.clock.now(), call.dealer)
    const change = { dealer: call.dealer, subject: call.dealer, before, after: settings }
    await recordChange(call, { ...change, action: 'client-invoices.set-collection' })
    return settings
  })

/** Whether clients of this dealer can consent, and whether their cards are charged. */
export const isOffered = async (ctx: Pick<Context, 'db'>, dealerId: number, mandate?: Mandate): Promise<boolean> =>
  !mandate?.isStopped &&
  (await mandates.findSettings(ctx.db, dealerId)).isOn &&
  (await standingOf({ db: ctx.db }, dealerId)).isVerified

export const findMandate = (
  ctx: Pick<Context, 'db'>,
  { dealerId, accountId }: Pick<Mandate, 'dealerId' | 'accountId'>,
) => mandates.find(ctx.db, dealerId, accountId)

const ticketLabel = 'payment_links.payer'
/** Long enough to read and choose; the link itself does not expire. */
const ticketSeconds = 3600

/** Proves that the person who opened the link had signed in and pays for the account. */
export const ticketFor = (call: ClientCall, link: Pick<PaymentLink, 'id'>): string =>
  call.vault
    .seal(JSON.stringify([link.id, call.user, seconds(call.clock.now()) + ticketSeconds]), ticketLabel)
    .toString('base64url')

export interface Consent {
  readonly ticket: string
  readonly text: string
}

export interface Agreed {
  readonly agreedText: string | null
  readonly agreedBy: string | null
}

/** The consent to store with a payment page. */
export async function requireConsent(
  ctx: Pick<Context, 'db' | 'vault' | 'clock'>,
  link: PaymentLink,
  consent: Consent | undefined,
): Promise<Agreed> {
  if (!consent) return { agreedText: null, agreedBy: null }
  const user = readTicket(ctx, link, consent.ticket)
  if (user === undefined || !(await mandates.isPayer(ctx.db, link.accountId, user))) {
    const says = 'consent.ticket is no longer valid. Open the payment page again from your account.'
    throw new Refusal(invalidField('consent.ticket', says))
  }
  const mandate = await mandates.find(ctx.db, link.dealerId, link.accountId)
  if (!(await isOffered(ctx, link.dealerId, mandate)))
    conflict('Your provider no longer charges cards automatically. Pay without saving the card.')
  await requireText(ctx, link.dealerId, consent.text, 'consent.text')
  return { agreedText: consent.text, agreedBy: user }
}

function readTicket(ctx: Pick<Context, 'vault' | 'clock'>, link: PaymentLink, ticket: string): string | undefined {
  try {
    const said = JSON.parse(ctx.vault.open(Buffer.from(ticket, 'base64url'), ticketLabel)) as [string, string, number]
    return said[0] === link.id && said[2] > seconds(ctx.clock.now()) ? said[1] : undefined
  } catch {
    return undefined
  }
}

async function requireText(ctx: Pick<Context, 'db'>, dealer: number, text: string, field: string): Promise<void> {
  const { name } = await readCompany({ ...ctx, dealer })
  if (Object.values(consentTexts(name)).includes(text)) return
  throw new Refusal(invalidField(field, `${field} must be the current text. Read it again.`))
}

/** After a page with consent was paid and the processor has reported the card. Outside any transaction. */
export async function keepAgreedCard(
  acting: ActorContext,
  checkout: Checkout,
  card: KeptCard,
  takeAgreed: (ctx: ActorContext) => Promise<Agreed | undefined>,
): Promise<void> {
  const { dealerId, accountId, processor, livemode } = checkout
  const before = await inTransaction(acting, async (ctx) => {
    if (!(await mandates.isClientOf(ctx.db, dealerId, accountId))) return undefined
    const mandate = (await mandates.findForUpdate(ctx.db, dealerId, accountId)) ?? noMandate(dealerId, accountId)
    const agreed = await takeAgreed(ctx)
    if (!agreed?.agreedText || mandate.isStopped) return undefined
    const holder = holderOf(mandate)
    const old = await findKeptCard(ctx, holder)
    await saveKeptCard(ctx, holder, card, { processor, livemode })
    await agree(ctx, { ...mandate, ...agreed, warnAt: warningOf(card) }, card)
    return old && { old, token: tokenOf(ctx, holder, old) }
  })
  if (before && before.token !== card.token) await forgetOld(acting, dealerId, before.old, before.token)
}

async function forgetOld(ctx: Context, dealerId: number, card: KeptCardRow, token: string): Promise<void> {
  const key = await findKey(ctx, dealerId)
  const at = { dealerId, processor: card.processor, processorKeyId: key?.id ?? null }
  if (card.processor === 'sandbox' || key?.processor === card.processor)
    await forgetAtProcessor(ctx, await processorOf(ctx, at), token)
}

async function agree(
  ctx: ActorContext,
  mandate: Mandate & Agreed,
  card: Pick<KeptCardRow, 'brand' | 'last4' | 'month' | 'year'>,
): Promise<Mandate> {
  const now = ctx.clock.now()
  const { dealerId: dealer, accountId, agreedText, agreedBy } = mandate
  const { today: agreedOn } = await readInvoicing({ ...ctx, dealer })
  const after = { ...mandate, agreedAt: now, agreedOn, nextCheckAt: now }
  await mandates.save(ctx.db, after)
  const entry = { agreedText, agreedBy, brand: card.brand, last4: card.last4, month: card.month, year: card.year }
  await recordChange(ctx, { dealer, action: 'client-invoices.agree', subject: accountId, after: entry })
  await write(ctx, mandate, `collection-agreed:${dealer}:${accountId}:${now.getTime()}`, (seller, lang) =>
    agreedMail({ ...seller, last4: card.last4, url: accountPage(ctx, dealer) }, agreedText as string, lang),
  )
  return after
}

/** The name and colour of the sender of an email. */
export async function readMailSeller(call: Pick<Call, 'db' | 'dealer'>): Promise<Seller> {
  const [{ name: dealer }, { colour }] = [await readCompany(call), await readBrand(call)]
  return { dealer, colour }
}

async function write(
  ctx: ActorContext,
  { dealerId: dealer, accountId }: Pick<Mandate, 'dealerId' | 'accountId'>,
  key: string,
  compose: (seller: Seller, lang: string | null) => ReturnType<typeof agreedMail>,
): Promise<void> {
  const { email, lang } = await store.findReader(ctx.db, dealer, accountId)
  if (email === null) return
  const seller = await readMailSeller({ ...ctx, dealer })
  await postMail(ctx, { ...compose(seller, lang), to: email, dealer, inNameOf: dealer, key })
}

/** With the card that is already kept. */
export const agreeAgain = (caller: ClientCall, text: string): Promise<Mandate> =>
  inTransaction(caller, async (call) => {
    const found = await mandates.findForUpdate(call.db, call.dealer, call.account)
    const mandate = found ?? noMandate(call.dealer, call.account)
    const card = await findKeptCard(call, holderOf(mandate))
    call.validate()
    if (!(await isOffered(call, call.dealer, mandate)))
      conflict('Your provider does not charge cards automatically. Contact your provider.')
    const kept = card ?? conflict('No card is saved. Pay an invoice from your account and choose to save the card.')
    await requireText(call, call.dealer, text, 'text')
    return agree(call, { ...mandate, agreedText: text, agreedBy: call.user }, kept)
  })

/** Nothing is charged any more, except what the processor was already asked to charge. */
export const withdrawConsent = (caller: ClientCall): Promise<Mandate> =>
  inTransaction(caller, async (call) => {
    call.validate()
    const mandate = (await mandates.findForUpdate(call.db, call.dealer, call.account)) ?? notFound('consent')
    return mandate.agreedAt === null ? mandate : endConsent(call, mandate)
  })

async function endConsent(ctx: ActorContext, mandate: Mandate): Promise<Mandate> {
  const { dealerId, accountId, agreedAt, agreedText } = mandate
  const after = withdrawn(mandate)
  await mandates.save(ctx.db, after)
  await dropAgreed(ctx.db, accountId)
  await cancelUnasked(ctx, mandate)
  const change = { dealer: dealerId, subject: accountId, before: { agreedAt, agreedText } }
  await recordChange(ctx, { ...change, action: 'client-invoices.withdraw-consent' })
  return after
}

/** The job checks whether charges that the processor was asked for were made, and never repeats them. */
async function cancelUnasked(ctx: ActorContext, { dealerId, accountId }: Mandate): Promise<void> {
  const now = ctx.clock.now()
  for (const charge of await mandates.lockOpenCharges(ctx.db, dealerId, accountId)) {
    if (charge.askedAt === null) await mandates.saveCharge(ctx.db, ended(charge, { status: 'cancelled' }, now))
  }
}

/** Its token is no longer needed. */
export const ended = (
  charge: Charge,
  how: Pick<Charge, 'status'> & Partial<Pick<Charge, 'failure' | 'needsHolder' | 'processorPayment'>>,
  now: Date,
): Charge => ({ ...charge, ...how, tokenSealed: null, endedAt: now, nextCheckAt: null })

/** Removes the card, and with it the consent. */
export async function removeCard(caller: ClientCall): Promise<void> {
  const { account, dealer } = caller
  const holder = { account, seller: dealer }
  const card = await inTransaction(caller, async (call) => {
    call.validate()
    const mandate = await mandates.findForUpdate(call.db, dealer, account)
    const removed = await dropKeptCard(call, holder)
    if (mandate) await endConsent(call, { ...mandate, warnAt: null })
    return removed
  })
  await forgetOld(caller, dealer, card, tokenOf(caller, holder, card))
}

/** Staff turn collection off or on for a client. The consent remains the client's. */
export const stopCollection = (caller: Call, accountId: number, isStopped: boolean): Promise<void> =>
  inTransaction(caller, async (call) => {
    await requireAccount(call, accountId)
    call.validate()
    const found = await mandates.findForUpdate(call.db, call.dealer, accountId)
    const before = found ?? noMandate(call.dealer, accountId)
    if (before.isStopped === isStopped) return
    const nextCheckAt = !isStopped && before.agreedAt !== null ? call.clock.now() : null
    await mandates.save(call.db, { ...before, isStopped, nextCheckAt })
    if (isStopped) await cancelUnasked(call, before)
    const change = { dealer: call.dealer, subject: accountId, before: { isStopped: before.isStopped } }
    await recordChange(call, { ...change, action: 'client-invoices.stop-collection', after: { isStopped } })
  })

/** An account leaves its dealer: card and consent are deleted, and no one else can use them. */
export async function forgetCollection(ctx: ActorContext, dealerId: number, accountId: number): Promise<void> {
  const holder = holderOf({ dealerId, accountId })
  if (await findKeptCard(ctx, holder)) await dropKeptCard(ctx, holder)
  await mandates.remove(ctx.db, accountId)
  await dropAgreed(ctx.db, accountId)
}

const asideMs = 60_000

/** Each in its own transaction. One that fails is set aside for a while and does not delay the others. */
export async function eachDue(
  acting: ActorContext,
  column: mandates.DueColumn,
  work: (ctx: ActorContext, mandate: Mandate) => Promise<void>,
): Promise<number> {
  for (let done = 0; ; done++) {
    let taken: Mandate | undefined
    try {
      await inTransaction(acting, async (ctx) => {
        taken = await mandates.takeBy(ctx.db, column, ctx.clock.now())
        if (taken) await work(ctx, taken)
      })
    } catch (err) {
      if (!taken) throw err
      const { dealerId: dealer, accountId: account } = taken
      acting.log.error({ err, dealer, account }, 'Failed to process the card of a client. It was set aside.')
      const now = acting.clock.now()
      await mandates.setAside(acting.db, taken, column, { now, until: new Date(now.getTime() + asideMs) })
    }
    if (!taken) return done
  }
}

/** Once per card, a month before it expires. */
export const warnOfEndingCards = (acting: ActorContext): Promise<number> =>
  eachDue(acting, 'warnAt', async (ctx, mandate) => {
    await mandates.save(ctx.db, { ...mandate, warnAt: null })
    const card = await findKeptCard(ctx, holderOf(mandate))
    if (!card || mandate.agreedAt === null) return
    const key = `card-ending:${mandate.dealerId}:${mandate.accountId}:${card.keptAt.getTime()}`
    await write(ctx, mandate, key, (seller, lang) =>
      endingMail({ ...seller, last4: card.last4, url: accountPage(ctx, mandate.dealerId) }, shown(card), lang),
    )
  })

export const nextWarning = mandates.firstWarning

/** For callers that have locked an invoice that has opened, or is open again. */
export const wakeCollection = (
  ctx: Pick<Context, 'db' | 'clock'>,
  { dealerId, accountId }: Pick<Mandate, 'dealerId' | 'accountId'>,
): Promise<void> => wakeCollections(ctx, dealerId, [accountId])

export const wakeCollections = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  dealer: number,
  accountIds: readonly number[],
): Promise<void> => mandates.wake(db, clock.now(), dealer, accountIds)
