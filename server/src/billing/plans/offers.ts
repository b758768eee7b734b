/** What the platform offers dealers, as the operator creates and ends it. Ending one affects only new client plans. */
import { isManaged } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Context, PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { invalidField, notFound, type Problem } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { modulesOf } from './modules.ts'
import * as store from './offers-store.ts'
import {
  type Limit,
  limitsProblems,
  type ManagedAppId,
  type ProviderPlan,
  quotaNames,
  type UnitLimits,
} from './plan.ts'

export const listOffers = (ctx: Pick<Context, 'db'>) => store.listProviderPlans(ctx.db)
export const listServiceOffers = (ctx: Pick<Context, 'db'>) => store.listServicePlans(ctx.db)
export const listSubscriptionOffers = (ctx: Pick<Context, 'db' | 'clock'>) =>
  store.listSubscriptionPlans(ctx.db, ctx.clock.now())

/** What an offer for an application has to specify: its quotas, and the modules to choose from. */
export const managedApplications = () =>
  Object.entries(quotaNames).map(([id, quotas]) => ({ id, quotas, modules: modulesOf(id) }))

export interface NewOffer {
  readonly appId: string
  readonly name: string
  readonly type: 'managed' | 'trial'
  readonly description: string | null
  readonly price: number
  readonly currency: string
  readonly limits: Readonly<Record<string, Limit>>
  readonly modules: readonly string[]
}

export const createOffer = (caller: PublicCall, offer: NewOffer): Promise<store.OfferedPlan> =>
  inTransaction(caller, async (call) => {
    call.validate(offerProblems(offer))
    const now = call.clock.now()
    const plan: ProviderPlan = {
      ...offer,
      appId: offer.appId as ManagedAppId,
      id: uuidv7(now),
      status: 'new',
      period: 'month',
      timeBegin: now,
    }
    await store.insertProviderPlan(call.db, plan)
    await recordChange(call, { dealer: null, action: 'plans.offer', subject: plan.id, after: plan })
    return { ...plan, clientPlans: 0, accounts: 0 }
  })

function offerProblems({ appId, limits, modules, type, price }: NewOffer): Problem[] {
  if (!isManaged(appId)) return [invalidField('app_id', 'app_id must be a managed application.')]
  const app = appId as ManagedAppId
  const known = modulesOf(app).map(({ name }) => name)
  return [
    ...limitsProblems(app, limits),
    ...modules.flatMap((name, index) =>
      known.includes(name)
        ? []
        : [invalidField(`modules.${index}`, `modules.${index}: there is no module ${name} in this application.`)],
    ),
    ...(type === 'trial' && price !== 0 ? [invalidField('price', 'price must be 0 for a trial.')] : []),
  ]
}

export const offerStatuses = ['new', 'active', 'archived', 'deprecated', 'expired'] as const

/** An archived, deprecated or expired plan allows no new client plans; existing ones continue. */
export const setOfferStatus = (
  acting: ActorContext,
  id: string,
  status: ProviderPlan['status'],
): Promise<store.OfferedPlan> =>
  inTransaction(acting, async (ctx) => {
    const plan = (await store.findProviderPlanForUpdate(ctx.db, id)) ?? notFound('provider plan')
    if (plan.status !== status) {
      await store.setProviderPlanStatus(ctx.db, id, status)
      await recordChange(ctx, {
        dealer: null,
        action: 'plans.set-offer-status',
        subject: id,
        before: { status: plan.status },
        after: { status },
      })
    }
    return (await store.listProviderPlans(ctx.db, id))[0] as store.OfferedPlan
  })

export interface SubscriptionTerms extends Partial<UnitLimits> {
  readonly price: number | null
  readonly currency: string | null
}

/** Earlier orders have their invoice and keep their price. */
export const setSubscriptionTerms = (
  caller: PublicCall,
  appId: string,
  name: string,
  terms: SubscriptionTerms,
): Promise<store.SubscriptionOffer> =>
  inTransaction(caller, async (call) => {
    const plan = (await store.findSubscriptionPlanForUpdate(call.db, appId, name)) ?? notFound('subscription plan')
    const isHalf = (terms.price === null) !== (terms.currency === null)
    call.validate([
      ...(isHalf ? [invalidField('currency', 'price and currency must both be given, or both be null.')] : []),
      ...(name === 'free' && terms.price !== null
        ? [invalidField('price', 'The free plan costs nothing. Choose another plan.')]
        : []),
    ])
    await store.setSubscriptionTerms(call.db, appId, name, terms)
    const change = { dealer: null, subject: `${appId}/${name}`, before: plan, after: { ...plan, ...terms } }
    await recordChange(call, { ...change, action: 'plans.set-price' })
    const all = await store.listSubscriptionPlans(call.db, call.clock.now())
    return all.find((one) => one.appId === appId && one.name === name) as store.SubscriptionOffer
  })

export type NewServiceOffer = Pick<NewOffer, 'appId' | 'name' | 'description' | 'price' | 'currency'>

export const createServiceOffer = (caller: PublicCall, offer: NewServiceOffer): Promise<store.ServicePlan> =>
  inTransaction(caller, async (call) => {
    call.validate(isManaged(offer.appId) ? [] : [invalidField('app_id', 'app_id must be a managed application.')])
    const now = call.clock.now()
    const rest = { id: uuidv7(now), status: 'active', period: 'month', features: {}, timeBegin: now, timeEnd: null }
    const plan = { ...offer, ...rest }
    await store.insertServicePlan(call.db, plan)
    await recordChange(call, { dealer: null, action: 'plans.offer-service', subject: plan.id, after: plan })
    return plan
  })

/** No one is charged for it from the month in which it ended. */
export const endServiceOffer = (acting: ActorContext, id: string): Promise<store.ServicePlan> =>
  inTransaction(acting, async (ctx) => {
    const plan = (await store.findServicePlanForUpdate(ctx.db, id)) ?? notFound('service plan')
    if (plan.status === 'expired') return plan
    const ended = { ...plan, status: 'expired', timeEnd: ctx.clock.now() }
    await store.saveServicePlan(ctx.db, ended)
    await recordChange(ctx, {
      dealer: null,
      action: 'plans.end-service',
      subject: id,
      before: { status: plan.status },
      after: { status: ended.status, timeEnd: ended.timeEnd },
    })
    return ended
  })
