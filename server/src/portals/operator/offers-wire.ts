/** Provider plans, fees and subscription plans in the operator's JSON. */
import Type, { type Static } from 'typebox'
import {
  type managedApplications,
  type NewOffer,
  type NewServiceOffer,
  offerStatuses,
  type SubscriptionTerms,
} from '#billing/plans/actions.ts'
import { ModuleWire, moduleToWire, ProviderPlanShape, ServicePlanShape, unitLimits } from '#billing/plans/wire.ts'
import { EnumOf, exact, like, MapOf, Nullable, oneLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'

export const ApplicationShape = Type.Object(
  {
    app_id: Type.String(),
    quotas: Type.Array(Type.String(), {
      example: ['unit', 'geofence', 'unit_storage'],
      description: 'Quotas that a provider plan limits.',
    }),
    modules: Type.Array(ModuleWire.provider),
  },
  { title: 'ManagedApplication' },
)

export const applicationToWire = ({ id, quotas, modules }: ReturnType<typeof managedApplications>[number]) => ({
  app_id: id,
  quotas,
  modules: modules.map(moduleToWire),
})

export const OfferShape = Type.Object(
  {
    ...ProviderPlanShape.properties,
    app_id: Type.String(),
    client_plans: Type.Integer({ example: 4, description: 'Client plans based on it.' }),
    accounts: Type.Integer({ example: 42, description: 'Accounts on those plans.' }),
  },
  { title: 'OfferedPlan' },
)

const Whole = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })
const Price = Type.Number({
  example: 19,
  minimum: 0,
  maximum: 1_000_000,
  description: 'Per month, in whole units of the currency.',
})
const Currency = Type.String({ pattern: '^[a-z]{3}$', meaning: 'a currency code of three lower-case letters' })
const PlanName = oneLine(1, 100, { example: 'Starter' })

export const OfferBody = exact({
  app_id: Type.String(),
  name: PlanName,
  type: EnumOf(['managed', 'trial'], '`trial`: open to dealers whose billing details are not verified yet.'),
  description: Type.Optional(Type.String({ example: 'Fleet tracking for up to 70 units a client.', maxLength: 1000 })),
  price: Price,
  currency: Currency,
  limits: like(
    MapOf(
      exact({ default: Whole, max: Whole, min: Whole, step: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }) }),
    ),
    {
      unit: { default: 10, max: 70, min: 1, step: 1 },
      geofence: { default: 10, max: 70, min: 1, step: 1 },
      unit_storage: { default: 10240, max: 204800, min: 10240, step: 10240 },
    },
  ),
  modules: Type.Array(Type.String(), { example: ['notification', 'geofence', 'timeline'], maxItems: 100 }),
})

export const toNewOffer = ({ app_id, description, ...rest }: Static<typeof OfferBody>): NewOffer => ({
  ...rest,
  appId: app_id,
  description: description ?? null,
})

export const OfferStatusBody = exact({
  status: like(
    EnumOf(offerStatuses, 'Client plans can be based only on plans that are `new` or `active`.'),
    'archived',
  ),
})

export const ServiceOfferShape = Type.Object(
  { ...ServicePlanShape.properties, app_id: Type.String() },
  { title: 'OfferedServicePlan' },
)

export const ServiceOfferBody = exact({
  app_id: Type.String(),
  name: like(PlanName, 'Service fee'),
  description: Type.Optional(
    Type.String({ example: 'The monthly fee for the full fleet application.', maxLength: 1000 }),
  ),
  price: like(Price, 25),
  currency: Currency,
})
export const toNewServiceOffer = ({
  app_id,
  description,
  ...rest
}: Static<typeof ServiceOfferBody>): NewServiceOffer => ({ ...rest, appId: app_id, description: description ?? null })

export const SubscriptionOfferShape = Type.Object(
  {
    app_id: Type.String(),
    name: Type.String({ example: 'basic' }),
    price: Nullable(
      Type.Number({
        example: 2,
        description: 'Monthly price for a dealer, or for a client who buys it; null if not for sale.',
      }),
    ),
    currency: Nullable(Type.String()),
    platforms: Type.Array(Type.String(), { example: ['web', 'androidstore', 'iosstore'] }),
    subscr_types: Type.Array(Type.String(), { example: ['td-cardpay', 'custom'] }),
    data: Type.Unsafe<object>({
      example: { unit: 10, user: 3, geofence: 20 },
      type: 'object',
      description: 'Limits of the plan.',
    }),
    ...unitLimits,
    running: Type.Integer({ example: 12, description: 'Active subscriptions.' }),
  },
  { title: 'OfferedSubscription' },
)

export const SubscriptionPlanParams = Type.Object(
  { app_id: UuidId, name: Type.String({ example: 'basic', maxLength: 100 }) },
  { title: 'subscription plan' },
)

export const SubscriptionTermsBody = exact({
  price: Nullable(
    Type.Number({
      example: 2,
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      description: 'Per month, in whole units of the currency; null takes it off sale.',
    }),
  ),
  currency: Nullable(Currency),
  unit_extra_fields: Type.Optional(unitLimits.unit_extra_fields),
  unit_notify_settings: Type.Optional(unitLimits.unit_notify_settings),
})

/** A limit that is left out stays as it is. */
export const toTerms = ({ price, currency, ...limits }: Static<typeof SubscriptionTermsBody>): SubscriptionTerms => ({
  ...{ price, currency },
  ...(limits.unit_extra_fields !== undefined && { unitExtraFields: limits.unit_extra_fields }),
  ...(limits.unit_notify_settings !== undefined && { unitNotifySettings: limits.unit_notify_settings }),
})
