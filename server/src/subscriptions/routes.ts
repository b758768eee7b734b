import Type from 'typebox'
import { bare, data, route } from '../http/route.ts'
import { listOffers } from './purchases.ts'
import { OfferShape, offerToWire } from './wire.ts'

/** Those that name an account are with the accounts. */
export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/subscription-offers',
    tag: 'Accounts',
    summary: 'List the subscriptions that can be bought for clients',
    replies: { provider: bare(Type.Array(OfferShape)), partner: data(Type.Array(OfferShape)) },
    handle: async (call) => (await listOffers(call)).map(offerToWire),
  }),
]
