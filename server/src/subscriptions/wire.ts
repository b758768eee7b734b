import Type from 'typebox'
import { seconds } from '../clock.ts'
import type { Subscription } from './subscription.ts'

export const SubscriptionShape = Type.Object(
  {
    account_id: Type.Integer(),
    app_id: Type.String(),
    active: Type.Boolean(),
    type: Type.String(),
    subscription_id: Type.String(),
    expiry: Type.Integer({ description: 'Unix seconds.' }),
    purchase_data: Type.Object({ order_id: Type.String(), auto_renew: Type.Boolean() }),
    data: Type.Unsafe<object>({ type: 'object' }),
  },
  { title: 'Subscription' },
)

export const subscriptionToWire = (subscription: Subscription) => ({
  account_id: subscription.accountId,
  app_id: subscription.appId,
  active: subscription.active,
  type: subscription.type,
  subscription_id: subscription.id,
  expiry: seconds(subscription.expiresAt),
  purchase_data: { order_id: subscription.orderId, auto_renew: subscription.autoRenew },
  data: subscription.data,
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
