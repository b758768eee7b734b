import Type, { type Static } from 'typebox'
import { exact, like, MapOf, Nullable, Time, TimeOrNull } from '#kernel/api/fields.ts'
import { consumerApp } from '#kernel/applications.ts'
import { unitLimits } from '../plans/wire.ts'
import type { OwnOffer, OwnPurchase } from './own-purchases.ts'
import { monthsMax, type Offer, type Order } from './purchase.ts'
import type { Bought } from './purchases.ts'
import type { Subscription } from './subscription.ts'

export const SubscriptionShape = Type.Object(
  {
    account_id: Type.Integer(),
    app_id: Type.String(),
    active: Type.Boolean(),
    type: Type.String({ example: 'custom' }),
    subscription_id: Type.String(),
    expiry: Type.Integer({
      example: 1790000000,
      description: 'Unix seconds; 0 until the account of a promotion is activated.',
    }),
    purchase_data: Type.Object({ order_id: Type.String(), auto_renew: Type.Boolean({ example: false }) }),
    data: Type.Unsafe<object>({ type: 'object' }),
  },
  { title: 'Subscription' },
)

export const subscriptionToWire = (subscription: Subscription) => ({
  ...subscription,
  subscription_id: subscription.id,
  expiry: subscription.expiresAt,
  purchase_data: { order_id: subscription.orderId, auto_renew: subscription.autoRenew },
})

export const LimitsShape = Type.Object(
  {
    account_id: Type.Integer(),
    unit: Type.Integer({ example: 10 }),
    geofence: Type.Integer({ example: 10 }),
    user: Type.Integer({ example: 5 }),
    triggers: Type.Integer({ example: 50 }),
    ...unitLimits,
    sensor: Type.Optional(Type.Integer()),
    gateway: Type.Optional(Type.Integer()),
    asset: Type.Optional(Type.Integer()),
  },
  { title: 'AccountLimits' },
)

export const OfferShape = Type.Object(
  {
    app_id: Type.String(),
    plan: Type.String({ example: 'premium' }),
    period: Type.String({ example: 'month', description: 'What the amount is for: `month`.' }),
    amount: Type.Integer({ example: 500, description: "In the currency's smallest unit." }),
    currency: Type.String(),
  },
  { title: 'SubscriptionOffer' },
)

export const offerToWire = (offer: Offer) => ({ ...offer, period: 'month', amount: offer.monthlyAmount })

export const OrderBody = exact({
  app_id: Type.String({ example: consumerApp, description: 'consumer_app or pet_app.' }),
  plan: Type.String({ example: 'premium', description: 'A plan of `GET /subscription-offers`.' }),
  months: Type.Optional(
    Type.Integer({ example: 12, minimum: 1, maximum: monthsMax, description: 'Number of months. Default: 1.' }),
  ),
})

export const toOrder = (body: Static<typeof OrderBody>): Order => ({
  appId: body.app_id,
  plan: body.plan,
  months: body.months ?? 1,
})

export const BoughtShape = Type.Object(
  {
    id: Type.String({ description: 'The invoice of the platform.' }),
    number: Type.String({ example: '2026-000042' }),
    status: Type.String({ example: 'open', description: '`open`, or `paid` once it is.' }),
    account_id: Nullable(Type.Integer()),
    app_id: Type.String(),
    plan: Type.String({ example: 'premium' }),
    months: Type.Integer({ example: 12 }),
    type: Type.String({ example: 'td-cardpay', description: 'The `type` that the subscription will have.' }),
    amount_total: Type.Integer({ example: 6000, description: "In the currency's smallest unit." }),
    currency: Type.String(),
    url: Nullable(
      Type.String({
        example: 'https://tracking.example.com/pay/cs_test_a1TRvAGReTWZWLMqZDASTWr7',
        description: 'Where it is paid, within a day; null once it is.',
      }),
    ),
  },
  { title: 'SubscriptionOrder' },
)

export const boughtToWire = ({ purchase, invoice, url }: Bought) => ({
  ...purchase,
  ...invoice,
  type: 'td-cardpay',
  url,
})

export const OwnSubscriptionShape = Type.Object(
  {
    id: Type.String(),
    app_id: Type.String(),
    plan: Type.String({ example: 'premium' }),
    type: Type.String({ example: 'cardpay', description: 'The origin: `cardpay` if the client bought it.' }),
    active: Type.Boolean(),
    expires_at: TimeOrNull,
    auto_renew: Type.Boolean({ example: false }),
  },
  { title: 'OwnSubscription' },
)

export const ownSubscriptionToWire = (subscription: Subscription) => ({
  ...subscription,
  // A promotion that waits has no end yet.
  expires_at: subscription.expiresAt.getTime() === 0 ? null : subscription.expiresAt,
})

export const OwnOfferShape = Type.Object(
  {
    app_id: Type.String(),
    plan: Type.String({ example: 'premium' }),
    period: Type.String({ example: 'month', description: 'What the amount is for: `month`.' }),
    amount: Nullable(Type.Integer({ example: 500, description: "In the currency's smallest unit; null: it is free." })),
    currency: Nullable(Type.String()),
    limits: Type.Unsafe<Record<string, number>>({
      ...like(MapOf(Type.Integer()), { user: 10, unit: 50, geofence: 70, triggers: 200, unit_storage: 204800 }),
      description: 'The limits by quota: `unit`, `geofence`, `triggers`, `unit_storage` (KiB) and others.',
    }),
    modules: Type.Array(Type.String(), {
      example: ['unit', 'timeline', 'statistics', 'maintenance'],
      description: 'The modules of the plan.',
    }),
  },
  { title: 'OwnOffer' },
)

export const ownOfferToWire = (offer: OwnOffer) => ({
  ...offer,
  period: 'month',
  amount: offer.price?.monthlyAmount ?? null,
  currency: offer.price?.currency ?? null,
})

export const OwnOrderBody = exact({
  ...OrderBody.properties,
  plan: Type.String({ example: 'premium', description: 'A plan of `GET /subscription-offers` that has an amount.' }),
  auto_renew: Type.Optional(
    Type.Boolean({
      example: true,
      description: 'Save the card and charge it for the same time again before each end. Default: false.',
    }),
  ),
})

export const toOwnOrder = ({ auto_renew, ...body }: Static<typeof OwnOrderBody>): Order => ({
  ...toOrder(body),
  autoRenew: auto_renew ?? false,
})

export const AutoRenewBody = exact({ auto_renew: Type.Boolean({ example: false }) })

const ownOrderFields = {
  id: Type.String({ description: 'The invoice of the platform.' }),
  number: Type.String({ example: '2026-000042' }),
  status: Type.String({ example: 'open', description: '`open`, `paid`, or `void` if nobody paid within a day.' }),
  app_id: Type.String(),
  plan: Type.String({ example: 'premium' }),
  months: Type.Integer({ example: 12 }),
  amount_total: Type.Integer({ example: 6000, description: "In the currency's smallest unit." }),
  currency: Type.String(),
  created_at: Time,
  paid_at: like(TimeOrNull, null),
  begun: Type.Boolean({ example: false, description: 'Whether the subscription has started.' }),
  auto_renew: Type.Boolean({ example: false }),
  renewal: Type.Boolean({ example: false, description: 'Ordered automatically and charged to the saved card.' }),
}
export const OwnOrderShape = Type.Object(ownOrderFields, { title: 'OwnOrder' })
export const PlacedOrderShape = Type.Object(
  {
    ...ownOrderFields,
    url: Type.String({
      example: 'https://tracking.example.com/pay/cs_test_a1TRvAGReTWZWLMqZDASTWr7',
      description: 'Where it is paid, within a day.',
    }),
  },
  { title: 'PlacedOrder' },
)

export const ownOrderToWire = (purchase: OwnPurchase) => ({
  ...purchase,
  id: purchase.invoiceId,
  begun: purchase.subscriptionId !== null,
  renewal: purchase.renews !== null,
})
