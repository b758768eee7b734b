/**
 * Finds addresses, streets, points of interest and places by their names. It reads tiles around the reader's view and
 * around the places that the text names, without an index, so a map of the world costs no more than one of a town.
 */
import type { Addresses, FoundPlace } from '#kernel/geo/addresses.ts'
import { metresBetween, type Position } from '#kernel/geo/position.ts'
import { nearestNamedRoad } from '../lookup/lookup.ts'
import type { MapLookup, TileAround } from '../lookup/lookup-map.ts'
import { positionIn, spotAt } from '../lookup/lookup-spot.ts'
import type { Towns } from '../towns.ts'
import { readCoordinates } from './search-coordinates.ts'
import { explains, matchName, type TextMatch, wordsOf } from './search-text.ts'

const aroundReaderMetres = 8_000
const aroundPlaceMetres = 4_000
/** How many places in the text are searched around. */
const placesMax = 2
const foundMax = 8
const candidatesMax = 60
/** Reading tiles takes time at first; after this the answer is what was found so far. */
const timeMs = 4_000
/** How far away something may be and still come before a match that is one tier worse, in metres. */
const tierMetres = 3_000
/** A town is relevant from far away, a large one from further. */
const placeNearness = 0.15
const placeTierMetres = 20_000
/** The radius of a circle around it. */
const radii = { address: 30, poi: 50, street: 100, place: 2_000, coordinates: 50 } as const

interface Candidate extends Position {
  readonly kind: FoundPlace['kind']
  readonly name: string
  readonly match: TextMatch
  readonly houseNumber?: string
  readonly place?: string
  readonly country?: string
  readonly radius?: number
  /** For a town: the number of digits of its population. */
  readonly size?: number
}

export class PlaceSearch {
  readonly #lookup: MapLookup
  readonly #towns: Towns
  readonly #addressAt: Addresses['at']
  /** One after the other: reading tiles for many at once would slow down everything else. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(lookup: MapLookup, towns: Towns, addressAt: Addresses['at']) {
    this.#lookup = lookup
    this.#towns = towns
    this.#addressAt = addressAt
  }

  find(text: string, near: Position | undefined): Promise<readonly FoundPlace[]> {
    const work = this.#last.then(() => this.#find(text, near))
    this.#last = work.catch(() => {})
    return work
  }

  async #find(text: string, near: Position | undefined): Promise<readonly FoundPlace[]> {
    const position = readCoordinates(text)
    if (position) return [await this.#atCoordinates(position, near)]
    const query = wordsOf(text)
    if (query.length === 0) return []
    const until = performance.now() + timeMs
    const places = await this.#places(query, near)
    const centres = [
      ...(near ? [{ ...near, metres: aroundReaderMetres }] : []),
      ...byRank(places.filter(isNamed(query)), near)
        .slice(0, placesMax)
        .map(({ lat, lon }) => ({ lat, lon, metres: aroundPlaceMetres })),
    ]
    const candidates = [...places]
    for (const centre of centres) {
      for await (const around of this.#lookup.tilesAround(centre, centre.metres)) {
        candidates.push(...matchesIn(around, query))
        if (performance.now() > until) break
      }
    }
    return this.#finish(candidates, near)
  }

  async #atCoordinates({ lat, lon }: Position, near: Position | undefined): Promise<FoundPlace> {
    const address = await this.#addressAt({ lat, lon })
    return {
      kind: 'coordinates',
      name: `${lat.toFixed(5)}, ${lon.toFixed(5)}`,
      ...(address?.source !== 'town' && address && { place: address.text }),
      ...{ lat, lon, radius: radii.coordinates },
      ...distanceFrom(near, { lat, lon }),
    }
  }

  /** Towns of the world and villages of the map whose name is in the text. */
  async #places(query: readonly string[], near: Position | undefined): Promise<Candidate[]> {
    const onMap = near ? await this.#lookup.placesAround(near) : []
    const places: Candidate[] = onMap.flatMap(({ name, lat, lon, reachMetres }) => {
      const match = matchName(query, name)
      return match ? [{ kind: 'place', name, match, lat, lon, radius: reachMetres }] : []
    })
    const seen = new Set<string>()
    for (const word of query.filter((each) => each.length > 2)) {
      for (const { name, country, size, lat, lon } of await this.#towns.beginningWith(word)) {
        const match = matchName(query, name)
        const key = `${name} ${lat} ${lon}`
        const isOnMap = places.some((place) => place.name === name && metresBetween(place, { lat, lon }) < 10_000)
        if (!match || seen.has(key) || isOnMap) continue
        seen.add(key)
        places.push({ kind: 'place', name, country, size, match, lat, lon })
      }
    }
    return places
  }

  /** The best results, each with its place; the rest of the text must match that place. */
  async #finish(candidates: readonly Candidate[], near: Position | undefined): Promise<readonly FoundPlace[]> {
    const found = new Map<string, FoundPlace>()
    for (const candidate of byRank(candidates, near).slice(0, candidatesMax)) {
      if (found.size >= foundMax) break
      const { kind, name, houseNumber, lat, lon, match, country } = candidate
      const area = kind === 'place' && match.rest.length === 0 ? undefined : await this.#lookup.at(candidate)
      const place = kind === 'place' ? undefined : (candidate.place ?? area?.place)
      if (!explains(match.rest, place, area?.postcode)) continue
      // A street may also be a point of interest, such as a stop of its name: then it is the street.
      const what = kind === 'poi' ? 'street' : kind
      const key = [what, name, houseNumber, place, kind === 'place' && country].join('|')
      const known = found.get(key)
      if (known && !(known.kind === 'poi' && kind === 'street')) continue
      found.set(key, {
        ...{ kind, name: houseNumber ? `${name} ${houseNumber}` : name },
        ...(area?.postcode && { postcode: area.postcode }),
        ...(place && { place }),
        ...(country && { country }),
        ...{ lat, lon, radius: candidate.radius ?? radii[kind] },
        ...distanceFrom(near, candidate),
      })
    }
    return [...found.values()]
  }
}

/** Its whole name is in the text, together with something else that may be there. */
const isNamed =
  (query: readonly string[]) =>
  ({ name, match }: Candidate): boolean =>
    match.rest.length > 0 && wordsOf(name).every((word) => query.includes(word))

/** Matches in a tile: points of interest, streets, and with a number in the text their houses. */
function matchesIn({ tile, x, y }: TileAround, query: readonly string[]): Candidate[] {
  const candidates: Candidate[] = []
  for (const [at, name] of tile.sightNames.entries()) {
    const match = matchName(query, tile.texts[name]!)
    const position = positionIn({ x, y }, tile.sights[at * 2]!, tile.sights[at * 2 + 1]!)
    if (match) candidates.push({ kind: 'poi', name: tile.texts[name]!, match, ...position })
  }
  for (const [name, match] of matchingStreets(tile, query)) {
    const middle = middleOf(tile, name)
    if (middle) candidates.push({ kind: 'street', name: tile.texts[name]!, match, ...positionIn({ x, y }, ...middle) })
    candidates.push(...housesOf({ tile, x, y }, tile.texts[name]!, match))
  }
  return candidates
}

function matchingStreets({ texts, roadNames }: TileAround['tile'], query: readonly string[]): Map<number, TextMatch> {
  const found = new Map<number, TextMatch>()
  for (const name of new Set(roadNames)) {
    const match = name === 0 ? undefined : matchName(query, texts[name]!)
    if (match) found.set(name, match)
  }
  return found
}

/** In the middle of its segments here. */
function middleOf(
  { segments, segmentRoads, roadNames }: TileAround['tile'],
  name: number,
): [number, number] | undefined {
  const own: number[] = []
  for (const [at, road] of segmentRoads.entries()) if (roadNames[road] === name) own.push(at)
  const at = own[own.length >> 1]
  if (at === undefined) return undefined
  return [(segments[at * 4]! + segments[at * 4 + 2]!) / 2, (segments[at * 4 + 1]! + segments[at * 4 + 3]!) / 2]
}

function housesOf({ tile, x, y }: TileAround, street: string, match: TextMatch): Candidate[] {
  const number = match.rest.find((word) => /^\p{N}/u.test(word))
  if (number === undefined) return []
  const rest = match.rest.filter((word) => word !== number)
  const { texts, points, pointTexts } = tile
  const houses: Candidate[] = []
  for (let at = 0; at * 2 < points.length; at++) {
    const houseNumber = texts[pointTexts[at * 4]!]!
    if (wordsOf(houseNumber).join('') !== number) continue
    const [atX, atY] = [points[at * 2]!, points[at * 2 + 1]!]
    const position = positionIn({ x, y }, atX, atY)
    const own =
      texts[pointTexts[at * 4 + 1]!] || nearestNamedRoad([{ tile, left: 0, top: 0 }], spotAt(position).spot)?.name
    if (own?.toLowerCase() !== street.toLowerCase()) continue
    const place = texts[pointTexts[at * 4 + 3]!]
    houses.push({
      kind: 'address',
      name: street,
      houseNumber,
      match: { ...match, rest },
      ...position,
      ...(place && { place }),
    })
  }
  return houses
}

function byRank<C extends Candidate>(candidates: readonly C[], near: Position | undefined): C[] {
  const rank = (candidate: C): number => {
    const { kind, size = 3, match } = candidate
    const away = near ? metresBetween(near, candidate) : 0
    // Words that are not in the name may belong to its place; a house explains a number that its street does not.
    const worse = match.rest.length * tierMetres
    if (kind === 'place')
      return match.tier * placeTierMetres + (away * placeNearness) / size + worse - (near ? 0 : size)
    return match.tier * tierMetres + away + worse
  }
  return candidates
    .map((candidate) => ({ candidate, rank: rank(candidate) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ candidate }) => candidate)
}

const distanceFrom = (near: Position | undefined, position: Position) =>
  near ? { metres: Math.round(metresBetween(near, position)) } : {}
