/** Scores of drivers and units, from stored trips and events. */
import type { ClientCall } from '#identity/sessions/call.ts'
import { dateOf, type Span, spansOf } from '#kernel/time/zone.ts'
import { listDrivers, requireDriver } from '../drivers/actions.ts'
import { drivenBy, readClaims } from '../drivers/claims.ts'
import { driverOf } from '../drivers/who-drove.ts'
import { unitPages } from '../projections/stretch.ts'
import { chosenUnits, lastEnd, requireUnit, type Stretch, tripsBetween } from '../trips/actions.ts'
import { type Fact, factOfSpan, factsOfPart, type Part, type Score, scoreOf } from './score.ts'
import { listEvents, sinceOf } from './store.ts'

interface Driven {
  readonly parts: readonly (Part & Owned)[]
  readonly facts: readonly (Fact & Owned)[]
}
interface Owned {
  readonly driverId: string | undefined
}

/** Everything that counts for some units, each with its driver. What began earlier belongs to the period before. */
async function drivenIn(call: ClientCall, unitIds: readonly number[], stretch: Stretch, zone: string): Promise<Driven> {
  const { from, to } = stretch
  const all = await tripsBetween(call, unitIds, stretch, ['trip', 'stop'])
  const since = await sinceOf(call.db, unitIds)
  // Driving on a private trip counts only for that person.
  const trips = all.filter(({ t0, unitId, isPrivate }) => t0 >= Math.max(from, since(unitId)) && t0 < to && !isPrivate)
  const end = trips.reduce((last, { t1 }) => Math.max(last, t1), to)
  const claims = await readClaims(call, unitIds, from, end)
  const whoOf = (unitId: number, t0: number, t1: number) => ({ driverId: driverOf(claims(unitId), t0, t1)?.driverId })
  const parts = trips.map((trip) => ({ ...trip, ...whoOf(trip.unitId, trip.t0, trip.t1) }))
  const events = await listEvents(call.db, call, unitIds, stretch)
  const facts = [
    ...events.flatMap((event) => {
      const fact = factOfSpan(event.unitId, event)
      return fact ? [{ ...fact, ...whoOf(event.unitId, event.t0, Math.max(event.t1, event.t0 + 1)) }] : []
    }),
    ...parts.flatMap((part) =>
      factsOfPart(part.unitId, part, zone).map((fact) => ({ ...fact, driverId: part.driverId })),
    ),
  ]
  return { parts, facts }
}

export interface Scored extends Score {
  readonly days: readonly (Span & Score)[]
}

/** In total, and per day. */
function scored({ parts, facts }: Driven, { from, to }: Stretch, zone: string): Scored {
  const dayOf = ({ t0 }: { readonly t0: number }) => dateOf(zone, t0)
  const [partsOf, factsOf] = [Map.groupBy(parts, dayOf), Map.groupBy(facts, dayOf)]
  const days = spansOf(zone, 'day', from, to).map((day) => ({
    ...day,
    ...scoreOf(partsOf.get(day.date) ?? [], factsOf.get(day.date) ?? []),
  }))
  return { ...scoreOf(parts, facts), days }
}

export async function scoreOfUnit(call: ClientCall, unitId: number, stretch: Stretch, zone: string): Promise<Scored> {
  await requireUnit(call, unitId)
  return scored(await drivenIn(call, [unitId], stretch, zone), stretch, zone)
}

const anyUnit = { unitIds: undefined, groupId: undefined }

/** Some units at a time, of those that the caller sees. */
async function* pagesOf(call: ClientCall, unitIds: readonly number[], stretch: Stretch, zone: string) {
  for (const some of unitPages(unitIds, stretch)) yield await drivenIn(call, some, stretch, zone)
}

export async function scoreOfDriver(
  call: ClientCall,
  driverId: string,
  stretch: Stretch,
  zone: string,
): Promise<Scored> {
  await requireDriver(call, driverId)
  const seen = await chosenUnits(call, anyUnit)
  const driven = await drivenBy(call, driverId, stretch.from, await lastEnd(call, seen, stretch.to))
  const units = seen.filter((id) => driven.has(id))
  const own: { parts: (Part & Owned)[]; facts: (Fact & Owned)[] } = { parts: [], facts: [] }
  for await (const page of pagesOf(call, units, stretch, zone)) {
    own.parts.push(...page.parts.filter((part) => part.driverId === driverId))
    own.facts.push(...page.facts.filter((fact) => fact.driverId === driverId))
  }
  return scored(own, stretch, zone)
}

export interface DriverScore {
  readonly driverId: string
  readonly name: string
  readonly score: Score
}

/** For all drivers that the caller sees, by name. */
export async function scoresOfDrivers(call: ClientCall, stretch: Stretch, zone: string): Promise<DriverScore[]> {
  const own = new Map(
    (await listDrivers(call)).map(({ id, name }) => [id, { name, parts: [] as Part[], facts: [] as Fact[] }]),
  )
  if (own.size === 0) return []
  for await (const page of pagesOf(call, await chosenUnits(call, anyUnit), stretch, zone)) {
    for (const part of page.parts) own.get(part.driverId ?? '')?.parts.push(part)
    for (const fact of page.facts) own.get(fact.driverId ?? '')?.facts.push(fact)
  }
  return [...own].map(([driverId, { name, parts, facts }]) => ({ driverId, name, score: scoreOf(parts, facts) }))
}
