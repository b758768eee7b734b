/** How far a unit is from the destination of its link, and how long that takes. */
import type { Addresses, Route } from '#kernel/geo/addresses.ts'
import { metresBetween, type Position } from '#kernel/geo/position.ts'
import type { Destination, SharedNow } from './share.ts'

export interface Arrival {
  readonly isThere: boolean
  readonly metres: number
  readonly seconds: number
  /** No route over roads was found: both are estimated from the straight line. */
  readonly isAbout: boolean
}

const limits = {
  /** Closer to the route than this, it is still on it. */
  onRouteMetres: 60,
  /** Off the route, a new search starts only this far from the last: searches are expensive. */
  againMetres: 150,
  againWithoutMetres: 2_000,
  /** Roads are roughly this much longer than the straight line. */
  detour: 1.4,
  townKmh: 35,
  countryKmh: 65,
  townMetres: 10_000,
  keptMax: 2_000,
}

interface Searched {
  readonly destination: Destination
  readonly from: Position
  readonly route: Route | undefined
}

/** Shared by all viewers of a process: a unit's route is searched once, and again only when the unit leaves it. */
export class Journeys {
  readonly #addresses: Pick<Addresses, 'route'>
  readonly #searched = new Map<string, Promise<Searched>>()

  constructor(addresses: Pick<Addresses, 'route'>) {
    this.#addresses = addresses
  }

  /** By the positions of units in the link. */
  async of({ share, sightings }: SharedNow): Promise<ReadonlyMap<number, Arrival>> {
    const { destination } = share
    const arrivals = new Map<number, Arrival>()
    if (!destination) return arrivals
    for (const { place, unitId, position } of sightings) {
      if (!position) continue
      const here = { lat: position.latitude, lon: position.longitude }
      arrivals.set(place, await this.#arrival(`${share.id}:${unitId}`, here, destination))
    }
    return arrivals
  }

  async #arrival(key: string, here: Position, destination: Destination): Promise<Arrival> {
    if (metresBetween(here, destination) <= destination.radius) {
      return { isThere: true, metres: 0, seconds: 0, isAbout: false }
    }
    const known = await this.#searched.get(key)
    const found = known && isSame(known.destination, destination) ? arrivalOf(known, here) : undefined
    if (found) return found
    const searching = this.#search(here, destination)
    this.#searched.delete(key)
    this.#searched.set(key, searching)
    for (const oldest of this.#searched.keys()) {
      if (this.#searched.size <= limits.keptMax) break
      this.#searched.delete(oldest)
    }
    return arrivalOf(await searching, here)!
  }

  async #search(from: Position, destination: Destination): Promise<Searched> {
    return { destination, from, route: await this.#addresses.route(from, destination) }
  }
}

const isSame = (one: Destination, other: Destination): boolean => one.lat === other.lat && one.lon === other.lon

/** Undefined: it left the route, and a new search is needed. Pure. */
function arrivalOf({ destination, from, route }: Searched, here: Position): Arrival | undefined {
  const straight = metresBetween(here, destination)
  const moved = metresBetween(from, here)
  if (!route) {
    if (moved > limits.againWithoutMetres) return undefined
    const metres = straight * limits.detour
    const kmh = straight > limits.townMetres ? limits.countryKmh : limits.townKmh
    return { isThere: false, metres, seconds: metres / (kmh / 3.6), isAbout: true }
  }
  const rest = restOf(route.line, here)
  if (rest === undefined && moved > limits.againMetres) return undefined
  // Close to the start of the search, but not on the route: assume the distance of that time.
  const metres = Math.max(rest === undefined ? route.metres : rest * route.metres, straight)
  return { isThere: false, metres, seconds: (metres / route.metres) * route.seconds, isAbout: false }
}

/** The part of a line that lies ahead; undefined: it is not on the line. Pure. */
function restOf(line: readonly Position[], here: Position): number | undefined {
  const shrink = Math.cos((here.lat * Math.PI) / 180)
  let [whole, best, passed] = [0, limits.onRouteMetres, undefined as number | undefined]
  for (let at = 1; at < line.length; at++) {
    const [a, b] = [line[at - 1]!, line[at]!]
    const length = metresBetween(a, b)
    const [dx, dy] = [(b.lon - a.lon) * shrink, b.lat - a.lat]
    const square = dx * dx + dy * dy
    const along = square === 0 ? 0 : ((here.lon - a.lon) * shrink * dx + (here.lat - a.lat) * dy) / square
    const part = Math.min(Math.max(along, 0), 1)
    const away = metresBetween(here, { lat: a.lat + part * dy, lon: a.lon + part * (b.lon - a.lon) })
    if (away <= best) [best, passed] = [away, whole + part * length]
    whole += length
  }
  return passed === undefined || whole === 0 ? undefined : 1 - passed / whole
}
