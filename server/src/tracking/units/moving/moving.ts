/** Moves the unit itself to another account. The rest is in tracking/bin. */
import type { AppId } from '#kernel/applications.ts'
import type { Call } from '#kernel/context.ts'
import { notFound } from '#kernel/errors.ts'
import { randomId } from '#kernel/ids.ts'
import { recordEvent } from '#kernel/outgoing-events/actions.ts'
import { quotaLevel } from '#kernel/outgoing-events/event.ts'
import { readKnownUnit } from '../actions.ts'
import { insertUnit, refuseUnit } from '../creating.ts'
import * as store from '../store.ts'
import { passwordLabel, quotaNameOf, type Unit } from '../unit.ts'
import * as moves from './move-store.ts'

export { unitsOwn } from './move-store.ts'

export type HeldUnit = Unit & store.UnitAccount

export interface Target {
  readonly id: number
  readonly regApps: readonly AppId[]
}

/** Both belong to the dealer, and stay locked until the transaction ends. */
export async function findForMove(
  call: Call,
  id: number,
  accountId: number,
): Promise<{ unit: HeldUnit; target: Target }> {
  // No account has an id that large, and PostgreSQL could not read it.
  const target = Number.isSafeInteger(accountId) ? await moves.holdAccounts(call.db, call, id, accountId) : undefined
  const unit = (await store.findForUpdate(call.db, call, id)) ?? notFound('unit')
  return { unit, target: target ?? notFound('account') }
}

export async function moveWithHistory(call: Call, unit: HeldUnit, accountId: number): Promise<Unit> {
  const now = call.clock.now()
  await moves.leaveBehind(call.db, unit.id)
  const moved = await moves.move(call.db, call, unit, accountId, now)
  if (!moved) return refuseUnit(call, accountId, unit.appId, [], now)
  const level = quotaLevel(moved.used, moved.quota)
  if (level) {
    const ids = { account_id: accountId, app_id: unit.appId }
    const data = { ...ids, quota: quotaNameOf(unit), used: moved.used, limit: moved.quota }
    await recordEvent(call, { dealer: call.dealer, account: accountId, type: level, data })
  }
  await store.announceChange(call.db, unit.id)
  return readKnownUnit(call, unit.id)
}

/** A new unit for the same tracker. `leave` frees its ident. */
export async function addUnitLike(
  call: Call,
  unit: HeldUnit,
  accountId: number,
  leave: () => Promise<unknown>,
): Promise<Unit> {
  const now = call.clock.now()
  const settings = await moves.findSettings(call.db, unit.id)
  await leave()
  const { dealerId, appId, name, ident, description, hwId, type, technology } = unit
  const id = randomId()
  const row = {
    ...{ id, dealerId, accountId, appId, name, ident, description, hwId, type, technology },
    ...{ category: null, createdAt: now },
  }
  if (!(await insertUnit(call, row))) return refuseUnit(call, accountId, appId, [], now)
  const { vault } = call
  const passwordSealed =
    settings.passwordSealed &&
    vault.seal(vault.open(settings.passwordSealed, passwordLabel(unit.id)), passwordLabel(id))
  await moves.copySettings(call.db, id, unit, { ...settings, passwordSealed }, now)
  await store.announceChange(call.db, id)
  return readKnownUnit(call, id)
}
