import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { bare, both, byUuid, plainRoute, route } from '#kernel/api/route.ts'
import { KeptCardShape } from '../invoices/wire.ts'
import {
  listOwnOffers,
  listOwnPurchases,
  listSubscriptions,
  lookAtPurchase,
  orderPremium,
  readOwnCard,
  removeOwnCard,
  setAutoRenew,
} from './actions.ts'
import { listOffers } from './purchases.ts'
import {
  AutoRenewBody,
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
  toOwnOrder,
} from './wire.ts'

/** Routes with an account in their path are among those of accounts. */
export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/subscription-offers',
    tag: 'Accounts',
    summary: 'List the subscriptions available for clients',
    replies: both(Type.Array(OfferShape)),
    handle: async (call) => (await listOffers(call)).map(offerToWire),
  }),
]

const clientRoute = plainRoute<ClientCall, Operation>()
const premium = { tag: 'Premium' } as const
const view = 'client.view-bills'
const buy = 'client.buy'

export const clientRoutes = [
  clientRoute({
    ...premium,
    method: 'GET',
    path: '/subscriptions',
    operation: view,
    summary: 'List your subscriptions, including ended ones',
    reply: bare(Type.Array(OwnSubscriptionShape)),
    handle: async (call) => (await listSubscriptions(call, { id: call.account })).map(ownSubscriptionToWire),
  }),
  clientRoute({
    ...premium,
    method: 'GET',
    path: '/subscription-offers',
    operation: view,
    summary: 'List the free plan and the plans for sale with their limits',
    description: 'For applications of owned accounts; empty for a managed account.',
    reply: bare(Type.Array(OwnOfferShape)),
    handle: async (call) => (await listOwnOffers(call)).map(ownOfferToWire),
  }),
  clientRoute({
    ...premium,
    method: 'GET',
    path: '/subscription-orders',
    operation: view,
    summary: 'List your orders, newest first',
    reply: bare(Type.Array(OwnOrderShape)),
    handle: async (call) => (await listOwnPurchases(call)).map(ownOrderToWire),
  }),
  clientRoute({
    ...premium,
    method: 'POST',
    path: '/subscription-orders',
    operation: buy,
    summary: 'Order a subscription and get its payment page',
    description:
      'For the client only, not for a dealer with support access. It starts when it is paid: months of the current plan ' +
      'are added, and another plan replaces it. With `auto_renew` the card is saved, and charged three days before each end. ' +
      'Repeating an order returns the same page.',
    body: OwnOrderBody,
    reply: bare(PlacedOrderShape, 201),
    handle: async (call, { body }) => {
      const { purchase, url } = await orderPremium(call, toOwnOrder(body))
      return { ...ownOrderToWire(purchase), url }
    },
  }),
  clientRoute({
    ...premium,
    method: 'POST',
    path: '/subscription-orders/:id/look',
    operation: buy,
    summary: 'Check whether an order is paid, and start it if so',
    description:
      'Call it when the client returns from the payment page. The card processor also reports the payment itself.',
    params: byUuid('order'),
    reply: bare(OwnOrderShape),
    handle: async (call, { params }) => ownOrderToWire(await lookAtPurchase(call, params.id)),
  }),
  clientRoute({
    ...premium,
    method: 'PUT',
    path: '/subscriptions/:id/auto-renew',
    operation: buy,
    summary: 'Turn automatic renewal of a subscription on or off',
    description: 'Only for active ones that were bought by card. A charge that has begun is finished.',
    params: byUuid('subscription'),
    body: AutoRenewBody,
    reply: bare(OwnSubscriptionShape),
    handle: async (call, { params, body }) =>
      ownSubscriptionToWire(await setAutoRenew(call, params.id, body.auto_renew)),
  }),
  clientRoute({
    ...premium,
    method: 'GET',
    path: '/kept-card',
    operation: view,
    summary: 'Read the card saved for renewals',
    reply: bare(KeptCardShape),
    handle: (call) => readOwnCard(call),
  }),
  clientRoute({
    ...premium,
    method: 'DELETE',
    path: '/kept-card',
    operation: buy,
    summary: 'Remove the card saved for renewals',
    description: 'Also turns automatic renewal off.',
    reply: bare(Type.Null(), 204),
    handle: async (call) => {
      await removeOwnCard(call)
    },
  }),
]
