/** Where the rows of each kind come from: results of other rooms, for a few units and one time range at a time. */
import type { ClientCall } from '#identity/sessions/call.ts'
import { everyItem } from '#kernel/api/lists.ts'
import { decimalsOf } from '#kernel/money/money.ts'
import { seconds } from '#kernel/time/clock.ts'
import { scaleOf } from '#kernel/time/habits.ts'
import { spansOf } from '#kernel/time/zone.ts'
import { addressText } from '../addresses/text.ts'
import { type TripDriver, withDrivers } from '../drivers/claims.ts'
import { listStays } from '../dwell/actions.ts'
import { eventSorts, eventsOf, listGeofences, visitsOf } from '../geofences/actions.ts'
import { logbookBetween } from '../logbook/actions.ts'
import { recordsOfUnits, tasksOfUnits } from '../maintenance/actions.ts'
import { measuredBetween, sensorsOfUnits } from '../sensors/actions.ts'
import { readMoments } from '../sensors/reading.ts'
import { compiled, rounded } from '../sensors/sensor.ts'
import { readFuel, readStatistics, type Stretch, tripsBetween } from '../trips/actions.ts'
import { averageOf, type Figures } from '../trips/along/statistics.ts'
import { readSpeeding } from '../trips/roads/roads.ts'
import type { Kind as Part } from '../trips/segments/segment.ts'
import { averageKmh, isOpen, isShort, type SeenTrip, seenSpotsOf, type Trip } from '../trips/trip.ts'
import { eventText, wordsIn } from './files/words.ts'
import type { Draft, Question, Raw } from './report.ts'
import type { ReportUnit } from './store.ts'

export interface Asked {
  readonly call: ClientCall
  readonly question: Question
  readonly unitsById: ReadonlyMap<number, ReportUnit>
}

/** Rows that begin in the time range, in the given order of units, each in order of time. */
export type Source = (asked: Asked, unitIds: readonly number[], stretch: Stretch) => AsyncIterable<readonly Draft[]>

const begins = (t: number, { from, to }: Stretch): boolean => t >= from && t < to

/** Rooms return data by id or time; readers look for names. */
function inOrderOf<T extends { readonly unitId: number }>(unitIds: readonly number[], items: readonly T[]): T[] {
  const byUnit = Map.groupBy(items, ({ unitId }) => unitId)
  return unitIds.flatMap((id) => byUnit.get(id) ?? [])
}

type Driven = SeenTrip & { readonly driver: TripDriver | null }

const partsOf = (kinds: readonly Part[], draftOf: (trip: Driven, asked: Asked) => Draft | undefined): Source =>
  async function* (asked, unitIds, stretch) {
    const parts = await tripsBetween(asked.call, unitIds, stretch, kinds)
    const found = inOrderOf(unitIds, parts).filter(({ t0 }) => begins(t0, stretch))
    yield (await withDrivers(asked.call, found)).flatMap((trip) => draftOf(trip, asked) ?? [])
  }

const times = (trip: Trip) => ({ start: trip.t0, end: isOpen(trip) ? null : trip.t1 })

/** A move within a yard is not a trip, here as in the statistics. */
const trips = partsOf(['trip'], (trip) => {
  if (isShort(trip)) return undefined
  const [start_place, end_place] = seenSpotsOf(trip)
  return {
    unitId: trip.unitId,
    driverId: trip.driver?.id ?? null,
    values: {
      ...times(trip),
      driver: trip.driver?.name ?? null,
      duration: trip.t1 - trip.t0,
      moving: trip.movingSeconds,
      idle: trip.idleSeconds,
      distance: trip.metres / 1000,
      average_speed: averageKmh(trip),
      top_speed: trip.isPrivate ? null : trip.topKmh,
    },
    places: { start_place, end_place },
  }
})

/** Closed months as stored; for private trips of others only distance and time. */
const logbook: Source = async function* ({ call, question }, unitIds, stretch) {
  const words = wordsIn(question.lang)
  for (const unitId of unitIds) {
    const entries = await logbookBetween(call, unitId, stretch)
    yield entries.map(({ kind, km, ...entry }) => ({
      unitId,
      driverId: entry.driverId,
      values: {
        ...{ start: entry.t0, end: entry.isOpen ? null : entry.t1, driver: entry.driverName },
        start_place: entry.from && addressText(entry.from, question.lang),
        end_place: entry.to && addressText(entry.to, question.lang),
        ...{ odometer: entry.endKm, kind: words.tripKinds[kind], purpose: entry.purpose, partner: entry.partner },
        ...{ distance: km, [kind]: km, closed: entry.isClosed ? words.yes : null },
      },
    }))
  }
}

const stops = partsOf(['stop'], (stop) => ({
  unitId: stop.unitId,
  values: { ...times(stop), duration: stop.t1 - stop.t0, idle: stop.idleSeconds },
  places: { place: seenSpotsOf(stop)[0] },
}))

const idling = partsOf(['trip', 'stop'], (part, { question }) => {
  if (Math.round(part.idleSeconds) === 0) return undefined
  const during = wordsIn(question.lang).during[part.kind as 'trip' | 'stop']
  const values = { ...times(part), driver: part.driver?.name ?? null, during, duration: part.idleSeconds }
  const driverId = part.driver?.id ?? null
  return { unitId: part.unitId, driverId, values, places: { place: seenSpotsOf(part)[0] } }
})

const speeding: Source = async function* ({ call, question }, unitIds, stretch) {
  const words = wordsIn(question.lang)
  for (const unitId of unitIds) {
    for (const day of spansOf(question.zone, 'day', stretch.from, stretch.to)) {
      const inside = { from: Math.max(day.from, stretch.from), to: Math.min(day.to, stretch.to) }
      const { stretches } = await readSpeeding(call, unitId, inside)
      yield stretches
        .toSorted((one, other) => one.from - other.from)
        .map(({ from, to, worst }) => ({
          unitId,
          values: {
            ...{ start: from, duration: to - from, road: worst.road?.name ?? null },
            ...{ speed: worst.speed, limit: worst.limit, excess: worst.speed - worst.limit },
            basis: worst.isPosted ? words.posted : words.usual,
          },
          places: { place: { unitId, t: worst.t, lat: worst.lat, lon: worst.lon } },
        }))
    }
  }
}

const visits: Source = async function* ({ call, question }, unitIds, stretch) {
  const names = new Map((await listGeofences(call)).map(({ id, name }) => [id, name]))
  const now = seconds(call.clock.now())
  const { geofenceIds } = question
  const drafts: Draft[] = []
  const pages = await visitsOf(
    call,
    { unitIds, groupId: undefined },
    geofenceIds?.length === 1 ? geofenceIds[0] : undefined,
    stretch,
  )
  for await (const page of pages) {
    for (const { unitId, geofenceId, t0, t1, addresses } of page) {
      if (!begins(t0, stretch) || (geofenceIds && !geofenceIds.includes(geofenceId ?? ''))) continue
      const address = addresses[0] ? addressText(addresses[0], question.lang) : null
      const values = { geofence: names.get(geofenceId ?? '') ?? null, start: t0, end: t1, address }
      drafts.push({ unitId, values: { ...values, duration: Math.max(0, (t1 ?? now) - t0) } })
    }
  }
  yield inOrderOf(unitIds, drafts)
}

const events: Source = async function* ({ call, question }, unitIds, { from, to }) {
  const names = new Map((await listGeofences(call)).map(({ id, name }) => [id, name]))
  const { geofenceIds, lang } = question
  const any = { kinds: undefined, geofenceId: undefined, isAcknowledged: undefined, from, to }
  const read = await eventsOf(call, { unitIds, groupId: undefined }, any)
  const drafts: Draft[] = []
  for await (const event of everyItem(eventSorts.at!, read)) {
    const { unitId, kind, t, geofenceId, ruleName, count, acknowledgedAt, lat, lon } = event
    if (geofenceIds && !geofenceIds.includes(geofenceId ?? '')) continue
    const about = ruleName ?? (geofenceId && names.get(geofenceId)) ?? null
    const acknowledged = acknowledgedAt && seconds(acknowledgedAt)
    const place = lat === null || lon === null ? null : { unitId, t, lat, lon }
    drafts.push({
      unitId,
      values: { time: t, event: eventText(kind, lang), about, count, acknowledged },
      places: { place },
    })
  }
  yield inOrderOf(unitIds, drafts)
}

const figuresToRaw = (figures: Figures): Record<string, Raw> => ({
  trips: figures.trips,
  distance: figures.metres / 1000,
  moving: figures.movingSeconds,
  idle: figures.idleSeconds,
  stopped: figures.stopSeconds,
  silent: figures.silentSeconds,
  average_speed: averageOf(figures),
  top_speed: figures.topKmh,
})

/** Days before the first message, and units that never reported, are left out. */
const isSomething = ({ metres, movingSeconds, idleSeconds, stopSeconds, silentSeconds, trips: count }: Figures) =>
  metres + movingSeconds + idleSeconds + stopSeconds + silentSeconds + count > 0

const statistics: Source = async function* ({ call, question }, unitIds, stretch) {
  const days = spansOf(question.zone, 'day', stretch.from, stretch.to).map((day) => ({
    ...day,
    from: Math.max(day.from, stretch.from),
    to: Math.min(day.to, stretch.to),
  }))
  for await (const page of readStatistics(call, unitIds, days)) {
    yield page.flatMap(({ unitId, periods }) =>
      periods.flatMap((figures, index): Draft[] =>
        isSomething(figures) ? [{ unitId, values: { date: days[index]!.date, ...figuresToRaw(figures) } }] : [],
      ),
    )
  }
}

const summary: Source = async function* ({ call }, unitIds, stretch) {
  for await (const page of readStatistics(call, unitIds, [{ ...stretch, date: '' }])) {
    yield page.flatMap(({ unitId, total }): Draft[] =>
      isSomething(total) ? [{ unitId, values: figuresToRaw(total) }] : [],
    )
  }
}

const fuel: Source = async function* ({ call, question }, unitIds, stretch) {
  const words = wordsIn(question.lang)
  for (const unitId of unitIds) {
    const { events: found, source } = await readFuel(call, unitId, stretch)
    const { unit, of } = scaleOf(source?.unit ?? '', question.habits)
    yield found.map(({ t, lat, lon, kind, before, after, amount }) => ({
      unitId,
      values: {
        ...{ time: t, event: words.fuel[kind], measure: unit || null },
        ...{ before: of(before), after: of(after), amount: of(amount) },
      },
      places: { place: { unitId, t, lat, lon } },
    }))
  }
}

/** Percent of tanks of different sizes cannot be added up: only litres are shown. */
const consumption: Source = async function* ({ call }, unitIds, stretch) {
  for (const unitId of unitIds) {
    const { consumed, metres } = await readFuel(call, unitId, stretch)
    if (consumed?.unit !== 'l') continue
    const per_100_km = metres > 0 ? (consumed.amount / metres) * 100_000 : null
    yield [{ unitId, values: { distance: metres / 1000, consumed: consumed.amount, per_100_km } }]
  }
}

const sensors: Source = async function* ({ call, question }, unitIds, stretch) {
  const days = spansOf(question.zone, 'day', stretch.from, stretch.to)
  const known = inOrderOf(unitIds, await sensorsOfUnits(call, unitIds))
  for (const { id, unitId, name, measure } of known) {
    const { unit, of } = scaleOf(measure, question.habits)
    const quarters = await measuredBetween(call, [id], stretch)
    const byDay = Map.groupBy(quarters, ({ t }) => days.findLast(({ from }) => from <= t)?.date ?? '')
    yield [...byDay].map(([date, all]) => {
      const count = all.reduce((sum, one) => sum + one.count, 0)
      const average = all.reduce((sum, one) => sum + one.sum, 0) / count
      const [min, max] = [Math.min(...all.map((one) => one.min)), Math.max(...all.map((one) => one.max))]
      const read = { min: of(min), average: of(average), max: of(max), measure: unit }
      return { unitId, values: { date, sensor: name, ...read, count } }
    })
  }
}

const sensor_values: Source = async function* ({ call, question }, unitIds, stretch) {
  for (const unitId of unitIds) {
    const known = (await sensorsOfUnits(call, [unitId])).map(compiled)
    if (known.length === 0) continue
    for await (const page of readMoments(call, unitId, known, stretch)) {
      yield page.flatMap(({ t, values }) =>
        values.flatMap((value, index): Draft[] => {
          const { name, measure, decimals } = known[index]!.sensor
          if (value === undefined) return []
          const { unit, of } = scaleOf(measure, question.habits)
          return [{ unitId, values: { time: t, sensor: name, value: rounded(of(value), decimals), measure: unit } }]
        }),
      )
    }
  }
}

const maintenance: Source = async function* ({ call }, unitIds, { from, to }) {
  const found = await recordsOfUnits(call, unitIds, from, to)
  yield inOrderOf(unitIds, found).map(({ unitId, name, doneAt, km, hours, cost, currency, note }) => ({
    unitId,
    values: {
      ...{ service: name, time: seconds(doneAt), mileage: km, hours, note, currency: currency?.toUpperCase() ?? null },
      cost: cost === null ? null : cost / 10 ** decimalsOf(currency ?? ''),
    },
  }))
}

const due: Source = async function* ({ call, question }, unitIds) {
  const words = wordsIn(question.lang)
  const found = (await tasksOfUnits(call, unitIds)).map((one) => ({ ...one, unitId: one.service.unitId }))
  yield inOrderOf(unitIds, found).map(({ unitId, service, due: left }) => ({
    unitId,
    values: {
      ...{ service: service.name, state: words.due[left.state] },
      ...{ km_left: left.kmLeft, hours_left: left.hoursLeft, days_left: left.daysLeft },
    },
  }))
}

const stays: Source = async function* ({ call, unitsById }, unitIds, stretch) {
  for (const unitId of unitIds) {
    if (unitsById.get(unitId)?.type !== 'asset') continue
    const found = await listStays(call, unitId, stretch, null)
    yield found
      .filter(({ t0 }) => begins(t0, stretch))
      .map(({ t0, t1, gateway, settled }) => ({
        unitId,
        values: { gateway, start: t0, end: settled === null ? null : t1, duration: t1 - t0 },
      }))
  }
}

export const sources: Readonly<Record<string, Source>> = {
  ...{ trips, logbook, stops, idling, speeding, visits, events, statistics, summary, fuel, consumption },
  ...{ sensors, sensor_values, maintenance, due, stays },
}
