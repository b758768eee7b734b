/** Timelines, tracks and statistics of a client's units. */
import type { ClientCall } from '#identity/sessions/call.ts'
import { habitsOf } from '#identity/users/people.ts'
import { notFound, refuse } from '#kernel/errors.ts'
import { countsAll, hiddenFrom } from '#kernel/private-time.ts'
import { isSeen, requireTerm } from '#kernel/sight.ts'
import { isZone, localTime, type Span } from '#kernel/time/zone.ts'
import { readStretch } from '#tracking/messages/actions.ts'
import { listUnitOwners, readUnit } from '#tracking/units/actions.ts'
import type { Unit } from '#tracking/units/unit.ts'
import { type Named, withNames } from '../addresses/actions.ts'
import { placeText } from '../addresses/text.ts'
import { withDrivers } from '../drivers/claims.ts'
import { unitsOfGroup } from '../groups/actions.ts'
import { type Stretch, unitPages } from '../projections/stretch.ts'
import { sensorsOfUnits } from '../sensors/actions.ts'
import { readMoments } from '../sensors/reading.ts'
import { compiled, type Sensor } from '../sensors/sensor.ts'
import { type Sample, sampled } from '../sensors/values/sampled.ts'
import {
  consumedOf,
  countedOf,
  type FuelEvent,
  type FuelSource,
  type FuelUnit,
  fuelCounters,
  fuelEvents,
  fuelIn,
  fuelSources,
  tankLevel,
  tanksOf,
} from './along/fuel.ts'
import { type Figures, figuresOf, sumOf } from './along/statistics.ts'
import { type TrackPoint, thinned } from './along/track.ts'
import { concealed } from './concealed.ts'
import { type About, type FilePoint, type FormatName, formats } from './formats.ts'
import { placeOf, type Values } from './segments/point.ts'
import { type Kind, kinds } from './segments/segment.ts'
import * as store from './store.ts'
import { type DayPart, type NamedTrip, partOf, type SeenTrip, seenSpotsOf } from './trip.ts'

export { requireStretch, type Stretch, stretchDaysMax } from '../projections/stretch.ts'

export const statisticsDaysMax = 400
/** Messages are read in slices, so that a month of a busy unit is never in memory at once. */
const readSeconds = 6 * 3600

export function requireZone(zone = 'UTC'): string {
  return isZone(zone) ? zone : refuse('INVALID_QUERY', 'tz must be a time zone, such as Europe/Berlin.', 'tz')
}

export async function requireUnit(call: ClientCall, id: number): Promise<Unit> {
  const unit = await readUnit(call, id)
  return unit.accountId === call.account ? unit : notFound('unit')
}

export interface Choice {
  readonly unitIds: readonly number[] | undefined
  readonly groupId: string | undefined
}

/** The requested ones, or all of the client; in the order of their ids. */
export async function chosenUnits(call: ClientCall, { unitIds, groupId }: Choice): Promise<number[]> {
  const homes = await listUnitOwners(call, [call.account], unitIds)
  for (const { id } of unitIds ? homes : []) requireTerm(call, id)
  const own = homes.filter((unit) => isSeen(call, unit)).map(({ id }) => id)
  if (unitIds?.some((id) => !own.includes(id))) notFound('unit')
  const members = groupId === undefined ? undefined : await unitsOfGroup(call, groupId)
  return own.filter((id) => !members || members.includes(id)).sort((a, b) => a - b)
}

/** Something about trips is new: pages that show them request them again. */
export const announceTrips = (
  ctx: Pick<ClientCall, 'db'>,
  units: readonly { readonly unitId: number; readonly from: number }[],
): Promise<void> => store.announce(ctx.db, units)

/** Since when standing units stand. */
export const listStanding = (call: ClientCall) => store.listStanding(call.db, call.account, call)

export interface UnitDay {
  readonly unitId: number
  readonly figures: Figures
  readonly parts: readonly DayPart[]
}

/** The announcement for many units is bounded: a page that shows more requests it again. */
export const daysUnitsMax = 100

/** One query for all of them, in the order of their ids. */
export async function listDays(call: ClientCall, units: readonly number[], { from, to }: Stretch): Promise<UnitDay[]> {
  if (units.length > daysUnitsMax) refuse('INVALID_QUERY', `Request at most ${daysUnitsMax} units.`, 'unit_ids')
  const trips = Map.groupBy(await tripsBetween(call, units, { from, to }, kinds), ({ unitId }) => unitId)
  return units.map((unitId) => {
    const own = trips.get(unitId) ?? []
    return { unitId, figures: sumOf(figuresOf(own, [{ date: '', from, to }])), parts: own.map(partOf) }
  })
}

/** Unit by unit, each in order of time; a few units at a time. */
export async function* listTrips(
  call: ClientCall,
  units: readonly number[],
  stretch: Stretch,
  kind: Kind | undefined,
): AsyncGenerator<NamedTrip[]> {
  for (const some of unitPages(units, stretch)) {
    yield await namedBetween(call, some, stretch, kind ? [kind] : kinds)
  }
}

/** Without the names of their places, for callers that name only some. */
export const tripsBetween = async (
  call: Pick<ClientCall, 'db' | 'viewer'>,
  units: readonly number[],
  { from, to }: Stretch,
  of: readonly Kind[],
): Promise<SeenTrip[]> => concealed(call, await store.listBetween(call.db, units, from, to, of))

/** When the trips and stops end in which a period ends; only then it may be known who drove them. */
export const lastEnd = async (
  call: Pick<ClientCall, 'db' | 'viewer'>,
  units: readonly number[],
  to: number,
): Promise<number> =>
  (await tripsBetween(call, units, { from: to - 1, to }, ['trip', 'stop'])).reduce(
    (last, { t1 }) => Math.max(last, t1),
    to,
  )

const namedBetween = async (
  call: ClientCall,
  units: readonly number[],
  { from, to }: Stretch,
  of: readonly Kind[] = kinds,
) => toldOf(call, await tripsBetween(call, units, { from, to }, of))

/** With the names of their places, and the driver. */
const toldOf = async (call: ClientCall, trips: readonly SeenTrip[]): Promise<NamedTrip[]> =>
  withDrivers(call, await withNames(call, trips, seenSpotsOf))

export async function readTrip(call: ClientCall, id: string): Promise<NamedTrip> {
  const trip = (await store.find(call.db, call.account, call, id)) ?? notFound('trip')
  return (await toldOf(call, await concealed(call, [trip])))[0]!
}

export interface Timeline extends Stretch {
  readonly unitId: number
  readonly trips: readonly NamedTrip[]
  readonly track: readonly TrackPoint[]
  readonly series: Readonly<Record<string, readonly Sample[]>>
}

const samplesMax = 1_000

/** Both are simplified while they are read, and again at the end. */
export async function readTimeline(
  call: ClientCall,
  unitId: number,
  stretch: Stretch,
  pointsMax: number,
  names: readonly string[],
): Promise<Timeline> {
  await requireUnit(call, unitId)
  const trips = await namedBetween(call, [unitId], stretch)
  const track: TrackPoint[] = []
  const series = new Map<string, Sample[]>(names.map((name) => [name, []]))
  for await (const page of valuesIn(call, unitId, stretch)) {
    const points = page.flatMap((values): TrackPoint[] => {
      const place = placeOf(values)
      return place ? [{ t: values.timestamp as number, ...place, speed: numberIn(values, 'position.speed') }] : []
    })
    track.push(...thinned(points, pointsMax))
    for (const [name, samples] of series) {
      const found = page.flatMap((values): Sample[] => {
        const value = values[name]
        const shown = typeof value === 'boolean' ? Number(value) : value
        return typeof shown === 'number' ? [[values.timestamp as number, shown]] : []
      })
      samples.push(...sampled(found, samplesMax))
    }
  }
  return {
    unitId,
    ...stretch,
    trips,
    track: thinned(track, pointsMax),
    series: Object.fromEntries([...series].map(([name, samples]) => [name, sampled(samples, samplesMax)])),
  }
}

const numberIn = (values: Values, name: string): number | null => {
  const value = values[name]
  return typeof value === 'number' ? value : null
}

/** The messages of a time range, some hours at a time, each with its own short query. */
export async function* valuesIn(
  ctx: Pick<ClientCall, 'db' | 'viewer'>,
  unitId: number,
  { from, to }: Stretch,
): AsyncGenerator<Values[]> {
  for (let start = from; start < to; start += readSeconds) {
    const page = await readStretch(ctx, unitId, { from: start, to: Math.min(to, start + readSeconds) })
    if (page.length > 0) yield page.map(({ text }) => JSON.parse(text) as Values)
  }
}

export interface Fuel extends Stretch {
  readonly unitId: number
  readonly source: FuelSource | undefined
  readonly samples: readonly Sample[]
  readonly events: readonly (FuelEvent & Named)[]
  /** In litres by the engine's own counter if there is one, otherwise in the unit of the level. */
  readonly consumed: { readonly amount: number; readonly unit: FuelUnit; readonly isCounted: boolean } | undefined
  readonly metres: number
}

/** Sensors change no faster, and a month stays small. */
const fuelEverySeconds = 10

export async function readFuel(call: ClientCall, unitId: number, stretch: Stretch): Promise<Fuel> {
  await requireUnit(call, unitId)
  const tanks = tanksOf(await sensorsOfUnits(call, [unitId]))
  const levels = new Map<FuelSource, Sample[]>(sourcesOf(tanks).map((source) => [source, []]))
  const counters = new Map<string, Sample[]>(fuelCounters.map((name) => [name, []]))
  const levelOf = tankLevel(tanks[0]?.measure === '%' ? '%' : 'l')
  // A filling on a private trip is found and then left out: without those messages it would be found elsewhere.
  const isHidden = await hiddenFrom(call.db, call, [unitId], stretch.from, stretch.to)
  for await (const page of readMoments({ ...call, ...countsAll }, unitId, tanks.map(compiled), stretch)) {
    for (const { t, readings, values } of page) {
      const level = levelOf(values)
      for (const [source, samples] of levels) addSample(samples, t, source.sensor ? level : fuelIn(readings, source))
      for (const [name, samples] of counters) addSample(samples, t, numberIn(readings, name) ?? undefined)
    }
  }
  const trips = await store.listBetween(call.db, [unitId], stretch.from, stretch.to, kinds)
  const [source, samples = []] = [...levels].find(([, found]) => found.length > 0) ?? []
  const events = source ? fuelEvents(samples, trips, source.unit) : []
  const counted = [...counters.values()].map(countedOf).find((amount) => amount !== undefined)
  const byLevel = source && consumedOf(samples, events)
  return {
    unitId,
    ...stretch,
    source,
    samples: sampled(
      samples.filter(([t]) => !isHidden(unitId, t)),
      samplesMax,
    ),
    events: await withNames(
      call,
      events.filter(({ t }) => t >= stretch.from && t < stretch.to && !isHidden(unitId, t)),
      (event) => [{ ...event, unitId }],
    ),
    consumed:
      counted !== undefined
        ? { amount: counted, unit: 'l', isCounted: true }
        : byLevel === undefined
          ? undefined
          : { amount: byLevel, unit: source!.unit, isCounted: false },
    metres: sumOf(figuresOf(trips, [{ ...stretch, date: '' }])).metres,
  }
}

/** A client's own sensors take precedence over the tracker's. */
const sourcesOf = (tanks: readonly Sensor[]): readonly FuelSource[] =>
  tanks.length === 0
    ? fuelSources
    : [{ parameter: '', unit: tanks[0]!.measure as FuelUnit, sensor: tanks.map(({ name }) => name).join(' + ') }]

function addSample(samples: Sample[], t: number, value: number | undefined): void {
  if (value === undefined || t - (samples.at(-1)?.[0] ?? 0) < fuelEverySeconds) return
  samples.push([t, value])
}

export interface UnitStatistics {
  readonly unitId: number
  readonly periods: readonly Figures[]
  readonly total: Figures
}

/** In the order of the ids, a few units at a time: a year of a large fleet is never in memory at once. */
export async function* readStatistics(
  call: ClientCall,
  units: readonly number[],
  spans: readonly Span[],
): AsyncGenerator<UnitStatistics[]> {
  const whole = { from: spans[0]!.from, to: spans.at(-1)!.to }
  for (const some of unitPages(units, whole)) {
    const found = await tripsBetween(call, some, whole, kinds)
    const trips = Map.groupBy(found, ({ unitId }) => unitId)
    yield some.map((unitId) => {
      const periods = figuresOf(trips.get(unitId) ?? [], spans)
      return { unitId, periods, total: sumOf(periods) }
    })
  }
}

/** The file, written while the messages are read. */
export async function exportTrack(
  call: ClientCall,
  unitId: number,
  stretch: Stretch,
  name: FormatName,
  tz: string | undefined,
): Promise<{ pieces: AsyncIterable<string>; contentType: string; fileName: string }> {
  const unit = await requireUnit(call, unitId)
  const habits = await habitsOf(call, call.user)
  const zone = requireZone(tz ?? habits.zone ?? undefined)
  const about: About = { unitId, name: unit.name, zone, habits, ...stretch }
  const date = localTime(zone, stretch.from).slice(0, 10)
  const pieces = name === 'csv' ? allPoints(call, about) : trackPieces(call, about, name)
  return { pieces, contentType: formats[name].contentType, fileName: `unit-${unitId}-${date}.${name}` }
}

async function* trackPieces(call: ClientCall, about: About, name: FormatName): AsyncGenerator<string> {
  const format = formats[name]
  yield format.open(about)
  let index = 0
  for (const trip of await namedBetween(call, [about.unitId], about)) {
    if (trip.isPrivate) continue
    const points: FilePoint[] = []
    if (trip.kind === 'trip') {
      const stretch = { from: Math.max(trip.t0, about.from), to: Math.min(trip.t1 + 1e-3, about.to) }
      for await (const page of valuesIn(call, about.unitId, stretch))
        points.push(...page.flatMap((values) => filePoint(values)))
    }
    yield format.segment(about, trip, points, index++)
  }
  yield format.close()
}

/** A table of positions, on trips or not. */
async function* allPoints(call: ClientCall, about: About): AsyncGenerator<string> {
  yield formats.csv.open(about)
  const placeAt = placesOf(await namedBetween(call, [about.unitId], about))
  for await (const page of valuesIn(call, about.unitId, about)) {
    yield formats.csv.segment(
      about,
      undefined as never,
      page.flatMap((values) => filePoint(values, placeAt)),
      0,
    )
  }
}

/** At a stop, and at the beginning and end of a trip; looked up in order of time. */
function placesOf(trips: readonly NamedTrip[]): (t: number) => string {
  let at = 0
  return (t) => {
    while (at < trips.length && trips[at]!.t1 < t) at++
    const trip = trips[at]
    if (!trip || t < trip.t0) return ''
    const isEnd = trip.kind !== 'stop' && t === trip.t1
    return isEnd || trip.kind === 'stop' || t === trip.t0 ? placeText(trip.names[isEnd ? 1 : 0], 'en') : ''
  }
}

function filePoint(values: Values, placeAt = (_: number) => ''): FilePoint[] {
  const place = placeOf(values)
  const ignition = values['engine.ignition.status']
  return place
    ? [
        {
          t: values.timestamp as number,
          ...place,
          altitude: numberIn(values, 'position.altitude'),
          speed: numberIn(values, 'position.speed'),
          direction: numberIn(values, 'position.direction'),
          ignition: typeof ignition === 'boolean' ? ignition : null,
          place: placeAt(values.timestamp as number),
        },
      ]
    : []
}
