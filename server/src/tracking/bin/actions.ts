/**
 * Units that their dealer has deleted. For everybody else they are gone: their rows are put away in one place, and only
 * there, until they are put back or thirty days have passed (docs/decisions/0149).
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
import { reviveUnit } from '../units/reviving.ts'
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

/** With its history, as far as it is there. */
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
    // Rules, geofences and sensors may be others by now, and from what came last nothing was computed.
    await noteWhole(call, id)
    return unit
  })

/**
 * Its tracker had moved, and its paid days with it. They come back if the move is undone: if that unit is in the bin. Of two
 * units that are both there, one has them. If that unit is gone for good, nobody else has them.
 */
async function takeTermBack(call: Call, { id, accountId, deletedAt }: store.HeldUnit, from: number): Promise<void> {
  // Twice: it may be restored by somebody else just now.
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

/** The account belongs to another dealer now, and what this one had deleted is not the next one's to restore. */
export async function emptyBinOf(ctx: Pick<Context, 'db'>, accountId: number): Promise<void> {
  for (const unitId of await store.removeOfAccount(ctx.db, accountId)) await forgetUnit(ctx, unitId)
}

/** Their rows first, which may be many. Messages are left without a unit, and are removed as such (messages/upkeep.ts). */
export async function emptyBin(ctx: ActorContext, most: number): Promise<number> {
  const now = ctx.clock.now()
  const rows = await store.removeEndedRows(ctx.db, now, most)
  if (rows === most) return rows
  const ended = await store.listEnded(ctx.db, now, most)
  await forgetQuarantined(ctx, ended)
  await store.removeUnits(ctx.db, ended)
  return rows + ended.length
}

/** The paid days of a unit that is in the bin are with another one, so that they are there once. */
export const passTerm = (call: Pick<Call, 'db' | 'dealer'>, from: number, to: number): Promise<void> =>
  store.passTerm(call.db, call.dealer, from, to)

export const forgetTakers = (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> =>
  store.forgetTakers(ctx.db, accountId)

export const nextEnd = (ctx: Pick<Context, 'db'>): Promise<Date | undefined> => store.nextEnd(ctx.db)
