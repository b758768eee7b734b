import Type, { type Static } from 'typebox'
import { exact, MapOf, Nullable, Time, TimeOrNull } from '#kernel/api/fields.ts'
import type { OwnOffer, OwnPurchase } from './own-purchases.ts'
import { monthsMax, type Offer, type Order } from './purchase.ts'
import type { Bought } from './purchases.ts'
import type { Subscription } from './subscription.ts'

export const SubscriptionShape = Type.Object(
  {
    account_id: Type.Integer(),
    app_id: Type.String(),
    active: Type.Boolean(),
    type: Type.String(),
    subscription_id: Type.String(),
    expiry: Type.Integer({ description: 'Unix seconds; 0 until the account of a promotion is activated.' }),
    purchase_data: Type.Object({ order_id: Type.String(), auto_renew: Type.Boolean() }),
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
    unit: Type.Integer(),
    geofence: Type.Integer(),
    user: Type.Integer(),
    triggers: Type.Integer(),
    unit_extra_fields: Type.Null(),
    unit_notify_settings: Type.Null(),
    sensor: Type.Optional(Type.Integer()),
    gateway: Type.Optional(Type.Integer()),
    asset: Type.Optional(Type.Integer()),
  },
  { title: 'AccountLimits' },
)

export const OfferShape = Type.Object(
  {
    app_id: Type.String(),
    plan: Type.String(),
    period: Type.String({ description: 'What the amount is for: `month`.' }),
    amount: Type.Integer({ description: "In the currency's smallest unit." }),
    currency: Type.String(),
  },
  { title: 'SubscriptionOffer' },
)

export const offerToWire = (offer: Offer) => ({ ...offer, period: 'month', amount: offer.monthlyAmount })

export const OrderBody = exact({
  app_id: Type.String({ description: 'consumer_app or pet_app.' }),
  plan: Type.String({ description: 'A plan of `GET /subscription-offers`.' }),
  months: Type.Optional(Type.Integer({ minimum: 1, maximum: monthsMax, description: 'For how long; 1 if not given.' })),
})

export const toOrder = (body: Static<typeof OrderBody>): Order => ({
  appId: body.app_id,
  plan: body.plan,
  months: body.months ?? 1,
})

export const BoughtShape = Type.Object(
  {
    id: Type.String({ description: 'The invoice of the platform.' }),
    number: Type.String(),
    status: Type.String({ description: '`open`, or `paid` once it is.' }),
    account_id: Nullable(Type.Integer()),
    app_id: Type.String(),
    plan: Type.String(),
    months: Type.Integer(),
    type: Type.String({ description: 'The `type` that the subscription will have.' }),
    amount_total: Type.Integer({ description: "In the currency's smallest unit." }),
    currency: Type.String(),
    url: Nullable(Type.String({ description: 'Where it is paid, within a day; null once it is.' })),
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
    plan: Type.String(),
    type: Type.String({ description: 'The origin: `cardpay` if the client bought it.' }),
    active: Type.Boolean(),
    expires_at: TimeOrNull,
    auto_renew: Type.Boolean(),
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
    plan: Type.String(),
    period: Type.String({ description: 'What the amount is for: `month`.' }),
    amount: Nullable(Type.Integer({ description: "In the currency's smallest unit; null: it is free." })),
    currency: Nullable(Type.String()),
    limits: Type.Unsafe<Record<string, number>>({
      ...MapOf(Type.Integer()),
      description: 'The limits by quota: `unit`, `geofence`, `triggers`, `unit_storage` (KiB) and others.',
    }),
    modules: Type.Array(Type.String(), { description: 'The modules of the plan.' }),
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
  plan: Type.String({ description: 'A plan of `GET /subscription-offers` that has an amount.' }),
})

const ownOrderFields = {
  id: Type.String({ description: 'The invoice of the platform.' }),
  number: Type.String(),
  status: Type.String({ description: '`open`, `paid`, or `void` if nobody paid within a day.' }),
  app_id: Type.String(),
  plan: Type.String(),
  months: Type.Integer(),
  amount_total: Type.Integer({ description: "In the currency's smallest unit." }),
  currency: Type.String(),
  created_at: Time,
  paid_at: TimeOrNull,
  begun: Type.Boolean({ description: 'Whether the subscription has started.' }),
}
export const OwnOrderShape = Type.Object(ownOrderFields, { title: 'OwnOrder' })
export const PlacedOrderShape = Type.Object(
  { ...ownOrderFields, url: Type.String({ description: 'Where it is paid, within a day.' }) },
  { title: 'PlacedOrder' },
)

export const ownOrderToWire = (purchase: OwnPurchase) => ({
  ...purchase,
  id: purchase.invoiceId,
  begun: purchase.subscriptionId !== null,
})
