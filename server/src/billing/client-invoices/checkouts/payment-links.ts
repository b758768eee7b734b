/**
 * Links where a client pays what it owes, as often as needed: they do not expire. A link is for one invoice or for
 * everything that is open; anyone who has it sees and pays that (docs/decisions/0093).
 */
import { readBrand, readCompany, standingOf } from '#identity/company/actions.ts'
import type { Brand } from '#identity/company/brand.ts'
import { countGuess } from '#identity/login-throttle/actions.ts'
import { throttleKey } from '#identity/login-throttle/throttle.ts'
import { linkHash, newLinkSecret } from '#identity/one-time-links/one-time-link.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { recordChange, requireAccount } from '#kernel/audit/actions.ts'
import { type ActorContext, type Call, isServedAt, type PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { type Day, dayAfter } from '#kernel/time/day.ts'
import { type ClientInvoice, openAmount, type Payment } from '../client-invoice.ts'
import { consentTexts } from '../collection/collection-mail.ts'
import { findMandate, isOffered, ticketFor } from '../collection/mandates.ts'
import { readInvoicing } from '../issue.ts'
import { lineName } from '../mail.ts'
import * as payables from '../payables-store.ts'
import * as paymentsStore from '../payments-store.ts'
import * as store from '../store.ts'
import { linkLabel, reconcileOpen, urlOf } from './checkouts.ts'
import type { PaymentLink } from './checkouts-store.ts'
import * as links from './checkouts-store.ts'

type Target = Pick<PaymentLink, 'dealerId' | 'accountId' | 'invoiceId'>

/** The only link of its target, created on first use. */
export async function ensureLink(ctx: ActorContext, target: Target): Promise<PaymentLink> {
  const known = await links.findLinkTo(ctx.db, target)
  if (known) return known
  const now = ctx.clock.now()
  const [id, secret] = [uuidv7(now), newLinkSecret()]
  const sealed = ctx.vault.seal(secret, linkLabel(id))
  const { dealerId, accountId, invoiceId } = target
  const made = { id, dealerId, accountId, invoiceId, sealed, createdAt: now }
  if (await links.insertLink(ctx.db, { ...made, hash: linkHash(secret) })) {
    const change = { dealer: dealerId, subject: invoiceId ?? accountId }
    await recordChange(ctx, { ...change, action: 'client-invoices.make-link', after: { accountId, invoiceId } })
  }
  return (await links.findLinkTo(ctx.db, target)) ?? notFound('payment link')
}

const linkOf = async (ctx: ActorContext, { id, dealerId, accountId, status, kind }: ClientInvoice): Promise<string> => {
  if (status === 'draft') conflict('This invoice is a draft. Issue it first.')
  if (kind === 'credit') conflict('This is a credit note. Nothing is left to pay.')
  return urlOf(ctx, await ensureLink(ctx, { dealerId, accountId, invoiceId: id }))
}

/** To an invoice, or to everything that its client owes. */
export const linkForPayment = async (ctx: ActorContext, invoice: ClientInvoice, isToAll: boolean): Promise<string> =>
  isToAll
    ? urlOf(ctx, await ensureLink(ctx, { dealerId: invoice.dealerId, accountId: invoice.accountId, invoiceId: null }))
    : linkOf(ctx, invoice)

/** For an invoice whose link was given out before. */
export async function findLinkOf(
  ctx: Pick<ActorContext, 'db' | 'vault' | 'config' | 'sites'>,
  { id, dealerId, accountId }: ClientInvoice,
): Promise<string | undefined> {
  const link = await links.findLinkTo(ctx.db, { dealerId, accountId, invoiceId: id })
  return link && urlOf(ctx, link)
}

/** For the dealer, to send to the client. */
export const linkToInvoice = (caller: Call, id: string): Promise<string> =>
  inTransaction(caller, async (call) => {
    const invoice = (await store.find(call.db, call, id)) ?? notFound('invoice')
    call.validate()
    return linkOf(call, invoice)
  })

export const linkToAccount = (caller: Call, accountId: number): Promise<string> =>
  inTransaction(caller, async (call) => {
    await requireAccount(call, accountId)
    call.validate()
    return urlOf(call, await ensureLink(call, { dealerId: call.dealer, accountId, invoiceId: null }))
  })

/** What an account owes in total, by currency, and where to pay it. */
export interface Owed {
  readonly sums: readonly { readonly currency: string; readonly amount: number }[]
  readonly url: string
}

/** Only accounts that owe anything. */
export async function listOwed(ctx: ActorContext, accountIds: readonly number[]): Promise<Map<number, Owed>> {
  const owed = new Map<number, Owed>()
  for (const [accountId, sums] of Map.groupBy(
    await payables.listOpenSums(ctx.db, accountIds),
    (sum) => sum.accountId,
  )) {
    const link = await ensureLink(ctx, { dealerId: sums[0]?.dealerId as number, accountId, invoiceId: null })
    owed.set(accountId, { sums, url: urlOf(ctx, link) })
  }
  return owed
}

/** For the client: to one of its invoices, or to all. */
export const linkToOwn = (caller: ClientCall, id: string | null): Promise<string> =>
  inTransaction(caller, async (call) => {
    const target = { dealerId: call.dealer, accountId: call.account, invoiceId: null }
    if (id === null) return urlOf(call, await ensureLink(call, target))
    const [invoice] = await store.listOfLink(call.db, { ...target, invoiceId: id }, null)
    return linkOf(call, invoice ?? notFound('invoice'))
  })

export interface Payable {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly amount: number
  readonly url: string
}

/** What an account can pay now, each with its link, oldest first. */
export const listPayable = (acting: ActorContext, dealerId: number, accountId: number): Promise<Payable[]> =>
  inTransaction(acting, async (ctx) => {
    const { lang } = await store.findReader(ctx.db, dealerId, accountId)
    const payable: Payable[] = []
    for (const invoice of await store.listOfLink(ctx.db, { dealerId, accountId, invoiceId: null }, null)) {
      const { id, number, currency } = invoice
      const name = lineName(number ?? '', lang)
      payable.push({ id, name, currency, amount: openAmount(invoice), url: await linkOf(ctx, invoice) })
    }
    return payable
  })

/** The same link, with a ticket that only the page sees: behind a `#` it appears in no log and in no request. */
export const linkForPayer = (caller: ClientCall, id: string | null): Promise<string> =>
  inTransaction(caller, async (call) => {
    const url = await linkToOwn(call, id)
    const link = await links.findLinkTo(call.db, { dealerId: call.dealer, accountId: call.account, invoiceId: id })
    return `${url}#payer=${ticketFor(call, link as PaymentLink)}`
  })

export interface LinkView {
  readonly link: PaymentLink
  readonly today: Day
  readonly provider: Pick<Brand, 'logo' | 'colour'> & { readonly name: string }
  readonly lang: string | null
  readonly client: string | null
  /** Only dealers with verified billing details can take cards, as with bills. */
  readonly takesCards: boolean
  readonly allowsPartPayments: boolean
  /** What people from the client's application can agree to; null: nothing. */
  readonly texts: ReturnType<typeof consentTexts> | null
  /** Invoices to pay first, then recently settled ones. */
  readonly invoices: readonly (ClientInvoice & { readonly payments: readonly Payment[] })[]
}

/** How long a returning payer still sees what was paid. */
const shownDays = 30

/** A miss is counted, as with other links; an existing link works however many misses there were. */
export async function followPaymentLink(call: PublicCall, secret: string): Promise<PaymentLink> {
  const link = await links.findLinkByHash(call.db, linkHash(secret))
  if (link && isServedAt(call.site, link.dealerId)) return link
  await countGuess(call, throttleKey('link', '', call.actor.address))
  return notFound('payment link')
}

/** A payer who returns from the payment page need not wait for the processor's event. */
export async function readPaymentLink(call: PublicCall, secret: string, isReturned: boolean): Promise<LinkView> {
  const link = await followPaymentLink(call, secret)
  const seller = { ...call, dealer: link.dealerId }
  const { today, settings } = await readInvoicing(seller)
  const list = () => store.listOfLink(call.db, link, dayAfter(today, -shownDays))
  const before = await list()
  const isNews = isReturned && (await reconcileOpen(call, before))
  const invoices = isNews ? await list() : before
  const [{ name }, { logo, colour }] = [await readCompany(seller), await readBrand(seller)]
  const payments = await paymentsStore.listPaymentsOf(
    call.db,
    invoices.map(({ id }) => id),
  )
  return {
    ...{ link, today, provider: { name, logo, colour }, allowsPartPayments: settings.allowsPartPayments },
    lang: (await store.findReader(call.db, link.dealerId, link.accountId)).lang,
    client: invoices[0]?.buyer?.name ?? null,
    texts: (await isOffered(call, link.dealerId, await findMandate(call, link))) ? consentTexts(name) : null,
    takesCards: (await standingOf(call, link.dealerId)).isVerified,
    invoices: invoices.map((invoice) => ({
      ...invoice,
      payments: payments.filter(({ invoiceId }) => invoiceId === invoice.id),
    })),
  }
}
