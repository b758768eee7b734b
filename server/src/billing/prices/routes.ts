import Type from 'typebox'
import { bare, byNumber, byUuid, NumberId, route, UuidId } from '#kernel/api/route.ts'
import {
  readClientPrices,
  readPlanPrices,
  removeClientPrice,
  removePlanPrice,
  setClientPrice,
  setPlanPrice,
} from './actions.ts'
import {
  ClientPriceBody,
  ClientPricesShape,
  clientPriceToWire,
  PlanPriceBody,
  PlanPricesShape,
  planPriceToWire,
  toClientPrice,
  toPlanPrice,
} from './wire.ts'

const tag = 'Prices'
const replies = { provider: bare(PlanPricesShape), partner: bare(PlanPricesShape) }
const ownReplies = { provider: bare(ClientPricesShape), partner: bare(ClientPricesShape) }
const ofPlan = Type.Object({ id: UuidId, price_id: UuidId }, { title: 'price' })
const ofClient = Type.Object({ id: NumberId, price_id: UuidId }, { title: 'price' })

/** Under `/console/client-plans`. */
export const consolePlanRoutes = [
  route({
    method: 'GET',
    path: '/:id/prices',
    tag,
    summary: 'List the prices of a plan, newest first',
    params: byUuid('client plan'),
    replies,
    handle: async (call, { params }) => (await readPlanPrices(call, params.id)).map(planPriceToWire),
  }),
  route({
    method: 'PUT',
    path: '/:id/prices',
    right: 'manage',
    tag,
    summary: 'Set the prices of a plan from a given day',
    description:
      'From today or later. Prices that have begun stay as they are; prices that begin on the same day are replaced. ' +
      'Returns all prices of the plan.',
    params: byUuid('client plan'),
    body: PlanPriceBody,
    replies,
    handle: async (call, { params, body }) =>
      (await setPlanPrice(call, params.id, toPlanPrice(body))).map(planPriceToWire),
  }),
  route({
    method: 'DELETE',
    path: '/:id/prices/:price_id',
    right: 'manage',
    tag,
    summary: 'Remove prices of a plan that have not begun',
    params: ofPlan,
    replies,
    handle: async (call, { params }) => (await removePlanPrice(call, params.id, params.price_id)).map(planPriceToWire),
  }),
]

/** Under `/console/accounts`. */
export const consoleAccountRoutes = [
  route({
    method: 'GET',
    path: '/:id/prices',
    tag,
    summary: 'List what was agreed with a client, newest first',
    params: byNumber('account'),
    replies: ownReplies,
    handle: async (call, { params }) => (await readClientPrices(call, params.id)).map(clientPriceToWire),
  }),
  route({
    method: 'PUT',
    path: '/:id/prices',
    right: 'manage',
    tag,
    summary: 'Agree on prices, a discount or add-ons with a client from a given day',
    description:
      'From today or later. Without a `list`, the prices of the plan apply. Returns everything that was agreed with this client.',
    params: byNumber('account'),
    body: ClientPriceBody,
    replies: ownReplies,
    handle: async (call, { params, body }) =>
      (await setClientPrice(call, params.id, toClientPrice(body))).map(clientPriceToWire),
  }),
  route({
    method: 'DELETE',
    path: '/:id/prices/:price_id',
    right: 'manage',
    tag,
    summary: 'Remove an agreement that has not begun',
    params: ofClient,
    replies: ownReplies,
    handle: async (call, { params }) =>
      (await removeClientPrice(call, params.id, params.price_id)).map(clientPriceToWire),
  }),
]
