/** Watches units: which report for the first time, and which have fallen silent. It adds no cost to messages. */

import type { Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { seconds } from '../time/clock.ts'
import { type OutgoingEvent, recordEvent } from './actions.ts'
import * as store from './watch-store.ts'

type Watching = Pick<Context, 'db' | 'clock' | 'config'>

const batch = 500
const hourMs = 3_600_000

const patienceOf = ({ config }: Watching) => config.unitSilentHours * hourMs
const later = (time: Date, ms: number) => new Date(time.getTime() + ms)

async function untilDone(work: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const done = await work()
    total += done
    if (done < batch) return total
  }
}

const eventOf = (unit: store.WatchedUnit, type: 'unit.first_message' | 'unit.silent'): OutgoingEvent => ({
  dealer: unit.dealerId,
  account: unit.accountId,
  type,
  data: { account_id: unit.accountId, unit_id: unit.unitId, last_active: seconds(unit.lastActive) },
})

export const emitFirstMessages = (watching: Watching): Promise<number> =>
  untilDone(() =>
    inTransaction(watching, async (ctx) => {
      const units = await store.takeHeard(ctx.db, batch)
      if (units.length === 0) return 0
      for (const unit of units) await recordEvent(ctx, eventOf(unit, 'unit.first_message'))
      const watches = units.map(({ unitId, lastActive }) => ({
        unitId,
        checkAt: later(lastActive, patienceOf(ctx)),
        silentSince: null,
      }))
      await store.save(ctx.db, watches, ctx.clock.now())
      return units.length
    }),
  )

/**
 * A unit is checked when it would have been silent for long enough. A unit that sends never is, so it is checked again
 * a day after its last message. A silent one is checked every hour, until it reports again.
 */
export const emitSilentUnits = (watching: Watching): Promise<number> =>
  untilDone(() =>
    inTransaction(watching, async (ctx) => {
      const now = ctx.clock.now()
      const units = await store.takeDue(ctx.db, now, batch)
      if (units.length === 0) return 0
      const watches: store.Watch[] = []
      for (const unit of units) {
        const { unitId, lastActive, silentSince } = unit
        const silentAt = later(lastActive, patienceOf(ctx))
        if (silentAt > now) watches.push({ unitId, checkAt: silentAt, silentSince: null })
        else {
          if (silentSince?.getTime() !== lastActive.getTime()) await recordEvent(ctx, eventOf(unit, 'unit.silent'))
          watches.push({ unitId, checkAt: later(now, hourMs), silentSince: lastActive })
        }
      }
      await store.save(ctx.db, watches, now)
      return units.length
    }),
  )

export const nextSilence = (ctx: Pick<Context, 'db'>): Promise<Date | undefined> => store.nextDue(ctx.db)
