/**
 * A dealer buys a subscription for a client's account: the platform issues an invoice, opens its payment page, and
 * begins the subscription once it is paid. The processor is called outside any transaction.
 */
import { type Holder, requireAccess } from '#identity/access/access.ts'
import type { Account } from '#identity/access/account.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { loginUrlOf } from '#kernel/network/sites.ts'
import { invoiceOrder, payInvoice, readInvoice, voidInvoice } from '../invoices/actions.ts'
import { type Invoice, readerOf } from '../invoices/invoice.ts'
import { readSubscriptionPlans } from '../plans/actions.ts'
import { notRenewedMail, receiptMail } from './mail.ts'
import { monthlyAmountOf, type Offer, type Order, orderProblems, type Purchase } from './purchase.ts'
import * as purchases from './purchases-store.ts'
import * as store from './store.ts'
import { endOfBought, firstRenewal, hasPremium, isActiveAt, isRenewing, type Subscription } from './subscription.ts'

/** What a dealer can buy, in the applications that the caller knows. */
export async function listOffers({ db, apps }: Pick<Call, 'db' | 'apps'>): Promise<readonly Offer[]> {
  const offers: Offer[] = []
  for (const appId of apps.filter(hasPremium)) {
    for (const { name, price, currency } of await readSubscriptionPlans({ db }, appId)) {
      if (price === null || currency === null) continue
      offers.push({ appId, plan: name, monthlyAmount: monthlyAmountOf(price, currency), currency })
    }
  }
  return offers
}

export interface Bought {
  readonly purchase: Purchase
  readonly invoice: Invoice
  /** Where to pay; null once it is paid. */
  readonly url: string | null
}

type Buyer = Holder & Pick<Account, 'id' | 'dealerId' | 'regApps'>

export async function buySubscription(call: Call, account: Buyer, order: Order): Promise<Bought> {
  const { purchase, invoice } = await prepare(call, account, order)
  if (invoice.status === 'paid') return { purchase, invoice, url: null }
  const url = await payInvoice({ ...call, mayPay: true }, invoice.id)
  return { purchase, invoice, url }
}

/** Stored before the processor knows it. A repeated request finds what it began. */
const prepare = (caller: Call, account: Buyer, order: Order): Promise<Omit<Bought, 'url'>> =>
  inTransaction(caller, async (call) => {
    requireAccess('subscriptions.buy', account)
    const begun = call.operationId && (await purchases.findByOperation(call.db, call.dealer, call.operationId))
    if (begun) return { purchase: begun, invoice: await readInvoice(call, begun.invoiceId) }
    const offers = (await listOffers(call)).filter(({ appId }) => account.regApps.includes(appId))
    call.validate(orderProblems(order, offers))
    const offer = offers.find(({ appId, plan }) => appId === order.appId && plan === order.plan) as Offer
    const description = `Subscription ${offer.plan} of account ${account.id}, by the month`
    return place(call, offer, {
      ...{ dealerId: call.dealer, accountId: account.id, months: order.months, description },
      ...{ type: 'td-cardpay', userId: null, operationId: call.operationId ?? null, autoRenew: false, renews: null },
    })
  })

type Placed = Omit<Purchase, 'invoiceId' | 'appId' | 'plan' | 'createdAt' | 'givenUpAt' | 'subscriptionId'> & {
  readonly accountId: number
  /** The text on its invoice. */
  readonly description: string
}

/** Creates invoice and purchase in the buyer's transaction. */
export async function place(
  ctx: ActorContext,
  offer: Offer,
  { description, ...rest }: Placed,
): Promise<Omit<Bought, 'url'>> {
  const { appId, plan, currency, monthlyAmount: unitAmount } = offer
  const item = { currency, description, quantity: rest.months, unitAmount }
  const invoice = await invoiceOrder(ctx, rest.dealerId, item, rest.type === 'cardpay' ? 'client' : 'purchase')
  const begun = { createdAt: ctx.clock.now(), givenUpAt: null, subscriptionId: null }
  const purchase: Purchase = { invoiceId: invoice.id, appId, plan, ...rest, ...begun }
  await purchases.insert(ctx.db, purchase)
  await recordChange(ctx, {
    dealer: readerOf(invoice),
    action: 'subscriptions.order',
    subject: rest.accountId,
    after: { ...purchase, amountTotal: invoice.amountTotal, currency },
  })
  return { purchase, invoice }
}

/** Begins paid purchases and drops unpaid ones. Returns how many. */
export async function settlePurchases(acting: ActorContext): Promise<number> {
  for (let done = 0; ; done++) {
    const isOne = await inTransaction(acting, async (ctx) => {
      const purchase = await purchases.takeDue(ctx.db, ctx.clock.now())
      if (purchase) await (purchase.status === 'paid' ? begin(ctx, purchase) : giveUp(ctx, purchase))
      return purchase !== undefined
    })
    if (!isOne) return done
  }
}

export const nextPurchase = (ctx: Pick<Context, 'db'>): Promise<Date | undefined> => purchases.firstDue(ctx.db)

async function begin(ctx: ActorContext, purchase: purchases.DuePurchase): Promise<void> {
  const now = ctx.clock.now()
  const { appId, plan, months } = purchase
  const accountId = purchase.accountId as number
  await store.lockAccount(ctx.db, accountId)
  const all = await store.list(ctx.db, accountId)
  const current = all.find((one) => one.appId === appId && isActiveAt(one, now))
  // Its client has bought another plan while the card was charged: what it chose last stays.
  const isReplaced = purchase.renews !== null && current !== undefined && current.plan !== plan
  const expiresAt = isReplaced ? now : endOfBought(current, plan, months, now)
  // A renewing subscription stays so until its client turns it off, even while it is being renewed. A dealer's order
  // does not renew: the client could neither turn it off nor get the emails about it.
  const autoRenew =
    purchase.type === 'cardpay' && (isRenewing(current, plan) || (purchase.autoRenew && purchase.renews === null))
  const subscription = {
    id: uuidv7(now),
    accountId,
    appId,
    plan,
    type: purchase.type,
    active: !isReplaced,
    expiresAt,
    orderId: purchase.number,
    autoRenew,
    renewAt: firstRenewal({ autoRenew, expiresAt }),
    data: { months },
  }
  if (isReplaced)
    ctx.log.error(
      { invoice: purchase.invoiceId, account: accountId },
      'A renewal was charged although its client has bought another plan meanwhile. Refund it at the card processor.',
    )
  else await store.end(ctx.db, accountId, appId)
  await store.insert(ctx.db, subscription, now)
  await purchases.save(ctx.db, { ...purchase, subscriptionId: subscription.id })
  await recordChange(ctx, {
    dealer: purchase.dealerId,
    action: 'subscriptions.buy',
    subject: accountId,
    after: subscription,
  })
  await sendReceipt(ctx, purchase, { ...subscription, isReplaced })
}

/** A client who has paid gets a receipt; a dealer has the invoice. */
async function sendReceipt(
  ctx: ActorContext,
  purchase: purchases.DuePurchase,
  { expiresAt: until, autoRenew, isReplaced }: Subscription & { readonly isReplaced: boolean },
): Promise<void> {
  const payer = purchase.userId === null ? undefined : await purchases.findPayer(ctx.db, purchase.userId)
  if (!payer?.email) return
  const bought = { ...purchase, until, autoRenew, isReplaced }
  const mail = receiptMail(bought, { ...payer, url: accountPage(ctx, purchase.dealerId) })
  await postMail(ctx, { ...mail, to: payer.email, key: `subscriptions.receipt.${purchase.invoiceId}` })
}

/** Where a client sees its plans and buys more. */
export const accountPage = (ctx: Pick<Context, 'config' | 'sites'>, dealer: number): string =>
  `${loginUrlOf(ctx, dealer)}/client#/account`

async function giveUp(ctx: ActorContext, purchase: purchases.DuePurchase): Promise<void> {
  await voidInvoice(ctx, purchase.invoiceId)
  await purchases.save(ctx.db, { ...purchase, givenUpAt: ctx.clock.now() })
  if (purchase.renews !== null && purchase.accountId !== null) await reportFailedRenewal(ctx, purchase)
}

/** Says when the next attempt is, or that the subscription ends. */
async function reportFailedRenewal(ctx: ActorContext, purchase: purchases.DuePurchase): Promise<void> {
  const all = await store.list(ctx.db, purchase.accountId as number)
  const renewed = all.find((one) => one.id === purchase.renews && isActiveAt(one, ctx.clock.now()))
  const payer = purchase.userId === null ? undefined : await purchases.findPayer(ctx.db, purchase.userId)
  if (!renewed?.autoRenew || !payer?.email) return
  const mail = notRenewedMail(
    { ...renewed, amountTotal: purchase.amountTotal, currency: purchase.currency },
    { ...payer, url: accountPage(ctx, purchase.dealerId) },
  )
  await postMail(ctx, { ...mail, to: payer.email, key: `subscriptions.not-renewed.${purchase.invoiceId}` })
}
