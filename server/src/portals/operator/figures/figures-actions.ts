/** The installation's figures: counted every hour, stored per day. */
import type { Context } from '#kernel/context.ts'
import { dayAfter, dayIn } from '#kernel/time/day.ts'
import { readPlatformGrowth } from '../../dashboard/figures-actions.ts'
import { courseDays, type Forecast, forecastOf, type Use, type UseOfDay } from './figures.ts'
import * as store from './figures-store.ts'

const daysShown = 90
const dealersShown = 100
const keptDays = 800

type Looking = Pick<Context, 'db' | 'clock'>
const todayOf = ({ clock }: Looking) => dayIn('UTC', clock.now())

/** The usage of each dealer, for monitoring. */
export const readDealerUse = ({ db, clock }: Looking) => store.readDealerUse(db, clock.now())

export const keepDay = (ctx: Looking): Promise<number> => store.keepDay(ctx.db, todayOf(ctx), ctx.clock.now())

export const forgetDays = (ctx: Looking, most: number): Promise<number> =>
  store.removeDaysBefore(ctx.db, dayAfter(todayOf(ctx), -keptDays), most)

export interface DealerFigures extends Use {
  readonly id: number
  readonly name: string
  readonly forecast: Forecast | null
}

export interface PlatformFigures extends Awaited<ReturnType<typeof readPlatformGrowth>> {
  readonly days: readonly UseOfDay[]
  readonly forecast: Forecast | null
  readonly dealers: readonly DealerFigures[]
  readonly dealersTotal: number
}

export async function readPlatformFigures(ctx: Looking): Promise<PlatformFigures> {
  const today = todayOf(ctx)
  const [growth, days, largest] = await Promise.all([
    readPlatformGrowth(ctx),
    store.listDays(ctx.db, dayAfter(today, 1 - daysShown)),
    store.listLargest(ctx.db, dayAfter(today, 1 - courseDays), dealersShown),
  ])
  return {
    ...growth,
    days,
    forecast: forecastOf(days),
    dealers: largest.map(({ sizes, total: _, ...dealer }) => ({ ...dealer, forecast: forecastOf(sizes) })),
    dealersTotal: largest[0]?.total ?? 0,
  }
}
