/** What trackers sent. Entered with a unit id whose owner was already asked for. */
import type { Context } from '../context.ts'
import * as store from './store.ts'

export interface Parameter {
  readonly ts: number
  readonly value: unknown
}

/** The newest messages as the text of a JSON array, never turned into objects on the way. */
export const readMessages = (
  ctx: Pick<Context, 'db'>,
  unitId: number,
  count: number,
  isNewestFirst: boolean,
): Promise<string> => store.readNewest(ctx.db, unitId, count, isNewestFirst)

/** The latest value of each parameter. */
export const readTelemetry = (ctx: Pick<Context, 'db'>, unitId: number): Promise<Record<string, Parameter>> =>
  store.readTelemetry(ctx.db, unitId)

export const forgetUnit = (ctx: Pick<Context, 'db'>, unitId: number): Promise<void> =>
  store.removeOfUnit(ctx.db, unitId)
export const forgetAccount = (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> =>
  store.removeOfAccount(ctx.db, accountId)
