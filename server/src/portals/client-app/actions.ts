/** What a client, or a dealer in a support session, sees and does in the client's application. */

import { listClientBills } from '#billing/bills/actions.ts'
import { readPlan } from '#billing/plans/actions.ts'
import { everyOwnedModule, modulesOf, ownedModules } from '#billing/plans/modules.ts'
import type { UnitLimits } from '#billing/plans/plan.ts'
import { readGiven } from '#billing/prices/actions.ts'
import { currentPlan } from '#billing/subscriptions/actions.ts'
import { limitsIn } from '#billing/subscriptions/subscription.ts'
import { readAccount, switchSupportAccess } from '#customers/accounts/actions.ts'
import { readPending } from '#customers/erasure/actions.ts'
import type { Account } from '#identity/access/account.ts'
import { readBrand, readCompany } from '#identity/company/actions.ts'
import type { Brand } from '#identity/company/brand.ts'
import type { Company } from '#identity/company/company.ts'
import { findSession } from '#identity/sessions/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { appsOf, mayInside, type Session } from '#identity/sessions/session.ts'
import { hasFactor } from '#identity/two-factor/actions.ts'
import { readPerson } from '#identity/users/people.ts'
import type { Person } from '#identity/users/user.ts'
import { countGeofences } from '#insights/geofences/actions.ts'
import { everyItem, type Page } from '#kernel/api/lists.ts'
import { type AppId, isOwned } from '#kernel/applications.ts'
import { type Context, isServedAt, type PublicCall } from '#kernel/context.ts'
import { invalidField, notFound, refuse } from '#kernel/errors.ts'
import type { Viewing } from '#kernel/private-time.ts'
import { requireTerm } from '#kernel/sight.ts'
import { readMessages, readMessagesBetween, readPositions, readTelemetry } from '#tracking/messages/actions.ts'
import type { Telemetry } from '#tracking/messages/message.ts'
import {
  listUnitOwners,
  listUnits,
  readConnections,
  readKnownUnit,
  readUsage,
  requireChannel,
  requireTools,
  unitSorts,
} from '#tracking/units/actions.ts'
import type { Unit } from '#tracking/units/unit.ts'

interface AppPlan {
  readonly id: string | null
  readonly appId: AppId
  readonly name: string
  readonly description: string | null
  readonly quotas: Readonly<Record<string, number>>
  readonly usage: Readonly<Record<string, number>>
  readonly unitLimits: UnitLimits
  readonly modules: readonly string[]
}

export interface Me {
  readonly account: Account
  readonly user: Person
  readonly company: Company
  readonly brand: Brand
  readonly apps: readonly AppId[]
  readonly plans: readonly AppPlan[]
  readonly session: Session
  readonly hasFactor: boolean
  /** When the account is deleted at its client's request. */
  readonly eraseAt: Date | null
  /** For a dealer who may see what is hidden from the client. */
  readonly hiddenModules: readonly string[] | undefined
}

export async function readMe(call: ClientCall): Promise<Me> {
  const { apps, session } = call
  const account = await readAccount(call, call.account)
  const plans: AppPlan[] = []
  const usage = await readUsage(call)
  const geofence = await countGeofences(call)
  for (const app of apps) {
    const own = usage.filter(({ appId }) => appId === app)
    const used = Object.fromEntries(own.map(({ quota, units }) => [quota, units]))
    const unit_storage = Math.max(0, ...own.map(({ storageKib }) => storageKib))
    plans.push(await planIn(call, account, app, { ...used, geofence, unit_storage }))
  }
  const isBehind = mayInside(session, 'client.view-hidden')
  const known = plans.flatMap(({ modules }) => modules)
  return {
    account,
    user: await readPerson(call, call.user),
    company: await readCompany(call),
    brand: await readBrand(call),
    apps,
    plans,
    session,
    eraseAt: await readPending(call, call.account),
    hasFactor: await hasFactor(call, { userId: call.user }),
    hiddenModules: isBehind ? [...new Set(apps.flatMap(modulesIn))].filter((name) => !known.includes(name)) : undefined,
  }
}

const modulesIn = (app: AppId): readonly string[] =>
  isOwned(app) ? everyOwnedModule : modulesOf(app).map(({ name }) => name)

/** A managed account has a client plan, an owned one a subscription. */
async function planIn(call: ClientCall, account: Account, app: AppId, used: Record<string, number>): Promise<AppPlan> {
  const usageOf = (quotas: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.keys(quotas).map((name) => [name, used[name] ?? 0]))
  if (account.clientPlanId !== null) {
    const plan = await readPlan(call, account.clientPlanId)
    const given = (await readGiven(call, account.id)) ?? plan
    return { ...plan, ...given, appId: app, usage: usageOf(given.quotas), unitLimits: plan }
  }
  const plan = await currentPlan(call, account, app)
  const { name, data } = plan
  const quotas = limitsIn(data)
  const what = { quotas, usage: usageOf(quotas), unitLimits: plan, modules: ownedModules(data) }
  return { id: null, appId: app, name, description: null, ...what }
}

export function setServiceMode(call: ClientCall, app: string, isEnabled: boolean): Promise<Account> {
  const isOwn = call.apps.includes(app as AppId)
  call.validate(isOwn ? [] : [invalidField('app_id', 'app_id must be an application of the account.')])
  return switchSupportAccess(call, app as AppId, isEnabled)
}

export { unitSorts }
export const listOwnUnits = (call: ClientCall, ids: readonly number[] | undefined, page: Page): Promise<Unit[]> =>
  listUnits(call, { ids, accountIds: [call.account] }, page)

export const everyOwnUnit = (call: ClientCall): AsyncGenerator<Unit> =>
  everyItem(unitSorts.id!, (page) => listOwnUnits(call, undefined, page))

/** A unit of another account does not exist here. Includes units whose term has ended: their reports are hidden. */
export async function readOwnUnit(call: ClientCall, id: number): Promise<Unit> {
  const unit = await readKnownUnit(call, id)
  return unit.accountId === call.account ? unit : notFound('unit')
}

/** What the unit reports, only while it is paid for. */
async function requireReports(call: ClientCall, id: number): Promise<void> {
  await readOwnUnit(call, id)
  requireTerm(call, id)
}

/** Where its tracker must connect; a tag connects nowhere. */
export const readOwnUnitForSetup = async (call: ClientCall, id: number): Promise<Unit> =>
  requireTools(requireChannel(await readOwnUnit(call, id)))

export const readOwnConnections = async (call: ClientCall, id: number) =>
  readConnections(call, await readOwnUnit(call, id))

export async function readOwnTelemetry(call: ClientCall, id: number): Promise<Telemetry> {
  await requireReports(call, id)
  return readTelemetry(call, id)
}

export interface MessagesQuestion {
  readonly from: number | undefined
  readonly to: number | undefined
  readonly count: number
  readonly isNewestFirst: boolean
}

export async function readOwnMessages(call: ClientCall, id: number, question: MessagesQuestion): Promise<Buffer> {
  const { from, to, count, isNewestFirst } = question
  await requireReports(call, id)
  if (from === undefined && to === undefined) return readMessages(call, id, count, isNewestFirst)
  const range = { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER }
  if (range.from > range.to) refuse('INVALID_QUERY', 'from must not be after to.', 'from')
  return readMessagesBetween(call, id, range, count, isNewestFirst)
}

/** For a page opened with a support link: the key becomes its cookie. */
export async function enterSupportSession(ctx: Pick<PublicCall, 'db' | 'clock' | 'site'>, key: string) {
  const session = await findSession(ctx, key)
  if (session === 'expired') return refuse('TOKEN_EXPIRED', 'This link expired after one hour. Ask for a new one.')
  if (!session || session.kind === 'client' || !isServedAt(ctx.site, session.dealerId)) {
    return refuse(
      'INVALID_TOKEN',
      'This link is no longer valid: the client ended support access, or the session was ended.',
    )
  }
  return { session, apps: appsOf(session) }
}

export interface LivePosition {
  readonly unitId: number
  readonly accountId: number
  readonly appId: string
  readonly position: object
  readonly timestamp: number
}

/** Current positions of units of these accounts: of the given units, or of all. */
export async function livePositions(
  ctx: Pick<Context, 'db'> & Viewing,
  accountIds: readonly number[],
  unitIds: readonly number[] | undefined,
): Promise<LivePosition[]> {
  const owners = new Map((await listUnitOwners(ctx, accountIds, unitIds)).map((owner) => [owner.id, owner]))
  const positions = owners.size === 0 ? [] : await readPositions(ctx, [...owners.keys()])
  return positions.map((one) => {
    const { accountId, appId } = owners.get(one.unitId) as { accountId: number; appId: string }
    return { ...one, accountId, appId }
  })
}

export const listOwnBills = (call: ClientCall) => listClientBills(call, call.account)
