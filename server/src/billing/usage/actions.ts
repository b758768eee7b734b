/**
 * What a client had of plans and units, and when. What is there is read where it is; what goes is written down here, in
 * the transaction in which it goes (docs/decisions/0090).
 */
import type { Context } from '#kernel/context.ts'
import * as store from './store.ts'

export type { Usage } from './store.ts'

/** Said before a unit goes. */
export async function noteUnitLeaves(ctx: Pick<Context, 'db' | 'clock'>, unitId: number): Promise<void> {
  const now = ctx.clock.now()
  await store.insertFormerUnit(ctx.db, unitId, now)
  await store.insertUnitDeparture(ctx.db, unitId, now)
}

/** Said before an account goes, or goes to another dealer: for the figures of the one it leaves. */
export const noteAccountLeaves = (ctx: Pick<Context, 'db' | 'clock'>, accountId: number): Promise<void> =>
  store.insertAccountDeparture(ctx.db, accountId, ctx.clock.now())

/** Said before an account changes its plan. */
export const notePlanLeft = (ctx: Pick<Context, 'db' | 'clock'>, accountId: number): Promise<void> =>
  store.insertFormerPlan(ctx.db, accountId, ctx.clock.now())

export const readUsages = (ctx: Pick<Context, 'db'>, wanted: readonly store.Wanted[]) =>
  store.readUsages(ctx.db, wanted)
