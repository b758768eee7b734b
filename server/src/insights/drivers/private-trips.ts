/**
 * Keeps private times consistent with trips, with what people entered about them, and with drivers, in the transaction
 * of whatever changes one of these: nothing private can be read in between.
 */
import type { Context } from '#kernel/context.ts'
import { readClaims } from './claims.ts'
import * as store from './private-store.ts'
import { kindOf, type LogbookSettings, markOf, settingsAt } from './trip-kind.ts'
import { driverOf } from './who-drove.ts'

type Ctx = Pick<Context, 'db'>

/** From a time on, for units with a change then. Most have no logbook, and need one small query. */
export async function refreshPrivate(
  ctx: Ctx,
  units: readonly { readonly unitId: number; readonly from: number }[],
): Promise<void> {
  if (units.length === 0) return
  const settings = await store.lockSettings(
    ctx.db,
    units.map(({ unitId }) => unitId),
  )
  const byUnit = Map.groupBy(settings, ({ unitId }) => unitId)
  for (const { unitId, from } of units) {
    const own = byUnit.get(unitId)
    if (own) await refreshUnit(ctx, unitId, from, own)
  }
}

/** Entries about a unit's trips are made one after the other. */
export const lockLogbook = async ({ db }: Ctx, unitId: number): Promise<void> => {
  await store.lockSettings(db, [unitId])
}

/** The driver may differ now, at any time. */
export async function refreshPrivateOf(ctx: Ctx, accountId: number): Promise<void> {
  const units = await store.unitsWithLogbook(ctx.db, accountId)
  await refreshPrivate(
    ctx,
    units.map((unitId) => ({ unitId, from: Number.NEGATIVE_INFINITY })),
  )
}

async function refreshUnit({ db }: Ctx, unitId: number, from: number, settings: readonly LogbookSettings[]) {
  const account = settings[0]!.accountId
  const start = await store.startBefore(db, unitId, from)
  const trips = await store.listTripsFrom(db, unitId, start)
  const [first, last] = [trips[0]?.t0 ?? 0, trips.at(-1)?.t1 ?? 0]
  const marks = await store.listMarks(db, account, unitId, first)
  const claims = (await readClaims({ db, account }, [unitId], first, last))(unitId)
  const fresh = trips.flatMap((trip, index): store.FreshStretch[] => {
    const own = settingsAt(settings, trip.t0)
    if (!own || kindOf(own, markOf(marks, trip), trip) !== 'private') return []
    const driverId = driverOf(claims, trip.t0, trip.t1)?.driverId ?? null
    return [{ t0: trip.t0, t1: trips[index + 1]?.t0 ?? null, driverId, keeperId: own.keeperId }]
  })
  await store.replaceFrom(db, unitId, start, fresh)
}
