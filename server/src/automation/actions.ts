/** When automation looks at which account. It calls no other feature: those that change something call it. */
import type { Context } from '../context.ts'
import * as store from './store.ts'

export type { ReachedMilestone } from './store.ts'

/** Whoever changes what the machine depends on says so in the same transaction. */
export const lookAgain = (ctx: Pick<Context, 'db' | 'clock'>, accountId: number): Promise<void> =>
  store.lookAt(ctx.db, accountId, ctx.clock.now())

/** The same for all accounts on a plan. */
export const lookAgainAtPlan = (ctx: Pick<Context, 'db' | 'clock'>, planId: string): Promise<void> =>
  store.lookAtPlan(ctx.db, planId, ctx.clock.now())

export const listAccountsToLookAt = (ctx: Pick<Context, 'db' | 'clock'>, most: number): Promise<readonly number[]> =>
  store.listDue(ctx.db, ctx.clock.now(), most)

export const nextLook = (ctx: Pick<Context, 'db'>): Promise<Date | undefined> => store.nextLook(ctx.db)

/** What has happened for the due dates that these accounts have now. */
export const listReached = (ctx: Pick<Context, 'db'>, accountIds: readonly number[]) =>
  store.listReached(ctx.db, accountIds)

export const listHistory = (ctx: Pick<Context, 'db'>, accountId: number, most: number) =>
  store.listHistory(ctx.db, accountId, most)

/** Writes down what happened, and when to look next (null: not before something changes). */
export async function settleLooks(
  ctx: Pick<Context, 'db'>,
  reached: readonly store.ReachedMilestone[],
  looks: ReadonlyMap<number, Date | null>,
): Promise<void> {
  await store.insertReached(ctx.db, reached)
  await store.setLooks(ctx.db, looks)
}
