import Type from 'typebox'
import { exact } from '#kernel/api/fields.ts'
import { listing, listParameters, uuidIds } from '#kernel/api/lists.ts'
import { bare, both, bothList, byUuid, data, route } from '#kernel/api/route.ts'
import type { AppId } from '#kernel/applications.ts'
import type { Call } from '#kernel/context.ts'
import { notFound, refuse } from '#kernel/errors.ts'
import {
  createPlan,
  listPlans,
  planSorts,
  readPlan,
  readProviderPlans,
  readServicePlans,
  readSubscriptionPlans,
  removePlan,
  setUnitLimits,
} from './actions.ts'
import { modulesOfAll } from './modules.ts'
import type { ClientPlan } from './plan.ts'
import {
  ModuleWire,
  moduleToWire,
  NewPlanBody,
  PlanWire,
  ProviderPlanShape,
  providerPlanToWire,
  ServicePlanShape,
  SubscriptionPlansShape,
  servicePlanToWire,
  subscriptionPlansToWire,
  toNewPlan,
  toUnitLimits,
  toWire,
  UnitLimitsBody,
  UnitLimitsShape,
} from './wire.ts'

const tag = 'Client plans'
const params = byUuid('client plan')
const asArray = (plan: object) => [plan]

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/client-plans/modules',
    tag,
    summary: 'List the modules a plan can have',
    query: exact({ app_id: Type.Optional(Type.String({ description: 'Only the modules of this application.' })) }),
    replies: { provider: bare(Type.Array(ModuleWire.provider)), partner: data(Type.Array(ModuleWire.partner)) },
    handle: async (call, { query }) => {
      const apps = call.apps.filter((app) => query.app_id === undefined || app === query.app_id)
      if (apps.length === 0) refuse('INVALID_QUERY', 'app_id must be one of the applications.', 'app_id')
      return modulesOfAll(apps).map(moduleToWire)
    },
  }),
  route({
    method: 'POST',
    path: '/client-plans',
    right: 'manage',
    tag,
    summary: 'Create a client plan',
    body: NewPlanBody,
    replies: both(PlanWire, 201),
    handle: async (call, { body }) => toWire(await createPlan(call, toNewPlan(body))),
  }),
  route({
    method: 'GET',
    path: '/client-plans',
    tag,
    summary: 'List the client plans',
    query: exact(listParameters),
    replies: bothList(PlanWire),
    handle: (call, { query }) => {
      const ids = uuidIds(query.ids)
      return listing<ClientPlan>({ sorts: planSorts, read: (page) => listPlans(call, ids, page), toWire })
    },
  }),
  route({
    method: 'GET',
    path: '/client-plans/:id',
    tag,
    summary: 'Read a client plan',
    params,
    replies: { provider: bare(PlanWire.provider), partner: data(Type.Array(PlanWire.partner), 200, asArray) },
    handle: async (call, { params }) => toWire(await readPlan(call, params.id)),
  }),
  route({
    method: 'DELETE',
    path: '/client-plans/:id',
    right: 'manage',
    tag,
    summary: 'Delete an unused client plan',
    params,
    replies: both(Type.String()),
    handle: (call, { params }) => removePlan(call, params.id),
  }),
]

const unitLimitReplies = { provider: bare(UnitLimitsShape), partner: bare(UnitLimitsShape) }

export const consolePlanRoutes = [
  route({
    method: 'GET',
    path: '/:id/unit-limits',
    tag,
    summary: 'Read the limits per unit of a plan',
    params,
    replies: unitLimitReplies,
    handle: (call, { params }) => readPlan(call, params.id),
  }),
  route({
    method: 'PUT',
    path: '/:id/unit-limits',
    right: 'manage',
    tag,
    summary: 'Set the limits per unit of a plan',
    description: 'Nothing is deleted, but a unit over its limit cannot get more.',
    params,
    body: UnitLimitsBody,
    replies: unitLimitReplies,
    handle: (call, { params, body }) => setUnitLimits(call, params.id, toUnitLimits(body)),
  }),
]

const billingTag = 'Billing of the dealer'
const byApp = Type.Object({ app_id: Type.String({ maxLength: 100 }) }, { title: 'application' })

function offered(call: Call, app: string): AppId {
  return call.apps.find((known) => known === app) ?? notFound('application')
}

export const billingRoutes = [
  route({
    method: 'GET',
    path: '/plans/:app_id',
    tag: billingTag,
    summary: 'Read the subscription plans of an application',
    params: byApp,
    replies: both(SubscriptionPlansShape),
    handle: async (call, { params }) =>
      subscriptionPlansToWire(await readSubscriptionPlans(call, offered(call, params.app_id))),
  }),
  route({
    method: 'GET',
    path: '/managed-plans/:app_id',
    tag: billingTag,
    summary: 'List the provider plans of an application',
    params: byApp,
    replies: both(Type.Array(ProviderPlanShape)),
    handle: async (call, { params }) =>
      (await readProviderPlans(call, offered(call, params.app_id))).map(providerPlanToWire),
  }),
  route({
    method: 'GET',
    path: '/service-plans/:app_id',
    tag: billingTag,
    summary: 'List the service plans of an application',
    params: byApp,
    replies: both(Type.Array(ServicePlanShape)),
    handle: async (call, { params }) =>
      (await readServicePlans(call, offered(call, params.app_id))).map(servicePlanToWire),
  }),
]
