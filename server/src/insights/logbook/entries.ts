/** The entries of a unit's logbook: computed from its trips while a month is open, and as stored once it is closed. */
import type { ClientCall } from '#identity/sessions/call.ts'
import { countsAll } from '#kernel/private-time.ts'
import { dateOf, momentAt } from '#kernel/time/zone.ts'
import { firstTime } from '#tracking/messages/actions.ts'
import { withAddresses } from '../addresses/actions.ts'
import { withDrivers } from '../drivers/claims.ts'
import { kindOf, type LogbookSettings, markOf, settingsAt } from '../drivers/trip-kind.ts'
import { mileageAt } from '../maintenance/actions.ts'
import type { Stretch } from '../projections/stretch.ts'
import { tripsBetween } from '../trips/actions.ts'
import { isOpen, isShort, spotsOf } from '../trips/trip.ts'
import { type Asking, type Entry, type Note, notesOf, type SeenEntry, seenBy } from './entry.ts'
import * as store from './store.ts'

type Reader = Pick<ClientCall, 'db' | 'account'>

function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/**
 * The first second of an open month, and of the next. It meets its closed neighbours, which may have been closed by the
 * clock of another zone: each trip is in one month.
 */
export function stretchOf(month: string, zone: string, closed: readonly store.ClosedMonth[]): Stretch {
  const next = monthAfter(month)
  const before = closed.find((one) => monthAfter(one.month) === month)
  const after = closed.find((one) => one.month === next)
  return { from: before?.t1 ?? momentAt(zone, `${month}-01`, 0), to: after?.t0 ?? momentAt(zone, `${next}-01`, 0) }
}

export const monthAt = (zone: string, t: number): string => dateOf(zone, t).slice(0, 7)

const tenth = (value: number): number => Math.round(value * 10) / 10
const hundredth = (value: number): number => Math.round(value * 100) / 100

/** From current trips, marks and drivers, for trips that began in a time range. Hides nothing. */
export async function entriesNow(
  ctx: Reader,
  unitId: number,
  settings: readonly LogbookSettings[],
  stretch: Stretch,
): Promise<Entry[]> {
  const { from, to } = stretch
  const found = await tripsBetween({ ...ctx, ...countsAll }, [unitId], stretch, ['trip'])
  const own = found.flatMap((trip) => {
    const kept = settingsAt(settings, trip.t0)
    return kept && trip.t0 >= from && trip.t0 < to && !isShort(trip) ? [{ ...trip, kept }] : []
  })
  if (own.length === 0) return []
  const end = own.reduce((last, { t1 }) => Math.max(last, t1), to)
  const marks = await store.listMarks(ctx.db, ctx.account, unitId, from, end)
  const counterAt = await countersOf(ctx, unitId, own[0]!.t0, to)
  const named = await withAddresses(ctx, await withDrivers(ctx, own), spotsOf)
  return named.map(({ kept, ...trip }) => {
    const mark = markOf(marks, trip)
    const endKm = counterAt(trip.t0)
    const km = hundredth(trip.metres / 1000)
    return {
      ...{ tripId: trip.id, unitId, t0: trip.t0, t1: trip.t1, isOpen: isOpen(trip), km },
      ...{
        startKm: endKm === null ? null : tenth(Math.max(0, endKm - km)),
        endKm: endKm === null ? null : tenth(endKm),
      },
      ...{ kind: kindOf(kept, mark, trip), isUsual: (mark?.kind ?? null) === null },
      ...{ purpose: mark?.purpose ?? null, partner: mark?.partner ?? null },
      ...{ driverId: trip.driver?.id ?? null, driverName: trip.driver?.name ?? null, keeperId: kept.keeperId },
      ...{ from: trip.addresses[0] ?? null, to: isOpen(trip) ? null : (trip.addresses[1] ?? null) },
    }
  })
}

/** Counted back from the end of the last trip: the counter at the end of the trip that began at a time. */
async function countersOf(ctx: Reader, unitId: number, from: number, to: number) {
  const { end, metres, trips } = await store.readDriven(ctx.db, unitId, from, to)
  let left = (await mileageAt(ctx, unitId, end)) - metres / 1000
  const after = new Map<number, number>()
  for (const trip of trips) {
    after.set(trip.t0, left)
    left -= trip.metres / 1000
  }
  // A counter that was never set counts from the first trip, and one set too low would be negative.
  return (t0: number): number | null => {
    const km = after.get(t0)
    return km === undefined || km < 0 ? null : km
  }
}

/**
 * Closed ones as stored, open ones as they are now, for trips that began in a time range; as the caller may see them.
 */
export async function entriesBetween(
  call: ClientCall,
  unitId: number,
  settings: readonly LogbookSettings[],
  { from, to }: Stretch,
): Promise<SeenEntry[]> {
  const closed = await store.listMonths(call.db, call.account, unitId, from, to)
  const kept = closed.flatMap(({ entries }) => entries)
  const open = (await entriesNow(call, unitId, settings, { from, to })).filter(
    ({ t0 }) => !closed.some((month) => t0 >= month.t0 && t0 < month.t1),
  )
  const all = [...kept, ...open].filter(({ t0 }) => t0 >= from && t0 < to).sort((one, other) => one.t0 - other.t0)
  const asking = await askingOf(call, all)
  const isKept = new Set(kept)
  return all.map((entry) => seenBy(entry, asking, isKept.has(entry)))
}

/** The reader, with the current logins of the drivers of some entries. */
export async function askingOf(call: ClientCall, entries: readonly Entry[]): Promise<Asking> {
  const ids = [...new Set(entries.flatMap(({ driverId }) => driverId ?? []))]
  const logins = await store.loginsOf(call.db, call.account, ids)
  return { viewer: call.viewer ?? null, role: call.session.role, loginOf: (id) => logins.get(id) ?? null }
}

/** What late data would have changed in a closed month. */
export async function readNotes(
  call: ClientCall,
  month: store.ClosedMonth,
  settings: readonly LogbookSettings[],
): Promise<Note[]> {
  const now = await entriesNow(call, month.unitId, settings, { from: month.t0, to: month.t1 })
  const first = await firstTime(call, month.unitId)
  return notesOf(month.entries, now, first)
}
