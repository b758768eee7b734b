import { recordDeparture } from '#billing/invoices/actions.ts'
import { unitLimitsOf } from '#billing/subscriptions/actions.ts'
import { recordUnitLeaving } from '#billing/usage/actions.ts'
import { type Operation, requireAccess } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import type { Page } from '#kernel/api/lists.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { invalidField, notFound, type Problem, refuse } from '#kernel/errors.ts'
import { randomId } from '#kernel/ids.ts'
import { isKnown, requireTerm } from '#kernel/sight.ts'
import { forgetGateway, forgetUnit, readMessageParts, readTelemetry } from '../messages/actions.ts'
import type { Telemetry } from '../messages/message.ts'
import { holderOf, readable } from './access.ts'
import { read as readCounts, type UnitCount } from './counts/counts-store.ts'
import { identIsFree, insertUnit, isValid, refuseUnit } from './creating.ts'
import { countingForeign } from './foreign.ts'
import { withOwnTokens, withTokens } from './links/tokens.ts'
import * as store from './store.ts'
import * as tags from './tags/tag-store.ts'
import * as tracked from './tracked-store.ts'
import {
  type ExtraField,
  hardwareProblems,
  identOf,
  identProblems,
  isKnownHardware,
  isPassive,
  passwordLabel,
  passwordProblems,
  technologyOfNew,
  typeOfNew,
  type Unit,
} from './unit.ts'

export interface NewUnit {
  readonly accountId: number
  readonly appId: string
  readonly name: string
  readonly ident: string
  readonly hwId: number
  readonly description: string | undefined
}

export { findLinked } from './links/link-store.ts'
export { followSetupLink } from './links/setup-link.ts'
export { holdForLinks, linkLabel, readForLinks, saveLinks } from './links/tokens.ts'
export { addTag, changeTag, holdUnit, noteMessageParams, saveBackLink } from './tags/tag-actions.ts'
export {
  changeProtocolSettings,
  findProtocolSettings,
  readConnections,
  readSourceNetworks,
  readUnitConnections,
  readUnitForChannel,
  readUnitForSetup,
  readUnitTraffic,
  requireChannel,
  requireTools,
  setSourceNetworks,
} from './tools.ts'
export type { TrackedUnit } from './tracked-store.ts'
export type { Unit } from './unit.ts'

/** `hardwareRule`: an additional check of the hardware. */
export async function createUnit(
  call: Call,
  input: NewUnit,
  hardwareRule: (hwId: number) => readonly Problem[] = () => [],
): Promise<Unit> {
  const now = call.clock.now()
  const app = call.apps.find((known) => known === input.appId) ?? null
  // No account has an id that large, and PostgreSQL could not read it.
  if (!Number.isSafeInteger(input.accountId)) notFound('account')
  const ident = identOf(input.ident)
  const problems = [
    ...identProblems(ident),
    ...hardwareProblems(input.hwId),
    ...(isKnownHardware(input.hwId) ? hardwareRule(input.hwId) : []),
  ]
  if (app !== null && isValid(call, problems)) {
    const row = {
      id: randomId(),
      dealerId: call.dealer,
      accountId: input.accountId,
      appId: app,
      name: input.name,
      ident,
      description: input.description ?? '',
      hwId: input.hwId,
      type: typeOfNew(app),
      technology: technologyOfNew(app),
      category: null,
      createdAt: now,
    }
    const unit = await countingForeign(call, ident, () => identIsFree(() => insertUnit(call, row)))
    if (unit) return unit
  }
  return refuseUnit(call, input.accountId, app, problems, now)
}

/** The unit, for callers who may see what it reports. */
export async function readUnit(call: Call, id: number): Promise<Unit> {
  const unit = await readKnownUnit(call, id)
  requireTerm(call, id)
  return unit
}

/** What the unit is, even after its term has ended. */
export const readKnownUnit = async (call: Call, id: number): Promise<Unit> =>
  withOwnTokens(call, (await store.find(call.db, call, id)) ?? notFound('unit'))

export const unitSorts = store.sorts
export const listUnits = async (call: Call, filter: store.UnitFilter, page: Page): Promise<Unit[]> =>
  withTokens(call, await store.list(call.db, call, filter, page))
/** From kept counts, unless the query filters by more than the application. */
export async function countUnits(call: Call, filter: store.UnitFilter): Promise<UnitCount> {
  const { appId, ...others } = filter
  const isOfAll = !call.sight && Object.values(others).every((one) => one === undefined)
  return (isOfAll && (await readCounts(call.db, call, appId))) || store.count(call.db, call, filter)
}

export interface UnitChange {
  readonly name?: string
  readonly ident?: string
  readonly description?: string
  readonly hwId?: number
  readonly password?: string
}

export const changeUnit = (
  caller: Call,
  id: number,
  change: UnitChange,
  by: Operation = 'units.change',
): Promise<Unit> =>
  countingForeign(caller, change.ident && identOf(change.ident), () => saveChange(caller, id, change, by))

const saveChange = (caller: Call, id: number, { password, ...input }: UnitChange, by: Operation): Promise<Unit> =>
  inTransaction(caller, async (call) => {
    const unit = (await store.findForUpdate(call.db, call, id)) ?? notFound('unit')
    requireControl(call, unit, by)
    const change = { ...input, ...(input.ident !== undefined && { ident: identOf(input.ident, unit.type) }) }
    call.validate([
      ...identProblems(change.ident),
      ...changedHardwareProblems(unit, change.hwId),
      ...passwordProblems(change.hwId ?? unit.hwId, password),
    ])
    const update = {
      ...change,
      ...(password !== undefined && { passwordSealed: call.vault.seal(password, passwordLabel(id)) }),
    }
    if (Object.keys(update).length === 0) return withOwnTokens(call, unit)
    const saved = await identIsFree(() => store.save(call.db, id, update, call.clock.now()))
    const after = { ...saved, lastActive: unit.lastActive }
    await store.announceChange(call.db, id)
    await recordChange(call, {
      dealer: call.dealer,
      action: 'units.change',
      subject: id,
      before: unit,
      after: { ...after, passwordChanged: password !== undefined },
    })
    return withOwnTokens(call, after)
  })

/** The client's own notes about a unit. */
export const setExtraData = (caller: ClientCall, id: number, fields: readonly ExtraField[]): Promise<Unit> =>
  inTransaction(caller, async (call) => {
    const before = await store.findForUpdate(call.db, call, id)
    if (before?.accountId !== call.account) return notFound('unit')
    call.validate()
    await requireRoomForFields(call, before, fields.length)
    const saved = await store.save(call.db, id, { extraData: JSON.stringify(fields) }, call.clock.now())
    const after = { ...saved, lastActive: before.lastActive }
    await recordChange(call, { dealer: call.dealer, action: 'units.set-extra-data', subject: id, before, after })
    return withOwnTokens(call, after)
  })

/** A unit that exceeds the plan's limit keeps them, and can have fewer. */
async function requireRoomForFields(call: ClientCall, unit: Unit, count: number): Promise<void> {
  const { unitExtraFields: most } = await unitLimitsOf(call, unit.accountId, unit.appId)
  const held = Array.isArray(unit.extraData) ? unit.extraData.length : 0
  if (most === null || count <= Math.max(most, held)) return
  const allowed = most === 1 ? 'one extra field' : `${most} extra fields`
  refuse('QUOTA_EXCEEDED', `Your plan allows ${allowed} per unit. Remove some, or get a larger plan.`, 'extra_data')
}

function changedHardwareProblems(unit: Unit, hwId: number | undefined): Problem[] {
  if (!isPassive(unit)) return hardwareProblems(hwId)
  const isSame = hwId === undefined || hwId === unit.hwId
  return isSame ? [] : [invalidField('hw_id', `hw_id of a unit of type ${unit.type} cannot be changed.`)]
}

/** The client who owns the account by its row of the access table, only for its own units; the dealer by another. */
function requireControl(call: Call & Partial<ClientCall>, unit: Unit & store.UnitAccount, by: Operation): void {
  const isOwner = by === ownerRow
  if (isOwner && unit.accountId !== call.account) notFound('unit')
  requireAccess(by, holderOf(unit), unit.appId, isOwner ? call.session?.kind : 'dealer')
}

const ownerRow = 'client.manage-units'
export const changeOwnUnit = (call: ClientCall, id: number, change: UnitChange): Promise<Unit> =>
  changeUnit(call, id, change, ownerRow)
export const removeOwnUnit = (call: ClientCall, id: number): Promise<number> => removeUnit(call, id, ownerRow)

/**
 * Deletes its messages too, so that the next unit with this ident starts empty. With `putAway` the caller keeps what it
 * needs to restore the unit.
 */
export const removeUnit = (
  caller: Call,
  id: number,
  by: Operation = 'units.remove',
  putAway?: (call: Call, unit: Unit) => Promise<void>,
): Promise<number> =>
  inTransaction(caller, async (call) => {
    const unit = (await store.findForUpdate(call.db, call, id)) ?? notFound('unit')
    requireControl(call, unit, by)
    await recordDeparture(call, { unit: id })
    await recordUnitLeaving(call, id)
    await (putAway ? putAway(call, unit) : forgetUnit(call, id))
    if (isPassive(unit)) await tags.unlink(call.db, id, call.clock.now())
    if (unit.type === 'gateway') await forgetGateway(call, unit.accountId, id)
    await store.remove(call.db, unit)
    if (unit.type === 'sensor') await tags.ban(call.db, unit.accountId, unit.ident)
    await store.announceChange(call.db, id)
    await recordChange(call, { dealer: call.dealer, action: 'units.remove', subject: id, before: unit })
    return id
  })

export async function readUnitMessages(call: Call, id: number, count: number, isNewestFirst: boolean) {
  await readable(call, id, 'units.read-messages')
  return readMessageParts(call, id, count, isNewestFirst)
}

export async function readUnitTelemetry(call: Call, id: number): Promise<Telemetry> {
  await readable(call, id, 'units.read-telemetry')
  return readTelemetry(call, id)
}

/** Counters that differ from the number of units. Empty unless something is broken. */
export const listMiscounted = (ctx: Pick<Context, 'db'>) => store.listMiscounted(ctx.db)

/** Models of units that the catalogue does not have. Empty unless a model was removed from it. */
export const listUnknownModels = async (ctx: Pick<Context, 'db'>): Promise<number[]> =>
  (await store.listModels(ctx.db)).filter((hwId) => !isKnownHardware(hwId))

/** Whether the key opens a sealed password; undefined: there is none. */
export async function canOpenPasswords({ db, vault }: Pick<Context, 'db' | 'vault'>): Promise<boolean | undefined> {
  const sealed = await store.findSealed(db)
  if (!sealed?.passwordSealed) return undefined
  try {
    vault.open(sealed.passwordSealed, passwordLabel(sealed.id))
    return true
  } catch {
    return false
  }
}

/** Moves the units of an account to another dealer. */
export const moveUnits = (ctx: Pick<Context, 'db' | 'clock'>, accountId: number, dealer: number): Promise<void> =>
  store.move(ctx.db, accountId, dealer, ctx.clock.now())

/** For the gateway, which serves trackers of every dealer. */
export const findByIdent = (ctx: Pick<Context, 'db'>, ident: string): Promise<tracked.TrackedUnit | undefined> =>
  tracked.findByIdent(ctx.db, ident)

/** For the gateway: those of these units that are restricted to source networks. */
export const listSources = (ctx: Pick<Context, 'db'>, unitIds: readonly number[]) =>
  tracked.listSources(ctx.db, unitIds)

/** Whether the tracker's last connection was encrypted. */
export const noteTls = (ctx: Pick<Context, 'db'>, unitId: number, tls: boolean): Promise<void> =>
  tracked.saveTls(ctx.db, unitId, tls)

/** What an account has used of its quotas, by application; a person with an access list counts what is on it. */
export const readUsage = (call: ClientCall) => store.usageOf(call.db, call.account, call)

/** The accounts and applications of units. */
export const listUnitOwners = (ctx: Pick<Context, 'db'>, accountIds: readonly number[], unitIds?: readonly number[]) =>
  store.listUnitOwners(ctx.db, accountIds, unitIds)

/** Unit ids from a client must be its own; a missing one and another client's get the same answer. */
export async function requireOwnUnits(call: ClientCall, unitIds: readonly number[]): Promise<void> {
  const owners = unitIds.length === 0 ? [] : await listUnitOwners(call, [call.account], unitIds)
  const own = new Set(owners.filter((unit) => isKnown(call, unit)).map(({ id }) => id))
  if (unitIds.some((id) => !own.has(id))) notFound('unit')
}
