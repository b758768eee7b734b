/** Addresses of where units are and have been: requested by what computes them, looked up afterwards, and stored. */

import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import type { Address } from '#kernel/geo/addresses.ts'
import type { Seen } from '#kernel/sight.ts'
import { SliceLost } from '#kernel/slices/leases.ts'
import { readable } from '#tracking/units/access.ts'
import * as store from './store.ts'

export type { Spot } from './store.ts'
export {
  removeForgotten as forgetAddresses,
  want as wantAddresses,
  wantFirst as wantFirstAddresses,
  wantLatest as wantLatestAddresses,
} from './store.ts'

/** The name that people use for a place: the client's own geofence first. */
export interface PlaceName {
  readonly geofence: string | null
  readonly address: Address | null
}

const noName: PlaceName = { geofence: null, address: null }

/** `until`: includes geofences that the unit was in at any time from `t` to then. */
export interface LastingSpot extends store.Spot {
  readonly until?: number
}

type Reader = Pick<Context, 'db'> & Pick<Seen, 'sight'>

/**
 * In the order of the spots. Spots without a request, for example from before there were addresses, are requested now,
 * and have their address when they are read again.
 */
async function readAddresses({ db }: Pick<Context, 'db'>, spots: readonly store.Spot[]): Promise<(Address | null)[]> {
  if (spots.length === 0) return []
  const addresses = await store.find(db, spots)
  await store.want(
    db,
    spots.filter((_, index) => addresses[index] === undefined),
  )
  return addresses.map((address) => address ?? null)
}

async function readNames(call: Reader, spots: readonly (LastingSpot | null)[]): Promise<PlaceName[]> {
  // A stop begins and ends in one spot, which is looked up once.
  const given = [...new Set(spots)].filter((spot) => spot !== null)
  if (given.length === 0) return spots.map(() => noName)
  const addresses = await readAddresses(call, given)
  const geofenceAt = await readVisits(call, given)
  const names = new Map(given.map((spot, index) => [spot, addresses[index] ?? null]))
  return spots.map((spot) => (spot ? { geofence: geofenceAt(spot), address: names.get(spot) ?? null } : noName))
}

/** Stored, or else looked up now: for what is shown once and never stored, so that no request is recorded. */
export async function namesNow(
  call: Reader & Pick<Context, 'addresses'>,
  spots: readonly (store.Spot | null)[],
): Promise<PlaceName[]> {
  const given = spots.filter((spot) => spot !== null)
  if (given.length === 0) return spots.map(() => noName)
  const kept = (await store.find(call.db, given)).values()
  const geofenceAt = await readVisits(call, given)
  const names: PlaceName[] = []
  for (const spot of spots) {
    const address =
      spot && ((kept.next().value as Address | null | undefined) ?? (await call.addresses.at(spot)) ?? null)
    names.push(spot ? { geofence: geofenceAt(spot), address } : noName)
  }
  return names
}

/** What belongs to items, in the order of the spots of each. */
export interface Named {
  readonly names: readonly PlaceName[]
}

/** The same items, each with the names of its places. */
export async function withNames<T>(
  call: Reader,
  items: readonly T[],
  spotsOf: (item: T) => readonly (LastingSpot | null)[],
): Promise<(T & Named)[]> {
  const spots = items.map(spotsOf)
  const names = (await readNames(call, spots.flat())).values()
  return items.map((item, index) => ({ ...item, names: spots[index]!.map(() => names.next().value!) }))
}

export interface Addressed {
  readonly addresses: readonly (Address | null)[]
}

/** The same items, each with the addresses of its places. For callers that already know the geofence. */
export async function withAddresses<T>(
  call: Pick<Context, 'db'>,
  items: readonly T[],
  spotsOf: (item: T) => readonly (store.Spot | null)[],
): Promise<(T & Addressed)[]> {
  const spots = items.map(spotsOf)
  const given = spots.flat().filter((spot) => spot !== null)
  const found = (await readAddresses(call, given)).values()
  return items.map((item, index) => ({
    ...item,
    addresses: spots[index]!.map((spot) => (spot ? found.next().value! : null)),
  }))
}

async function readVisits(call: Reader, spots: readonly LastingSpot[]): Promise<(spot: LastingSpot) => string | null> {
  const unitIds = [...new Set(spots.map(({ unitId }) => unitId))]
  const from = spots.reduce((least, { t }) => Math.min(least, t), Number.POSITIVE_INFINITY)
  const to = spots.reduce((most, { t, until = t }) => Math.max(most, until), Number.NEGATIVE_INFINITY)
  const visits = Map.groupBy(await store.listVisits(call.db, call, unitIds, from, to), ({ unitId }) => unitId)
  return ({ unitId, t, until = t }) =>
    visits.get(unitId)?.find(({ t0, t1 }) => t0 <= until && (t1 ?? Number.POSITIVE_INFINITY) >= t)?.geofence ?? null
}

export interface LatestName extends store.Latest, PlaceName {}

/** Where the units of an account are now, as far as the caller sees them. */
export async function listLatestNames(
  call: Reader & Pick<Seen, 'apps'> & { readonly account: number },
): Promise<LatestName[]> {
  const latest = await store.listLatest(call.db, call.account, call)
  if (latest.length === 0) return []
  const forever = Number.POSITIVE_INFINITY
  const geofenceAt = await readVisits(
    call,
    latest.map((one) => ({ ...one, t: forever })),
  )
  return latest.map((one) => ({ ...one, geofence: geofenceAt({ ...one, t: forever }) }))
}

/** By unit, without the client's own names of places. */
const readLatest = async (ctx: Pick<Context, 'db'>, unitIds: readonly number[]): Promise<Map<number, Address>> =>
  new Map(
    (await store.listLatestOf(ctx.db, unitIds)).flatMap(({ unitId, address }) => (address ? [[unitId, address]] : [])),
  )

/** Where a unit is now, for a dealer who may see its position. */
export async function readUnitAddress(call: Call, id: number): Promise<Address | null> {
  await readable(call, id, 'units.read-telemetry')
  return (await readLatest(call, [id])).get(id) ?? null
}

/** Stored, or else looked up now: for what cannot wait for the next run, such as an email. */
export async function findAddress(
  ctx: Pick<Context, 'db' | 'addresses'>,
  spot: store.Spot,
): Promise<Address | undefined> {
  const [known] = await store.find(ctx.db, [spot])
  return known ?? ctx.addresses.at(spot)
}

const perBatch = 200
/** A map that is read for the first time may be slow: then the rest waits for the next run. */
const turnMs = 2_000

/** Looks up what is requested, and again what was looked up in another version of the sources. */
export async function computeAddresses(acting: ActorContext): Promise<number> {
  const began = performance.now()
  const isOver = () => performance.now() - began > turnMs
  const version = await acting.addresses.version()
  for (let total = 0; ; ) {
    const share = await acting.slices.share()
    const wanted = await store.listWanted(acting.db, version, share.ranges, perBatch)
    const found: store.Found[] = []
    for (const one of wanted) {
      const address = await acting.addresses.at({ lat: one.lat / 1e5, lon: one.lon / 1e5 })
      found.push({ ...one, address: address ?? null })
      if (isOver()) break
    }
    if (found.length === 0) return total
    const unitIds = [...new Set(found.map(({ unitId }) => unitId))]
    try {
      await inTransaction(acting, async ({ db }) => {
        await share.require(db, unitIds)
        await store.save(db, found, version)
      })
    } catch (error) {
      if (error instanceof SliceLost) return total
      throw error
    }
    total += found.length
    if (isOver()) return total
  }
}

const geocodedPerBatch = 20
/** Most of this is waiting: for the geocoder, and for the next request it allows. */
const geocoderTurnMs = 10_000

/** Asks the operator's geocoder about positions where the map has no street. Its answer replaces the nearest town. */
export async function geocodeAddresses(acting: ActorContext): Promise<number> {
  const { geocoder } = acting.addresses
  if (!geocoder) return 0
  const began = performance.now()
  for (let total = 0; ; ) {
    const share = await acting.slices.share()
    const places = await store.listToGeocode(acting.db, geocoder.version, share.ranges, geocodedPerBatch)
    if (places.length === 0) return total
    for (const { source, ...place } of places) {
      if (performance.now() - began > geocoderTurnMs) return total
      const answer = await geocoder.reverse({ lat: place.lat / 1e5, lon: place.lon / 1e5 })
      if (answer.state === 'later') return total
      const address = answer.state === 'found' && isBetter(answer.address, source) ? answer.address : null
      const isAnswered = answer.state !== 'failed'
      try {
        await inTransaction(acting, async ({ db }) => {
          await share.require(db, [place.unitId])
          await store.saveGeocoded(db, { ...place, address, isAnswered }, geocoder.version)
        })
      } catch (error) {
        if (error instanceof SliceLost) return total
        throw error
      }
      total += 1
    }
  }
}

/**
 * A town of the geocoder is the one that contains the position; the map knows that too, but the list of towns does not.
 */
const isBetter = ({ street }: Address, than: Address['source'] | null): boolean =>
  street !== undefined || than !== 'map'
