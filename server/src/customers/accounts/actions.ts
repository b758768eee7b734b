/** What a dealer can do with its accounts. */

import { withdrawBills } from '#billing/bills/actions.ts'
import { closeAccount } from '#billing/client-invoices/actions.ts'
import { recheck } from '#billing/dunning/actions.ts'
import { recordDeparture } from '#billing/invoices/actions.ts'
import { findPlanFor, readPlan, trialOnly } from '#billing/plans/actions.ts'
import { type ClientPlan, type ProviderPlan, unitQuotaNames } from '#billing/plans/plan.ts'
import { readGiven, readGivenOn } from '#billing/prices/actions.ts'
import { limitsOf, promisePromotions, startPromotions } from '#billing/subscriptions/actions.ts'
import { recordAccountLeaving, recordPlanLeft } from '#billing/usage/actions.ts'
import { mayDo, requireAccess } from '#identity/access/access.ts'
import {
  type Account,
  type AccountLifecycle,
  type AccountUse,
  isActivated,
  lifecycleProblems,
  managedAppProblems,
  ownedAppProblems,
  scheduleBlock,
  setBlocked,
  setLifecycle,
  setSupportAccess,
  switchApps,
} from '#identity/access/account.ts'
import { setProfile } from '#identity/client-profiles/actions.ts'
import type { ClientProfile } from '#identity/client-profiles/client-profile.ts'
import { requireApproved, requireStanding } from '#identity/company/actions.ts'
import { mayUse } from '#identity/company/company.ts'
import {
  announceChange,
  endSessionsOfBlocked,
  endSupportSessions,
  listSupportSessions,
  type SupportSession,
} from '#identity/sessions/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { addFirstUser, enableUsers, type NewUser } from '#identity/users/actions.ts'
import type { User } from '#identity/users/user.ts'
import { pastProblem } from '#kernel/api/fields.ts'
import type { Page } from '#kernel/api/lists.ts'
import { type AppId, isManaged } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, forbidden, invalidField, notFound, type Problem } from '#kernel/errors.ts'
import { randomId } from '#kernel/ids.ts'
import { recordEvent } from '#kernel/outgoing-events/actions.ts'
import { quotaLevel } from '#kernel/outgoing-events/event.ts'
import { seconds, secondsOrNull } from '#kernel/time/clock.ts'
import { forgetAccount } from '#tracking/messages/actions.ts'
import { activate } from './activate.ts'
import { inviteProblems, mailLink } from './activation-mails.ts'
import { emitAccountBlocked, emitAccountUnblocked } from './dunning/dunning-run.ts'
import * as store from './store.ts'

export { runDunningBatch as carryOutSomeDues } from './dunning/dunning-run.ts'
export { attachAccount, detachAccount } from './moving.ts'

export interface NewAccount {
  readonly regApps: readonly string[]
  readonly title: string | undefined
  readonly description: string | undefined
  readonly user: NewUser
  /** The application in which its client signed up. */
  readonly linkApp?: AppId
  /** With a subscription for the first month. */
  readonly isPromo?: boolean
  readonly profile?: ClientProfile
  /** Sends the activation link to the profile's address at once. */
  readonly isInvited?: boolean
}

export interface NewManagedAccount extends NewAccount {
  readonly tariffPlans: Readonly<Record<string, string>>
}

export type CreatedAccount = Account & { readonly user: User }

export const createAccount = (caller: Call, input: NewAccount): Promise<CreatedAccount> =>
  inTransaction(caller, async (call) => {
    if (input.isPromo || input.isInvited) await requireApproved(call)
    call.validate([...ownedAppProblems(input.regApps, call.apps), ...inviteProblems(input)])
    const account = await open(call, input, null)
    if (input.isPromo) await promisePromotions(call, account)
    return account
  })

export const createManagedAccount = (caller: Call, input: NewManagedAccount): Promise<CreatedAccount> =>
  inTransaction(caller, async (call) => {
    const standing = await requireStanding(call)
    const app = input.regApps[0] as AppId
    const appProblems = managedAppProblems(input.regApps, call.apps)
    const planId = input.tariffPlans[app] ?? ''
    const found = appProblems.length === 0 ? await findPlanFor(call, app, planId) : undefined
    if (found && !mayUse(standing, app, found.provider.type)) forbidden(trialOnly)
    const isPlanRight = found !== undefined || appProblems.length > 0
    call.validate([...appProblems, ...tariffProblems(input, isPlanRight), ...inviteProblems(input)])
    return open(call, input, planId)
  })

function tariffProblems(input: NewManagedAccount, isPlanRight: boolean): Problem[] {
  const app = input.regApps[0] ?? ''
  const extra = Object.keys(input.tariffPlans).filter((key) => key !== app)
  return [
    ...extra.map((key) =>
      invalidField(`tariff_plans.${key}`, 'tariff_plans must name the application of reg_apps only.'),
    ),
    ...(isPlanRight
      ? []
      : [invalidField(`tariff_plans.${app}`, 'tariff_plans must give a client plan of this application.')]),
  ]
}

const open = (caller: Call, input: NewAccount, planId: string | null): Promise<CreatedAccount> =>
  inTransaction(caller, async (call) => {
    const now = call.clock.now()
    const id = randomId()
    const account: Account = {
      id,
      dealerId: call.dealer,
      clientPlanId: planId,
      title: input.title ?? String(id),
      description: input.description ?? '',
      type: planId === null ? null : 10,
      linkApp: input.linkApp ?? null,
      regApps: [...new Set(input.regApps)] as AppId[],
      serviceApps: [],
      ack: null,
      isAttached: false,
      attachedAt: null,
      addedAt: now,
      blocked: false,
      blockedBy: null,
      blockedAt: null,
      blockedSince: null,
      paymentExpectedAt: null,
      paymentNotifyOffset: null,
      blockOffset: null,
      useFleetLifecycle: false,
      createdAt: now,
      updatedAt: now,
      subscriptions: {},
    }
    await store.insert(call.db, account)
    const user = await addFirstUser(call, id, input.user)
    await recordChange(call, { action: 'accounts.create', subject: id, after: account })
    const { type, regApps } = account
    const data = { account_id: id, type, reg_apps: [...regApps] }
    await recordEvent(call, { dealer: call.dealer, account: id, type: 'account.created', data })
    if (input.profile) await setProfile(call, id, input.profile)
    if (input.isInvited && input.profile) await mailLink(call, account, input.user, input.profile)
    return { ...account, user }
  })

/** The dealer's staff who opened the account's applications, when, and what they viewed. */
export async function readSupportSessions(call: Call, id: number): Promise<SupportSession[]> {
  await readAccount(call, id)
  return listSupportSessions({ ...call, account: id })
}

export const readAccount = async (call: Call, id: number): Promise<Account> =>
  (await store.find(call.db, call, id, call.clock.now())) ?? notFound('account')

/** The highest limit of a kind in any of the account's applications. */
export async function largestLimit(
  call: Call & Pick<ClientCall, 'account'>,
  name: 'geofence' | 'triggers' | 'user',
): Promise<number> {
  const account = await readAccount(call, call.account)
  const apps = call.apps.filter((app) => account.regApps.includes(app))
  const given = await Promise.all(apps.map((app) => limitsOf(call, account, app)))
  return Math.max(0, ...given.map((limits) => limits[name]))
}

export const accountSorts = store.sorts
export const listAccounts = (call: Call, filter: store.AccountFilter, page: Page): Promise<Account[]> =>
  store.list(call.db, call, filter, page, call.clock.now())
export const countAccounts = (call: Call, filter: store.AccountFilter): Promise<number> =>
  store.count(call.db, call, filter, call.clock.now())

export const listUse = (call: Call, ids: readonly number[]): Promise<AccountUse[]> =>
  store.listUse(call.db, call, ids, call.clock.now())

/** Finds, checks, changes, saves and records: the frame of every change below. */
const change = (
  caller: Call,
  id: number,
  action: string,
  work: (account: Account, now: Date, call: Call) => Account | Promise<Account>,
): Promise<Account> =>
  inTransaction(caller, async (call) => {
    const now = call.clock.now()
    const before = (await store.findForUpdate(call.db, call, id, now)) ?? notFound('account')
    const after = await work(before, now, call)
    if (after === before) return before
    if (after.blocked && !before.blocked) await endSessionsOfBlocked(call, id)
    const closed = before.regApps.filter((app) => isClosedTo(after, app) && !isClosedTo(before, app))
    if (closed.length > 0) await endSupportSessions(call, id, closed)
    await recordChange(call, { action, subject: id, before, after })
    const saved = await store.save(call.db, after)
    if (before.paymentExpectedAt !== null || after.paymentExpectedAt !== null) await recheck(call, id)
    if (!isActivated(before) && isActivated(after)) await emitAccountActivated(call, after)
    return saved
  })

async function emitAccountActivated(call: Call, { id, dealerId, ack, paymentExpectedAt }: Account): Promise<void> {
  const data = { account_id: id, ack: seconds(ack as Date), payment_expected_at: secondsOrNull(paymentExpectedAt) }
  await recordEvent(call, { dealer: dealerId, account: id, type: 'account.activated', data })
}

/** Whether the dealer has lost support access to this application. */
const isClosedTo = (account: Account, app: AppId): boolean =>
  !account.regApps.includes(app) || !mayDo('users.enter', account, app)

export interface AccountChange {
  readonly title?: string
  readonly description?: string
  readonly regApps?: readonly string[]
}

export const changeAccount = (caller: Call, id: number, { regApps, ...texts }: AccountChange): Promise<Account> =>
  change(caller, id, 'accounts.change', async (account, now, call) => {
    const switched = regApps === undefined ? account.regApps : switchApps(account, regApps, call.apps)
    call.validate(switched.filter((item): item is Problem => typeof item !== 'string'))
    const apps = switched as readonly AppId[]
    const left = account.regApps.filter((app) => !apps.includes(app))
    const used = left.length > 0 ? await store.unitAppsInUse(call.db, id) : []
    if (left.some((app) => used.includes(app))) {
      conflict(
        'The account still has units in an application you want to remove. Delete these units first.',
        'reg_apps',
      )
    }
    const isSame = regApps === undefined && Object.keys(texts).length === 0
    // Support access is granted per application; an application that comes back needs a new grant.
    const serviceApps = account.serviceApps.filter((app) => apps.includes(app))
    return isSame ? account : { ...account, ...texts, regApps: apps, serviceApps, updatedAt: now }
  })

/** A second call changes nothing. */
export const activateAccount = (caller: Call, id: number): Promise<Account> =>
  change(caller, id, 'accounts.activate', async (account, now, call) => {
    requireAccess('accounts.activate', account)
    if (isActivated(account)) return account
    const plan = account.clientPlanId === null ? null : await readPlan(call, account.clientPlanId)
    await enableUsers(call, id)
    return activate(account, now, plan?.lifecycle ?? null)
  })

/** By its client, with the link. Undefined: someone was faster. */
export const claimAccount = (caller: Call, id: number): Promise<Account | undefined> =>
  inTransaction(caller, async (call) => {
    let isFirst = false
    const account = await change(call, id, 'accounts.claim', async (found, now) => {
      if (isActivated(found)) return found
      isFirst = true
      const plan = found.clientPlanId === null ? null : await readPlan(call, found.clientPlanId)
      return activate(found, now, plan?.lifecycle ?? null)
    })
    if (isFirst) await startPromotions(call, id)
    return isFirst ? account : undefined
  })

/** Turning it off ends every support session of the application, even one that did not need it. */
export const switchSupportAccess = (caller: ClientCall, app: AppId, isEnabled: boolean): Promise<Account> =>
  inTransaction(caller, async (call) => {
    if (!isEnabled) await endSupportSessions(call, call.account, [app])
    return change(
      call,
      call.account,
      isEnabled ? 'accounts.open-service-mode' : 'accounts.close-service-mode',
      (account, now) => setSupportAccess(account, app, isEnabled, now),
    )
  })

export const blockAccount = (caller: Call, id: number, blocked: boolean): Promise<Account> =>
  change(caller, id, blocked ? 'accounts.block' : 'accounts.unblock', async (account, now, call) => {
    requireAccess('accounts.block', account)
    call.validate()
    const after = setBlocked(account, blocked, now)
    if (account.blocked && !blocked) await emitAccountUnblocked(call, account, now)
    if (!account.blocked && blocked) await emitAccountBlocked(call, 'person', [account])
    return after
  })

export const blockAccountAt = (caller: Call, id: number, blockedAt: Date | null): Promise<Account> =>
  change(caller, id, 'accounts.schedule-block', (account, now, call) => {
    requireAccess('accounts.block', account)
    call.validate(pastProblem('blocked_at', blockedAt && seconds(blockedAt), seconds(now)))
    return scheduleBlock(account, blockedAt, now)
  })

export const setAccountLifecycle = (caller: Call, id: number, lifecycle: AccountLifecycle): Promise<Account> =>
  change(caller, id, 'accounts.set-lifecycle', (account, now, call) => {
    const due = lifecycle.paymentExpectedAt
    call.validate([
      ...lifecycleProblems(account),
      ...pastProblem('payment_expected_at', due && seconds(due), seconds(now)),
    ])
    return setLifecycle(account, lifecycle, now)
  })

/** A plan below the current usage deletes nothing, but nothing can be created until usage is under the quota again. */
export const changePlan = (caller: Call, id: number, app: string, planId: string): Promise<Account> =>
  inTransaction(caller, async (call) => {
    const standing = await requireStanding(call)
    return change(call, id, 'accounts.change-plan', async (account, now) => {
      const isOwn = account.regApps.includes(app as AppId) && call.apps.includes(app as AppId) && isManaged(app)
      const found = isOwn ? await findPlanFor(call, app as AppId, planId) : undefined
      if (found && !mayUse(standing, app as AppId, found.provider.type)) forbidden(trialOnly)
      call.validate([
        ...(isOwn ? [] : [invalidField('app_id', 'app_id must be the managed application of the account.')]),
        ...(isOwn && !found
          ? [invalidField('tariff_plan_id', 'tariff_plan_id must be a client plan of this application.')]
          : []),
      ])
      await recordDeparture(call, { account: id })
      if (found && planId !== account.clientPlanId) {
        await recordPlanLeft(call, id)
        await emitPlanChanged(call, account, found)
      }
      return { ...account, clientPlanId: planId, updatedAt: now }
    })
  })

async function emitPlanChanged(
  call: Call,
  { id, dealerId, clientPlanId }: Account,
  { plan, provider }: { readonly plan: ClientPlan; readonly provider: ProviderPlan },
): Promise<void> {
  const about = { dealer: dealerId, account: id }
  const ids = { account_id: id, app_id: plan.appId }
  const data = { ...ids, tariff_plan_id: plan.id, previous_tariff_plan_id: clientPlanId }
  await recordEvent(call, { ...about, type: 'account.plan_changed', data })
  // The account is still on the old plan.
  const previous = (await readGiven(call, id)) ?? plan
  const next = await readGivenOn(call, id, { ...plan, limits: provider.limits, offered: provider.modules })
  for (const quota of unitQuotaNames(plan.appId)) {
    const used = await store.countUnits(call.db, id, plan.appId, quota)
    const [limit, before] = [next.quotas[quota] ?? 0, previous.quotas[quota] ?? 0]
    const level = quotaLevel(used, limit)
    if (used === 0 || level === undefined || level === quotaLevel(used, before)) continue
    // Going from full to nearly full needs no warning.
    if (limit < before) await recordEvent(call, { ...about, type: level, data: { ...ids, quota, used, limit } })
  }
}

/** For callers that have checked that it may be deleted. */
export async function deleteAccount(call: Call, id: number): Promise<void> {
  await recordDeparture(call, { account: id })
  await recordAccountLeaving(call, id)
  await closeAccount(call, id)
  await withdrawBills(call, id)
  await forgetAccount(call, id)
  await store.remove(call.db, id)
  await announceChange(call, id)
}

/** Users, units and messages are deleted too; names and idents become free. */
export const removeAccount = (caller: Call, id: number): Promise<number> =>
  inTransaction(caller, async (call) => {
    const account = (await store.findForUpdate(call.db, call, id, call.clock.now())) ?? notFound('account')
    requireAccess('accounts.remove', account)
    await deleteAccount(call, id)
    await recordChange(call, { action: 'accounts.remove', subject: id, before: account })
    return id
  })
