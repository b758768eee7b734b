import Type, { type Static } from 'typebox'
import { exact, like, MapOf, Nullable, oneLine, Time, TimeOrNull } from '#kernel/api/fields.ts'
import type { NewPlan } from './actions.ts'
import type { Module } from './modules.ts'
import type { ClientPlan, ProviderPlan, UnitLimits } from './plan.ts'
import type { SubscriptionPlan } from './store.ts'

const Quota = Type.Optional(Type.Integer({ minimum: 0 }))

export const NewPlanBody = exact({
  managed_plan_id: Type.String({
    example: '019a0000-0000-7000-8000-000000000101',
    description: 'A provider plan from `GET /billing/managed-plans/{app_id}`.',
  }),
  app_id: Type.String(),
  name: oneLine(1, 100, { example: 'Fleet standard' }),
  quotas: exact(
    {
      unit: like(Quota, 10),
      sensor: Quota,
      gateway: Quota,
      asset: Quota,
      geofence: like(Quota, 10),
      unit_storage: like(Quota, 10240),
    },
    {
      description:
        'fleet_app: `unit`, `geofence`, `unit_storage`; tags_app: `sensor`, `gateway`, `asset`, `geofence`, `unit_storage`. ' +
        'All of them, each within the provider plan; `unit_storage` is 10240 to 204800 in steps of 10240.',
    },
  ),
  modules: Type.Array(Type.String(), { example: ['notification', 'geofence', 'timeline'], maxItems: 100 }),
  description: Type.Optional(Type.String({ example: 'For small fleets', maxLength: 1000 })),
})

export const toNewPlan = (body: Static<typeof NewPlanBody>): NewPlan => ({
  managedPlanId: body.managed_plan_id,
  appId: body.app_id,
  name: body.name,
  quotas: body.quotas as Record<string, number>,
  modules: body.modules,
  description: body.description ?? null,
})

const days = (what: string) => Type.Integer({ minimum: 0, maximum: 10, description: what })
const period = Nullable(
  Type.Integer({ minimum: 1, maximum: 120, example: 1, description: 'Months between payments; null: no automation.' }),
)

export const LifecycleBody = exact({
  payment_period: period,
  payment_notify_offset: like(days('Days before the due date.'), 3),
  block_offset: like(days('Days after the due date.'), 5),
})

const PlanShape = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ example: 'Fleet standard' }),
    description: Nullable(Type.String({ example: 'For small fleets' })),
    app_id: Type.String(),
    managed_plan_id: Type.String(),
    creator_id: Type.Integer(),
    quotas: like(MapOf(Type.Integer()), { unit: 10, geofence: 10, unit_storage: 10240 }),
    modules: Type.Array(Type.String(), {
      example: ['account', 'unit', 'fuel', 'notification', 'geofence', 'timeline'],
    }),
    client_payment_lifecycle: Nullable(
      Type.Object({
        payment_period: Nullable(Type.Integer({ example: 1 })),
        payment_notify_offset: Type.Integer({ example: 3 }),
        block_offset: Type.Integer({ example: 5 }),
      }),
    ),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'ClientPlan' },
)

export const PlanWire = {
  provider: PlanShape,
  partner: Type.Omit(PlanShape, ['client_payment_lifecycle'], { title: 'ClientPlan' }),
}

export const toWire = (plan: ClientPlan) => ({
  ...plan,
  managed_plan_id: plan.providerPlanId,
  creator_id: plan.dealerId,
  client_payment_lifecycle: plan.lifecycle,
})

const ModuleShape = Type.Object(
  {
    default_included: Type.Boolean({ example: false }),
    name: Type.String({ example: 'extended_notification' }),
    hidden: Type.Boolean({ example: false }),
    required: Type.Boolean({ example: false }),
    depended_on: Type.Array(Type.String(), {
      example: ['notification'],
      description: 'Modules that must be chosen with it.',
    }),
    default_access: Type.Integer({ example: 15 }),
    access_list: Type.Array(Type.Integer(), { example: [15] }),
  },
  { title: 'Module' },
)

export const ModuleWire = {
  provider: ModuleShape,
  partner: Type.Omit(ModuleShape, ['access_list'], { title: 'Module' }),
}

/** Read, create, change and remove: the sum of the four rights of a module. */
const fullAccess = 15

export const moduleToWire = (module: Module) => ({
  default_included: module.isDefault,
  name: module.name,
  hidden: module.isDefault,
  required: module.isDefault,
  depended_on: module.dependsOn,
  default_access: fullAccess,
  access_list: [fullAccess],
})

const LimitShape = Type.Object({
  default: Type.Integer(),
  max: Type.Integer(),
  min: Type.Integer(),
  step: Type.Integer(),
})

export const ProviderPlanShape = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ example: 'Starter' }),
    status: Type.String({ example: 'active', description: '`active`, `archived`, `new`, `expired` or `deprecated`' }),
    description: Nullable(Type.String({ example: 'Fleet tracking for up to 70 units a client.' })),
    price: Type.Number({ example: 19 }),
    currency: Type.String(),
    period: Type.String({ example: 'month' }),
    features: Type.Object({
      limits: like(MapOf(LimitShape), {
        unit: { default: 10, max: 70, min: 1, step: 1 },
        geofence: { default: 10, max: 70, min: 1, step: 1 },
        unit_storage: { default: 10240, max: 204800, min: 10240, step: 10240 },
      }),
      modules: Type.Array(Type.String(), { example: ['notification', 'geofence', 'timeline'] }),
    }),
    data: Type.Object({ time_begin: Time }),
    type: Type.String({ example: 'managed', description: '`managed` or `trial`' }),
  },
  { title: 'ProviderPlan' },
)

export const providerPlanToWire = <P extends ProviderPlan>(plan: P) => ({
  ...plan,
  features: { limits: plan.limits, modules: plan.modules },
  data: { time_begin: plan.timeBegin },
})

export const ServicePlanShape = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ example: 'Service fee' }),
    status: Type.String({ example: 'active', description: '`active` or `expired`' }),
    description: Nullable(Type.String({ example: 'The monthly fee for the full fleet application.' })),
    price: Type.Number({ example: 25 }),
    currency: Type.String(),
    period: Type.String({ example: 'month' }),
    features: Type.Unsafe<object>({ type: 'object' }),
    data: Type.Object({ time_begin: Time, time_end: like(TimeOrNull, null) }),
  },
  { title: 'ServicePlan' },
)

export const servicePlanToWire = <P extends { timeBegin: Date; timeEnd: Date | null }>(plan: P) => ({
  ...plan,
  data: { time_begin: plan.timeBegin, time_end: plan.timeEnd },
})

export const unitLimits = {
  unit_extra_fields: Nullable(
    Type.Integer({
      ...{ minimum: 0, maximum: 1000, example: 5 },
      description: 'How many extra fields one unit may have; null if the plan sets no limit.',
    }),
  ),
  unit_notify_settings: Nullable(
    Type.Integer({
      ...{ minimum: 0, maximum: 1000, example: 3 },
      description: 'How many notification rules may name one unit; null if the plan sets no limit.',
    }),
  ),
}
export const UnitLimitsBody = exact(unitLimits)
export const UnitLimitsShape = Type.Object(unitLimits, { title: 'UnitLimits' })

export const toUnitLimits = (body: Static<typeof UnitLimitsBody>): UnitLimits => ({
  unitExtraFields: body.unit_extra_fields,
  unitNotifySettings: body.unit_notify_settings,
})

const SubscriptionPlanShape = Type.Object(
  {
    name: Type.String(),
    subscriptions: Type.Array(Type.String()),
    platforms: Type.Array(Type.String()),
    subscr_types: Type.Array(Type.String()),
    data: Type.Object({
      user: Type.Integer(),
      unit: Type.Integer(),
      geofence: Type.Integer(),
      calculator: Type.Boolean(),
      unit_notify_settings: Type.Boolean(),
      triggers: Type.Integer(),
      unit_storage: Type.Integer(),
      config_send_notifications: Type.Boolean(),
    }),
  },
  { title: 'SubscriptionPlan' },
)

const freePlan = {
  ...{ name: 'free', subscriptions: [], platforms: ['web', 'androidstore', 'iosstore'], subscr_types: [] },
  data: {
    ...{ user: 1, unit: 5, geofence: 5, calculator: false, unit_notify_settings: false, triggers: 10 },
    ...{ unit_storage: 10240, config_send_notifications: false },
  },
}
export const SubscriptionPlansShape = like(MapOf(SubscriptionPlanShape), { free: freePlan })

export const subscriptionPlansToWire = (plans: readonly SubscriptionPlan[]) =>
  Object.fromEntries(
    plans.map((plan) => [
      plan.name,
      {
        name: plan.name,
        subscriptions: plan.subscriptions,
        platforms: plan.platforms,
        subscr_types: plan.subscrTypes,
        data: plan.data,
      },
    ]),
  )
