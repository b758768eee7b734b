import type { Account } from '#identity/access/account.ts'
import type { AppId } from '#kernel/applications.ts'
import { operator, recordChange, recordChanges } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound, refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { type Mail, postMails } from '#kernel/mail/outbox.ts'
import { addMonths } from '#kernel/time/clock.ts'
import { readPlan, readSubscriptionPlans } from '../plans/actions.ts'
import { ownedModules } from '../plans/modules.ts'
import { type UnitLimits, unitQuotaName } from '../plans/plan.ts'
import { readGiven } from '../prices/actions.ts'
import { endingMail, renewingMail } from './mail.ts'
import { accountPage } from './purchases.ts'
import { announcedRenewal } from './renewals.ts'
import * as store from './store.ts'
import { hasPremium, isActiveAt, notBegun, promoPlan, reminderMs, type Subscription } from './subscription.ts'

export { listOwnOffers, listOwnPurchases, orderPremium, reconcilePurchase as lookAtPurchase } from './own-purchases.ts'
export { buySubscription, settlePurchases } from './purchases.ts'
export { readOwnCard, removeOwnCard, setAutoRenew } from './renewals.ts'

/** In the applications that the caller knows, each with its current state. */
export async function listSubscriptions(call: Call, account: Pick<Account, 'id'>): Promise<Subscription[]> {
  const now = call.clock.now()
  const all = await store.list(call.db, account.id)
  return all.filter(({ appId }) => call.apps.includes(appId)).map((one) => ({ ...one, active: isActiveAt(one, now) }))
}

type Limited = Pick<Account, 'id' | 'regApps' | 'clientPlanId'>

/** An account's limits in one application: the client plan's quotas, or those of its subscription. */
export async function limitsOf(call: Call, account: Limited, app: string) {
  if (!account.regApps.includes(app as AppId) || !call.apps.includes(app as AppId)) {
    return refuse('FAILED_VALIDATION', 'app_id must be an application of the account.', 'app_id')
  }
  const current = await currentPlan(call, account, app as AppId)
  const plan = account.clientPlanId === null ? undefined : await readPlan(call, account.clientPlanId)
  const { data: base } = current
  const quotas = (await readGiven(call, account.id))?.quotas ?? {}
  const { unitExtraFields, unitNotifySettings } = plan ?? current
  const { sensor, gateway, asset } = quotas
  return {
    account_id: account.id,
    unit: quotas[unitQuotaName(app as AppId)] ?? base.unit,
    geofence: quotas.geofence ?? base.geofence,
    user: base.user,
    triggers: base.triggers,
    unit_extra_fields: unitExtraFields,
    unit_notify_settings: unitNotifySettings,
    ...(gateway !== undefined && { sensor, gateway, asset }),
  }
}

/** The plan of the account in an application, from its subscription or the free one. */
export async function currentPlan(ctx: Pick<Context, 'db' | 'clock'>, account: Pick<Account, 'id'>, app: AppId) {
  const now = ctx.clock.now()
  const plans = await readSubscriptionPlans(ctx, app)
  const subscription = (await store.list(ctx.db, account.id)).find((one) => one.appId === app && isActiveAt(one, now))
  const plan = plans.find(({ name }) => name === (subscription?.plan ?? 'free'))
  if (!plan) throw new Error(`The application ${app} has no subscription plan ${subscription?.plan ?? 'free'}.`)
  return plan
}

/** The limits per unit, from the client plan or from the subscription of its application. */
export async function unitLimitsOf(
  ctx: Pick<Context, 'db' | 'clock'>,
  accountId: number,
  app: AppId,
): Promise<UnitLimits> {
  return (await store.planUnitLimits(ctx.db, accountId)) ?? (await currentPlan(ctx, { id: accountId }, app))
}

/** The modules of an account in any of these applications: from client plan and add-ons, or from subscriptions. */
export async function heldModules(
  ctx: Pick<Context, 'db' | 'clock'>,
  accountId: number,
  apps: readonly AppId[],
): Promise<readonly string[]> {
  const ofPlan = await readGiven(ctx, accountId)
  if (ofPlan) return ofPlan.modules
  const plans = await Promise.all(apps.map((app) => currentPlan(ctx, { id: accountId }, app)))
  return [...new Set(plans.flatMap(({ data }) => ownedModules(data)))]
}

/** The operator gives an owned account a plan for some time, in all of its owned applications. */
export const giveSubscription = (
  context: Context,
  accountId: number,
  plan: string,
  until: Date,
): Promise<readonly string[]> =>
  inTransaction({ ...context, actor: operator('subscription give') }, async (ctx) => {
    await store.lockAccount(ctx.db, accountId)
    const account = (await store.findAccount(ctx.db, accountId)) ?? notFound('account')
    const apps = (account.regApps as AppId[]).filter(hasPremium)
    if (apps.length === 0)
      conflict('Only accounts of consumer_app or pet_app have subscriptions. Choose another account.')
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
        renewAt: null,
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

/** Promised with a new account: inactive until the client activates it. */
export async function promisePromotions(ctx: ActorContext, account: Pick<Account, 'id' | 'dealerId' | 'regApps'>) {
  const now = ctx.clock.now()
  for (const appId of account.regApps.filter(hasPremium)) {
    const id = uuidv7(now)
    const promised = {
      id,
      accountId: account.id,
      appId,
      plan: promoPlan,
      type: 'space',
      active: false,
      expiresAt: notBegun,
      orderId: id,
      autoRenew: false,
      renewAt: null,
      data: {},
    }
    await store.insert(ctx.db, promised, now)
    await recordChange(ctx, {
      dealer: account.dealerId,
      action: 'subscriptions.promise',
      subject: account.id,
      after: promised,
    })
  }
}

/**
 * What was promised with the account begins when its client activates it, and lasts a month. An application that
 * already has a subscription keeps it.
 */
export async function startPromotions(ctx: ActorContext, accountId: number): Promise<void> {
  const now = ctx.clock.now()
  const started = await store.startPromotions(ctx.db, accountId, now, addMonths(now, 1))
  for (const { id, dealerId } of started) {
    await recordChange(ctx, { dealer: dealerId, action: 'subscriptions.start', subject: accountId, after: { id } })
  }
}

const batch = 1000

/** Readers compare the end with the clock, so nothing waits for this; it records once that a subscription has ended. */
export async function endExpired(acting: ActorContext): Promise<number> {
  let total = 0
  for (;;) {
    const done = await inTransaction(acting, async (ctx) => {
      const ended = await store.endExpired(ctx.db, ctx.clock.now(), batch)
      await recordChanges(
        ctx,
        ended.map(({ id, accountId, dealerId }) => ({
          dealer: dealerId,
          action: 'subscriptions.end',
          subject: accountId,
          after: { id },
        })),
      )
      return ended.length
    })
    total += done
    if (done < batch) return total
  }
}

/** One email to each client who bought, some days before the end: what will happen, and what it can do. */
export async function remindEnding(acting: ActorContext): Promise<number> {
  let total = 0
  for (;;) {
    const done = await inTransaction(acting, async (ctx) => {
      const now = ctx.clock.now()
      const ending = await store.takeEnding(ctx.db, now, new Date(now.getTime() + reminderMs), batch)
      const mails: Mail[] = []
      for (const one of ending) {
        if (one.email === null || one.expiresAt <= now) continue
        const reader = { lang: one.lang, dateOrder: one.dateOrder, url: accountPage(ctx, one.dealerId) }
        const renewal = await announcedRenewal(ctx, one)
        const mail = renewal ? renewingMail({ ...one, ...renewal }, reader) : endingMail(one, reader)
        mails.push({ ...mail, to: one.email, key: `subscriptions.ending.${one.id}` })
      }
      await postMails(ctx, mails)
      return ending.length
    })
    total += done
    if (done < batch) return total
  }
}

export async function nextReminder(ctx: Pick<Context, 'db'>): Promise<Date | undefined> {
  const end = await store.firstEnding(ctx.db)
  return end && new Date(end.getTime() - reminderMs)
}

export const nextEnd = store.firstEnd
