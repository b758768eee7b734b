import type { Account } from '../accounts/account.ts'
import type { AppId } from '../applications.ts'
import { operator, recordChange } from '../audit/actions.ts'
import { addMonths } from '../clock.ts'
import { type Acting, type Call, type Context, inTransaction } from '../context.ts'
import { conflict, notFound, refuse } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { readPlan, readSubscriptionPlans } from '../plans/actions.ts'
import { unitQuotaName } from '../plans/plan.ts'
import * as store from './store.ts'
import { hasPremium, isActiveAt, type Subscription } from './subscription.ts'

/** Those of the applications the caller knows, each as active as it is now. */
export async function listSubscriptions(call: Call, account: Pick<Account, 'id'>): Promise<Subscription[]> {
  const now = call.clock.now()
  const all = await store.list(call.db, account.id)
  return all.filter(({ appId }) => call.apps.includes(appId)).map((one) => ({ ...one, active: isActiveAt(one, now) }))
}

type Limited = Pick<Account, 'id' | 'regApps' | 'clientPlanId'>

/** What an account may have in one application: the client plan's quotas, or those of its subscription. */
export async function limitsOf(call: Call, account: Limited, app: string) {
  if (!account.regApps.includes(app as AppId) || !call.apps.includes(app as AppId)) {
    return refuse('FAILED_VALIDATION', 'app_id must be an application of the account.', 'app_id')
  }
  const base = await subscriptionLimits(call, account, app as AppId)
  const quotas = account.clientPlanId === null ? {} : (await readPlan(call, account.clientPlanId)).quotas
  const { sensor, gateway, asset } = quotas
  return {
    account_id: account.id,
    unit: quotas[unitQuotaName(app as AppId)] ?? base.unit,
    geofence: quotas.geofence ?? base.geofence,
    user: base.user,
    triggers: base.triggers,
    unit_extra_fields: null,
    unit_notify_settings: null,
    ...(gateway !== undefined && { sensor, gateway, asset }),
  }
}

const subscriptionLimits = async (ctx: Pick<Context, 'db' | 'clock'>, account: Limited, app: AppId) =>
  (await currentPlan(ctx, account, app)).data

/** What the account has in an application by its subscription, or without one. */
export async function currentPlan(ctx: Pick<Context, 'db' | 'clock'>, account: Pick<Account, 'id'>, app: AppId) {
  const now = ctx.clock.now()
  const plans = await readSubscriptionPlans(ctx, app)
  const subscription = (await store.list(ctx.db, account.id)).find((one) => one.appId === app && isActiveAt(one, now))
  const plan = plans.find(({ name }) => name === (subscription?.plan ?? 'free'))
  if (!plan) throw new Error(`The application ${app} has no subscription plan ${subscription?.plan ?? 'free'}.`)
  return plan
}

/** The operator gives an owned account a plan for some time, in every owned application it has. */
export const giveSubscription = (
  context: Context,
  accountId: number,
  plan: string,
  until: Date,
): Promise<readonly string[]> =>
  inTransaction({ ...context, actor: operator('subscription give') }, async (ctx) => {
    const account = (await store.findAccount(ctx.db, accountId)) ?? notFound('account')
    const apps = (account.regApps as AppId[]).filter(hasPremium)
    if (apps.length === 0) conflict('Only accounts of consumer_app or pet_app have subscriptions.')
    if (until <= ctx.clock.now()) refuse('FAILED_VALIDATION', 'A subscription must end in the future.', 'until')
    const given: string[] = []
    for (const appId of apps) {
      const plans = await readSubscriptionPlans(ctx, appId)
      if (!plans.some(({ name }) => name === plan)) {
        refuse(
          'FAILED_VALIDATION',
          `There is no plan ${plan}. Choose one of ${plans.map(({ name }) => name).join(', ')}.`,
        )
      }
      const now = ctx.clock.now()
      const id = uuidv7(now)
      await store.end(ctx.db, accountId, appId)
      const subscription = {
        id,
        accountId,
        appId,
        plan,
        type: 'custom',
        active: true,
        expiresAt: until,
        orderId: id,
        autoRenew: false,
        data: {},
      }
      await store.insert(ctx.db, subscription, now)
      await recordChange(ctx, {
        dealer: account.dealerId,
        action: 'subscriptions.give',
        subject: accountId,
        after: subscription,
      })
      given.push(id)
    }
    return given
  })

/**
 * What was promised with the account begins when its client activates it, and lasts a month. An application that has
 * a subscription by then keeps that one.
 */
export async function startPromotions(ctx: Acting, accountId: number): Promise<void> {
  const now = ctx.clock.now()
  const started = await store.startPromotions(ctx.db, accountId, now, addMonths(now, 1))
  for (const { id, dealerId } of started) {
    await recordChange(ctx, { dealer: dealerId, action: 'subscriptions.start', subject: accountId, after: { id } })
  }
}
