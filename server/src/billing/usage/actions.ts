/**
 * Which plans and units a client had, and when. What exists is read where it is; what is removed is recorded here, in
 * the transaction that removes it (docs/decisions/0090).
 */
import type { Context } from '#kernel/context.ts'
import * as store from './store.ts'

export type { Usage } from './store.ts'

/** Called before a unit is deleted. */
export async function recordUnitLeaving(ctx: Pick<Context, 'db' | 'clock'>, unitId: number): Promise<void> {
  const now = ctx.clock.now()
  await store.insertFormerUnit(ctx.db, unitId, now)
  await store.insertUnitDeparture(ctx.db, unitId, now)
}

/** Called before an account is deleted or moves to another dealer, for the figures of the dealer it leaves. */
export const recordAccountLeaving = (ctx: Pick<Context, 'db' | 'clock'>, accountId: number): Promise<void> =>
  store.insertAccountDeparture(ctx.db, accountId, ctx.clock.now())

/** Called before an account changes its plan. */
export const recordPlanLeft = (ctx: Pick<Context, 'db' | 'clock'>, accountId: number): Promise<void> =>
  store.insertFormerPlan(ctx.db, accountId, ctx.clock.now())

export const readUsages = (ctx: Pick<Context, 'db'>, wanted: readonly store.Wanted[]) =>
  store.readUsages(ctx.db, wanted)
