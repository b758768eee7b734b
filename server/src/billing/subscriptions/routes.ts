import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { bare, both, byUuid, plainRoute, route } from '#kernel/api/route.ts'
import { listOwnOffers, listOwnPurchases, listSubscriptions, lookAtPurchase, orderPremium } from './actions.ts'
import { listOffers } from './purchases.ts'
import {
  OfferShape,
  OwnOfferShape,
  OwnOrderBody,
  OwnOrderShape,
  OwnSubscriptionShape,
  offerToWire,
  ownOfferToWire,
  ownOrderToWire,
  ownSubscriptionToWire,
  PlacedOrderShape,
  toOrder,
} from './wire.ts'

/** Those that name an account are with the accounts. */
export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/subscription-offers',
    tag: 'Accounts',
    summary: 'List the subscriptions that can be bought for clients',
    replies: both(Type.Array(OfferShape)),
    handle: async (call) => (await listOffers(call)).map(offerToWire),
  }),
]

const clientRoute = plainRoute<ClientCall, Operation>()
const premium = { tag: 'Premium' } as const
const view = 'client.view'
const buy = 'client.buy'

export const clientRoutes = [
  clientRoute({
    ...premium,
    method: 'GET',
    path: '/subscriptions',
    operation: view,
    summary: 'List the own subscriptions, those that are over too',
    reply: bare(Type.Array(OwnSubscriptionShape)),
    handle: async (call) => (await listSubscriptions(call, { id: call.account })).map(ownSubscriptionToWire),
  }),
  clientRoute({
    ...premium,
    method: 'GET',
    path: '/subscription-offers',
    operation: view,
    summary: 'List the free plan and those that can be bought, with what each gives',
    description: 'Of the applications that an account owns itself; empty for an account that its dealer manages.',
    reply: bare(Type.Array(OwnOfferShape)),
    handle: async (call) => (await listOwnOffers(call)).map(ownOfferToWire),
  }),
  clientRoute({
    ...premium,
    method: 'GET',
    path: '/subscription-orders',
    operation: view,
    summary: 'List what was ordered, the newest first',
    reply: bare(Type.Array(OwnOrderShape)),
    handle: async (call) => (await listOwnPurchases(call)).map(ownOrderToWire),
  }),
  clientRoute({
    ...premium,
    method: 'POST',
    path: '/subscription-orders',
    operation: buy,
    summary: 'Order a subscription and get the page to pay it on',
    description:
      'For the client itself, not for a visiting dealer. It begins when it is paid: months of the plan that the account has ' +
      'are added to it, another plan takes its place. It does not renew itself. The same order again answers the same page.',
    body: OwnOrderBody,
    reply: bare(PlacedOrderShape, 201),
    handle: async (call, { body }) => {
      const { purchase, url } = await orderPremium(call, toOrder(body))
      return { ...ownOrderToWire(purchase), url }
    },
  }),
  clientRoute({
    ...premium,
    method: 'POST',
    path: '/subscription-orders/:id/look',
    operation: buy,
    summary: 'Ask the card processor whether an order is paid, and begin it if it is',
    description: 'For whoever comes back from the payment page. The processor tells it by itself too.',
    params: byUuid('order'),
    reply: bare(OwnOrderShape),
    handle: async (call, { params }) => ownOrderToWire(await lookAtPurchase(call, params.id)),
  }),
]
