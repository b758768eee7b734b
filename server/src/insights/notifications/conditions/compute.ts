/** Keeps condition windows equal to the result of the fold over the stored messages. */
import type { ActorContext, Context } from '#kernel/context.ts'
import { readStretchAside } from '#tracking/messages/actions.ts'
import { type ComputedSpans, saveSpans, watchedGeofences } from '../../geofences/actions.ts'
import type { Content, Span } from '../../geofences/span.ts'
import { compute, type Projection } from '../../projections/actions.ts'
import { sensorsOfUnits } from '../../sensors/actions.ts'
import { type CompiledSensor, compiled } from '../../sensors/sensor.ts'
import { limits } from '../limits.ts'
import type { Watched, WatchedPart } from '../rule.ts'
import * as store from '../store.ts'
import { type Condition, type CrossingCondition, type Part, type PlaceCondition, partsOf } from './condition.ts'
import type { ConditionWindow } from './condition-window.ts'
import { adapt, openOf, type State, startState, step } from './condition-windows.ts'
import { markNeighbours, othersFor, withOthers } from './others.ts'
import { readingOf, type Sample, samplesOf } from './sample.ts'

export const conditionProjection: Projection<State, Sample, ConditionWindow, readonly Watched[]> = {
  name: 'conditions',
  startState,
  adapt,
  pointsIn: samplesOf,
  step,
  before: markNeighbours,
  enrich: enriched,
  async rulesOf(acting, unitIds) {
    return equipped(acting, await store.watchedBy(acting.db, unitIds))
  },
  save: (acting, runs) => save(acting, runs),
  // Stored with visits and alarms, as spans like those.
  forget: async () => 0,
}

/** The rules of each unit with what their conditions need in addition to messages. */
export async function equipped(
  acting: Pick<Context, 'db'>,
  watched: ReadonlyMap<number, readonly Watched[]>,
): Promise<(unitId: number) => readonly Watched[]> {
  const sensorOf = await sensorsFor(acting, watched)
  const placesOf = await placesFor(acting, watched)
  const othersOf = await othersFor(acting, watched)
  const equip = (unitId: number, rule: Watched): Watched => {
    const { condition, id, zone, since } = rule
    if (condition.type === 'repeated') {
      const { of } = condition
      const geofences = of.type === 'geofence' ? placesOf(unitId, of).map((one) => ({ ...one, since })) : []
      return { ...rule, each: equip(unitId, { ...rule, condition: of }), geofences }
    }
    if (condition.type !== 'combined')
      return { ...rule, ...sensorOf(unitId, condition), ...othersOf(unitId, condition) }
    const parts = condition.parts.map((part, index): WatchedPart => {
      const own =
        part.type === 'place'
          ? { places: placesOf(unitId, part) }
          : { ...sensorOf(unitId, part), ...othersOf(unitId, part) }
      return { id: `${id}/${index}`, condition: part, zone, schedule: null, since, ...own }
    })
    return { ...rule, parts }
  }
  return (unitId) => (watched.get(unitId) ?? []).map((rule) => equip(unitId, rule))
}

const sensorNameIn = (condition: Condition | Part) => (condition.type === 'parameter' ? condition.sensor : undefined)
const hasPart =
  (isIt: (part: Condition | Part) => unknown) =>
  ({ condition }: Watched): boolean =>
    partsOf(condition).some(isIt)

/** Read only if a rule names one. */
async function sensorsFor(acting: Pick<Context, 'db'>, watched: ReadonlyMap<number, readonly Watched[]>) {
  const unitIds = [...watched].flatMap(([unitId, rules]) => (rules.some(hasPart(sensorNameIn)) ? [unitId] : []))
  const sensors = unitIds.length === 0 ? [] : (await sensorsOfUnits(acting, unitIds)).map(compiled)
  return (unitId: number, condition: Condition | Part): { sensor?: CompiledSensor } => {
    const name = sensorNameIn(condition)?.toLowerCase()
    const own = sensors.find(({ sensor }) => sensor.unitId === unitId && sensor.name.toLowerCase() === name)
    return own ? { sensor: own } : {}
  }
}

/** Read only if a rule uses the unit's location. A geofence that does not watch a unit does not count. */
async function placesFor(acting: Pick<Context, 'db'>, watched: ReadonlyMap<number, readonly Watched[]>) {
  const isPlace = hasPart(({ type }) => type === 'place' || type === 'geofence')
  const unitIds = [...watched].flatMap(([unitId, rules]) => (rules.some(isPlace) ? [unitId] : []))
  const known = unitIds.length === 0 ? new Map<number, never[]>() : await watchedGeofences(acting, unitIds)
  return (unitId: number, { geofenceIds }: PlaceCondition | CrossingCondition) =>
    (known.get(unitId) ?? []).filter(({ id }) => geofenceIds.length === 0 || geofenceIds.includes(id))
}

/** Adds what messages do not contain: the road, and the positions of other units. */
export async function enriched(
  acting: Pick<Context, 'addresses' | 'db' | 'log'>,
  samples: readonly Sample[],
  watched: readonly Watched[],
  slowestKmh?: number,
): Promise<readonly Sample[]> {
  return withOthers(acting, await withRoads(acting, samples, watched, slowestKmh), watched, readStretchAside)
}

/** If a rule needs it, and only for samples that could be too fast on any road. */
async function withRoads(
  { addresses }: Pick<Context, 'addresses'>,
  samples: readonly Sample[],
  watched: readonly Watched[],
  slowestKmh?: number,
): Promise<readonly Sample[]> {
  const overs = watched
    .flatMap(({ condition }) => partsOf(condition))
    .flatMap((part) => (part.type === 'speeding' ? [part.over] : []))
  if (overs.length === 0) return samples
  const slowest = slowestKmh ?? Math.min(...overs) + limits.slowestKmh
  const found: Sample[] = []
  for (const sample of samples) {
    const { values, place } = readingOf(sample)
    const { 'position.speed': speed, 'position.direction': direction } = values
    const isFast = place && typeof speed === 'number' && speed > slowest
    const road = isFast && (await addresses.roadAt(place, typeof direction === 'number' ? direction : undefined))
    found.push(road ? { ...sample, road } : sample)
  }
  return found
}

export const computeConditions = (acting: ActorContext): Promise<number> => compute(acting, conditionProjection)

/**
 * Windows from before a rule was changed, disabled or assigned to other units stay as they were and are final: only
 * those of the current rule are recomputed.
 */
async function save(acting: ActorContext, runs: Parameters<typeof conditionProjection.save>[1]): Promise<void> {
  const unitIds = runs.map(({ unitId }) => unitId)
  const watched = await store.watchedBy(acting.db, unitIds, { isHeld: true })
  const isNow = (unitId: number, ruleId: string | null, t0: number) =>
    (watched.get(unitId) ?? []).some(({ id, since }) => id === ruleId && since <= t0)
  const ends = new Map(runs.map(({ unitId, state }) => [unitId, state.at]))
  const made = runs.map(({ unitId, from, metAt, state, contents }): ComputedSpans => {
    const all = metAt === undefined ? [...contents, ...openOf(state)] : contents
    return { unitId, from, metAt, fresh: all.filter(({ ruleId, t0 }) => isNow(unitId, ruleId, t0)).map(contentOf) }
  })
  const sort = (stored: readonly Span[]) => {
    const known = stored.filter(({ unitId, ruleId, t0 }) => isNow(unitId, ruleId, t0))
    const over = stored.filter((span) => span.settled === null && !known.includes(span))
    return { known, ended: over.map((span) => endedAt(span, ends.get(span.unitId) ?? span.after0)) }
  }
  await saveSpans(acting, made, sort, true)
}

const endedAt = (span: Span, t: number): Span => ({ ...span, t1: span.t1 ?? t, settled: t })

const contentOf = ({ ruleId, t0, t1, lat0, lon0, speed0, sureAt, detail, settled }: ConditionWindow): Content => ({
  ...{ geofenceId: null, alarm: null, ruleId, detail },
  ...{ t0, t1, lat0, lon0, lat1: null, lon1: null, speed0, speed1: null },
  ...{ before0: null, after0: sureAt, before1: null, after1: null, count: 1, settled },
})
