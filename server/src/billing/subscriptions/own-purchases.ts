/**
 * A client buys premium for its owned account from the platform. It is the same purchase as a dealer's, invoiced to the
 * client: paid through a verified event or by polling, once, whatever fails in between (docs/decisions/0054).
 */

import type { ClientCall } from '#identity/sessions/call.ts'
import { type AppId, isOwned } from '#kernel/applications.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { notFound } from '#kernel/errors.ts'
import { lookAtInvoice, payInvoice } from '../invoices/actions.ts'
import { readSubscriptionPlans } from '../plans/actions.ts'
import { ownedModules } from '../plans/modules.ts'
import { itemName } from './mail.ts'
import { monthlyAmountOf, type Offer, type Order, orderProblems, samePageMs } from './purchase.ts'
import { accountPage, place, settlePurchases } from './purchases.ts'
import * as purchases from './purchases-store.ts'
import * as store from './store.ts'
import { limitsIn, unitLimitsIn } from './subscription.ts'

export type { OwnPurchase } from './purchases-store.ts'

/** A plan as its buyer sees it. */
export interface OwnOffer {
  readonly appId: AppId
  readonly plan: string
  /** Undefined: the free plan. */
  readonly price: { readonly monthlyAmount: number; readonly currency: string } | undefined
  readonly limits: Readonly<Record<string, number>>
  readonly modules: readonly string[]
}

/** What clients can buy, with its price. */
export const soldOffers = async (call: Pick<ClientCall, 'db' | 'apps'>): Promise<readonly Offer[]> =>
  (await listOwnOffers(call)).flatMap(({ appId, plan, price }) => (price ? [{ appId, plan, ...price }] : []))

/** The free plan, and those that the website sells by card. A managed account cannot buy anything. */
export async function listOwnOffers(call: Pick<ClientCall, 'db' | 'apps'>): Promise<readonly OwnOffer[]> {
  const offers: OwnOffer[] = []
  for (const appId of call.apps.filter(isOwned)) {
    for (const plan of await readSubscriptionPlans(call, appId)) {
      const { name, price, currency, data } = plan
      const isSold = plan.platforms.includes('web') && plan.subscrTypes.includes('cardpay')
      const sold = isSold && price !== null && currency !== null
      if (!sold && name !== 'free') continue
      offers.push({
        appId,
        plan: name,
        price: sold ? { monthlyAmount: monthlyAmountOf(price, currency), currency } : undefined,
        limits: { ...limitsIn(data), ...unitLimitsIn(plan) },
        modules: ownedModules(data),
      })
    }
  }
  return offers
}

const shownMax = 100

export const listOwnPurchases = (call: ClientCall): Promise<purchases.OwnPurchase[]> =>
  purchases.listOwn(call.db, call.account, shownMax)

export interface Ordered {
  readonly purchase: purchases.OwnPurchase
  readonly url: string
}

/** Repeating the request is one order with one page: a second click buys nothing more. */
export async function orderPremium(call: ClientCall, order: Order): Promise<Ordered> {
  const { purchase, payer } = await prepare(call, order)
  const paying = { ...call, dealer: purchase.dealerId, mayPay: true }
  const { autoRenew: keepsCard } = purchase
  const url = await payInvoice(paying, purchase.invoiceId, {
    ...payer,
    keepsCard,
    returnUrl: accountPage(call, call.dealer),
  })
  return { purchase, url }
}

const prepare = (caller: ClientCall, order: Order) =>
  inTransaction(caller, async (call) => {
    const sold = await soldOffers(call)
    call.validate(orderProblems(order, sold))
    const offer = sold.find(({ appId, plan }) => appId === order.appId && plan === order.plan) as Offer
    await store.lockAccount(call.db, call.account)
    const payer = (await purchases.findPayer(call.db, call.user)) ?? notFound('user')
    const since = new Date(call.clock.now().getTime() - samePageMs)
    const same = await purchases.findSame(call.db, call.account, offer, order, since)
    if (same) return { purchase: same, payer }
    const { purchase } = await place(call, offer, {
      ...{ dealerId: call.dealer, accountId: call.account, months: order.months, type: 'cardpay', userId: call.user },
      ...{ operationId: null, description: itemName(offer, payer.lang) },
      ...{ autoRenew: order.autoRenew ?? false, renews: null },
    })
    return {
      purchase: (await purchases.findOwn(call.db, call.account, purchase.invoiceId)) ?? notFound('order'),
      payer,
    }
  })

/** A buyer who returns from the payment page need not wait for the processor's event. */
export async function reconcilePurchase(call: ClientCall, id: string): Promise<purchases.OwnPurchase> {
  const purchase = (await purchases.findOwn(call.db, call.account, id)) ?? notFound('order')
  call.validate()
  if (purchase.subscriptionId !== null) return purchase
  const actor = { ...call.actor, kind: 'job', id: 'subscriptions.settle-purchases' } as const
  await lookAtInvoice({ ...call, actor }, id)
  await settlePurchases({ ...call, actor })
  return (await purchases.findOwn(call.db, call.account, id)) ?? notFound('order')
}
