/**
 * Units that their dealer has deleted. For everyone else they are gone: their rows are stored in one place until they
 * are restored or thirty days have passed (docs/decisions/0149).
 */
import { endTerm, giveTerm, holdTerm, recordRestored, settleRestored } from '#billing/usage/terms.ts'
import { requireAccess } from '#identity/access/access.ts'
import type { Page } from '#kernel/api/lists.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { notFound } from '#kernel/errors.ts'
import { forgetQuarantined, forgetUnit, noteWhole } from '../messages/actions.ts'
import { removeUnit, type Unit } from '../units/actions.ts'
import { reviveUnit } from '../units/moving/reviving.ts'
import { type BinnedUnit, endOf } from './binned-unit.ts'
import * as store from './store.ts'

/** By its dealer. */
export const binUnit = (call: Call, id: number): Promise<number> => removeUnit(call, id, 'units.remove', putAway)

async function putAway(call: Call, unit: Unit): Promise<void> {
  const now = call.clock.now()
  await store.insert(call.db, unit, call.actor, now, endOf(now))
}

export const binSorts = store.sorts
export const listBinned = (call: Call, filter: store.BinFilter, page: Page): Promise<BinnedUnit[]> =>
  store.list(call.db, call, filter, page, call.clock.now())

async function hold(call: Call, id: number): Promise<store.HeldUnit> {
  const unit = (await store.findForUpdate(call.db, call, id, call.clock.now())) ?? notFound('deleted unit')
  requireAccess('units.remove', unit.holder, unit.appId)
  call.validate()
  return unit
}

/** With its history, as far as it exists. */
export const restoreUnit = (caller: Call, id: number): Promise<Unit> =>
  inTransaction(caller, async (call) => {
    const kept = await hold(call, id)
    const unit = await reviveUnit(call, kept, () => store.putRowsBack(call.db, id))
    await store.remove(call.db, id)
    if (kept.termUnitId !== null) {
      const before = await holdTerm(call, id)
      await takeTermBack(call, kept, kept.termUnitId)
      await recordRestored(call, before, await holdTerm(call, id), kept.termUnitId)
    }
    await settleRestored(call, id)
    // Rules, geofences and sensors may have changed by now, and nothing was computed from the last messages.
    await noteWhole(call, id)
    return unit
  })

/**
 * Its tracker had moved, with its paid days. They return if the move is undone, that is, if that unit is in the bin. If
 * both units exist, one of them has the days. If that unit is deleted for good, nobody else has them.
 */
async function takeTermBack(call: Call, { id, accountId, deletedAt }: store.HeldUnit, from: number): Promise<void> {
  // Checked again: someone else may be restoring it just now.
  for (let tries = 0; tries < 2; tries++) {
    if (await store.isThere(call.db, call.dealer, from)) return endTerm(call, id, deletedAt)
    const term = await store.findTerm(call.db, call.dealer, from)
    if (!term) continue
    await giveTerm(call, { ...term, unitId: id, accountId })
    return store.passTerm(call.db, call.dealer, from, id)
  }
}

/** At once, with its messages. */
export const removeForGood = (caller: Call, id: number): Promise<number> =>
  inTransaction(caller, async (call) => {
    const { holder: _, ...before } = await hold(call, id)
    await store.remove(call.db, id)
    await forgetUnit(call, id)
    await recordChange(call, { dealer: call.dealer, action: 'units.remove-for-good', subject: id, before })
    return id
  })

/** The account belongs to another dealer now, who must not restore what this one has deleted. */
export async function emptyBinOf(ctx: Pick<Context, 'db'>, accountId: number): Promise<void> {
  for (const unitId of await store.removeOfAccount(ctx.db, accountId)) await forgetUnit(ctx, unitId)
}

/** Their rows first, which may be many. Messages are left without a unit, and removed as such (messages/upkeep/upkeep.ts). */
export async function emptyBin(ctx: ActorContext, most: number): Promise<number> {
  const now = ctx.clock.now()
  const rows = await store.removeEndedRows(ctx.db, now, most)
  if (rows === most) return rows
  const ended = await store.listEnded(ctx.db, now, most)
  await forgetQuarantined(ctx, ended)
  await store.removeUnits(ctx.db, ended)
  return rows + ended.length
}

/** The paid days of a unit in the bin are with another one, so that they exist once. */
export const passTerm = (call: Pick<Call, 'db' | 'dealer'>, from: number, to: number): Promise<void> =>
  store.passTerm(call.db, call.dealer, from, to)

export const forgetTakers = (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> =>
  store.forgetTakers(ctx.db, accountId)

export const nextEnd = (ctx: Pick<Context, 'db'>): Promise<Date | undefined> => store.nextEnd(ctx.db)
