import { requireStanding } from '#identity/company/actions.ts'
import { mayUse } from '#identity/company/company.ts'
import { isUuid, type Page } from '#kernel/api/lists.ts'
import { type AppId, isManaged } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { brokenRule } from '#kernel/db/connect.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, forbidden, invalidField, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { recheckPlan } from '../dunning/actions.ts'
import type { Lifecycle } from '../dunning/dunning.ts'
import {
  type ClientPlan,
  completeModules,
  type ManagedAppId,
  mayFound,
  moduleProblems,
  noUnitLimits,
  type ProviderPlan,
  type Quotas,
  quotaProblems,
  type UnitLimits,
} from './plan.ts'
import * as store from './store.ts'

export interface NewPlan {
  readonly managedPlanId: string
  readonly appId: string
  readonly name: string
  readonly quotas: Quotas
  readonly modules: readonly string[]
  readonly description: string | null
}

export const createPlan = (caller: Call, input: NewPlan): Promise<ClientPlan> =>
  inTransaction(caller, async (call) => {
    const standing = await requireStanding(call)
    const provider = await findFounder(call, input)
    const app = input.appId as ManagedAppId
    if (!mayUse(standing, app, provider.type)) forbidden(trialOnly)
    call.validate([...quotaProblems(app, input.quotas, provider), ...moduleProblems(app, input.modules, provider)])
    if (!mayFound(provider))
      conflict(
        `The provider plan ${provider.name} is ${provider.status} and takes no new client plans. Choose one that is active or new.`,
      )
    const now = call.clock.now()
    const plan: ClientPlan = {
      id: uuidv7(now),
      dealerId: call.dealer,
      appId: app,
      providerPlanId: provider.id,
      name: input.name,
      description: input.description,
      quotas: input.quotas,
      modules: completeModules(app, input.modules),
      lifecycle: null,
      ...noUnitLimits,
      createdAt: now,
      updatedAt: now,
    }
    await store.insert(call.db, plan)
    await recordChange(call, { action: 'plans.create', subject: plan.id, after: plan })
    return plan
  })

export const trialOnly =
  'Only trial plans are available until the billing details are verified. Choose a trial plan, or complete the verification.'

async function findFounder(call: Call, input: NewPlan): Promise<ProviderPlan> {
  const isOffered = call.apps.includes(input.appId as AppId) && isManaged(input.appId)
  if (!isOffered) call.validate([invalidField('app_id', 'app_id must be a managed application.')])
  const provider = isUuid(input.managedPlanId) ? await store.findProviderPlan(call.db, input.managedPlanId) : undefined
  if (provider && provider.appId === input.appId) return provider
  call.validate([invalidField('managed_plan_id', 'managed_plan_id must be a provider plan of this application.')])
  throw new Error('A problem was given, so validate cannot return.')
}

export const readPlan = async (call: Call, id: string): Promise<ClientPlan> =>
  (await store.find(call.db, call, id)) ?? notFound('client plan')

export const hasPlan = async (call: Call, id: string): Promise<boolean> =>
  (await store.find(call.db, call, id)) !== undefined

export const planSorts = store.sorts
export const listPlans = (call: Call, ids: readonly string[] | undefined, page: Page): Promise<ClientPlan[]> =>
  store.list(call.db, call, ids, page)

export const setLifecycle = (caller: Call, id: string, lifecycle: Lifecycle): Promise<ClientPlan> =>
  inTransaction(caller, async (call) => {
    const plan = (await store.findForUpdate(call.db, call, id)) ?? notFound('client plan')
    call.validate()
    await recordChange(call, { action: 'plans.set-lifecycle', subject: id, before: plan.lifecycle, after: lifecycle })
    await recheckPlan(call, id)
    return store.save(call.db, { ...plan, lifecycle, updatedAt: call.clock.now() })
  })

/** A unit keeps what exceeds new limits, but gets no more. */
export const setUnitLimits = (caller: Call, id: string, limits: UnitLimits): Promise<ClientPlan> =>
  inTransaction(caller, async (call) => {
    const plan = (await store.findForUpdate(call.db, call, id)) ?? notFound('client plan')
    call.validate()
    const { unitExtraFields, unitNotifySettings } = plan
    const before = { unitExtraFields, unitNotifySettings }
    const change = { dealer: call.dealer, subject: id, before, after: limits }
    await recordChange(call, { ...change, action: 'plans.set-unit-limits' })
    return store.save(call.db, { ...plan, ...limits, updatedAt: call.clock.now() })
  })

export const removePlan = (caller: Call, id: string): Promise<string> =>
  inTransaction(caller, async (call) => {
    const plan = (await store.findForUpdate(call.db, call, id)) ?? notFound('client plan')
    if (await store.isInUse(call.db, id)) conflict('This plan is in use. Move its accounts to another plan first.')
    try {
      await store.remove(call.db, plan)
    } catch (error) {
      if (brokenRule(error)) conflict('This plan is in use. Move its accounts to another plan first.')
      throw error
    }
    await recordChange(call, { action: 'plans.remove', subject: id, before: plan })
    return id
  })

/** The plan for an account of this application, locked until the transaction ends; undefined if it may not be used. */
export async function findPlanFor(
  call: Call,
  app: AppId,
  planId: string,
): Promise<{ plan: ClientPlan; provider: ProviderPlan } | undefined> {
  if (!isUuid(planId)) return undefined
  const plan = await store.findForShare(call.db, call, planId)
  if (plan?.appId !== app) return undefined
  const provider = await store.findProviderPlan(call.db, plan.providerPlanId)
  return provider && { plan, provider }
}

export const readProviderPlans = (ctx: Pick<Context, 'db'>, app: AppId) => store.listProviderPlans(ctx.db, app)
export const readServicePlans = (ctx: Pick<Context, 'db'>, app: AppId) => store.listServicePlans(ctx.db, app)
export const readSubscriptionPlans = (ctx: Pick<Context, 'db'>, app: AppId) => store.listSubscriptionPlans(ctx.db, app)

export {
  createOffer,
  createServiceOffer,
  endServiceOffer,
  listOffers,
  listServiceOffers,
  listSubscriptionOffers,
  managedApplications,
  type NewOffer,
  type NewServiceOffer,
  offerStatuses,
  type SubscriptionTerms,
  setOfferStatus,
  setSubscriptionTerms,
} from './offers.ts'
