/** Finds street, house number and road at a point among the features of tiles. Pure. */
import { roadClasses } from './lookup-roads.ts'
import type { StreetTile } from './lookup-tile.ts'

/** A tile, and its offset from the one with the point. */
export interface PlacedTile {
  readonly tile: StreetTile
  /** In units of a tile, like the point. */
  readonly left: number
  readonly top: number
}

/** The point of a lookup: in units of its tile, and the length of a unit there. */
export interface Spot {
  readonly x: number
  readonly y: number
  readonly metresPerUnit: number
}

export const reach = {
  /** Further away, a street says little about a position. */
  streetMetres: 150,
  houseMetres: 50,
  /** How far away a house may be to provide postcode and place for another one. */
  areaMetres: 200,
  roadMetres: 40,
} as const

/** How much closer a footpath must be than a street, because most units drive and no position is exact. */
const pathMetres = 4

export interface FoundRoad {
  readonly tile: StreetTile
  /** Its place in the tile. */
  readonly road: number
  /** Empty: it has none. */
  readonly name: string
  readonly metres: number
}

export interface FoundStreet {
  readonly street?: string
  readonly houseNumber?: string
  readonly postcode?: string
  readonly place?: string
  /** Beyond this distance something closer may be in a tile that was not read. */
  readonly doubtMetres: number
}

export function findStreet(tiles: readonly PlacedTile[], spot: Spot): FoundStreet {
  const road = nearestNamedRoad(tiles, spot)
  const house = nearestHouse(tiles, spot, road?.name)
  const street = road?.name ?? house?.street
  const area = house ?? nearestArea(tiles, spot)
  return {
    ...(street && { street }),
    ...(street && house && { houseNumber: house.number }),
    ...(area?.postcode && { postcode: area.postcode }),
    ...(area?.place && { place: area.place }),
    doubtMetres: Math.max(road?.metres ?? reach.streetMetres, reach.houseMetres),
  }
}

export const nearestNamedRoad = (tiles: readonly PlacedTile[], spot: Spot): FoundRoad | undefined =>
  nearestRoad(tiles, spot, reach.streetMetres, ({ roadNames }, road) => roadNames[road] !== 0)

/** How much closer a road across the direction of travel must be. */
const acrossMetres = 15

/** The road a vehicle is on, even without a name; `direction` is its heading, in degrees from north. */
export function nearestDrivenRoad(tiles: readonly PlacedTile[], spot: Spot, direction?: number): FoundRoad | undefined {
  const heading = direction === undefined ? undefined : headingOf(direction)
  return nearestRoad(tiles, spot, reach.roadMetres, ({ roadKinds }, road) => roadKinds[road] !== pathKind, heading)
}

/** South is down in a tile. */
function headingOf(direction: number): Heading {
  const radians = (direction * Math.PI) / 180
  return { x: Math.sin(radians), y: -Math.cos(radians) }
}

interface Heading {
  readonly x: number
  readonly y: number
}

/** From 0 along the heading to 1 across it. */
function acrossness({ x, y }: Heading, dx: number, dy: number): number {
  const length = Math.hypot(dx, dy)
  return length === 0 ? 0 : Math.abs(x * dy - y * dx) / length
}

const pathKind = roadClasses.indexOf('path')

function nearestRoad(
  tiles: readonly PlacedTile[],
  { x, y, metresPerUnit }: Spot,
  withinMetres: number,
  isWanted: (tile: StreetTile, road: number) => boolean,
  heading?: Heading,
): FoundRoad | undefined {
  let best = withinMetres / metresPerUnit
  let found: { tile: StreetTile; road: number } | undefined
  const penalty = pathMetres / metresPerUnit
  for (const { tile, left, top } of tiles) {
    const { segments, segmentRoads, roadKinds } = tile
    const [px, py] = [x - left, y - top]
    for (let at = 0, s = 0; at < segmentRoads.length; at++, s += 4) {
      const x1 = segments[s]!
      const x2 = segments[s + 2]!
      if ((x1 < px - best && x2 < px - best) || (x1 > px + best && x2 > px + best)) continue
      const y1 = segments[s + 1]!
      const y2 = segments[s + 3]!
      if ((y1 < py - best && y2 < py - best) || (y1 > py + best && y2 > py + best)) continue
      const road = segmentRoads[at]!
      if (!isWanted(tile, road)) continue
      let away = distanceToSegment(px, py, x1, y1, x2, y2) + (roadKinds[road] === pathKind ? penalty : 0)
      if (heading) away += (acrossness(heading, x2 - x1, y2 - y1) * acrossMetres) / metresPerUnit
      if (away >= best) continue
      best = away
      found = { tile, road }
    }
  }
  if (!found) return undefined
  const { tile, road } = found
  return { tile, road, name: tile.texts[tile.roadNames[road]!]!, metres: best * metresPerUnit }
}

function distanceToSegment(px: number, py: number, x1: number, y1: number, x2: number, y2: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(Math.max(((px - x1) * dx + (py - y1) * dy) / length, 0), 1)
  const [awayX, awayY] = [px - x1 - along * dx, py - y1 - along * dy]
  return Math.sqrt(awayX * awayX + awayY * awayY)
}

interface House {
  readonly number: string
  readonly street: string
  readonly postcode: string
  readonly place: string
}

/**
 * House numbers of the street, if the tile says so. Many maps have a house's number but not its street: then it belongs
 * to the street closest to the house.
 */
function nearestHouse(tiles: readonly PlacedTile[], spot: Spot, street: string | undefined): House | undefined {
  const within = pointsWithin(tiles, spot, reach.houseMetres)
  for (const { placed, at } of within) {
    const house = houseAt(placed.tile, at)
    const own = house.street || nameOfNearest(tiles, placed, at, spot)
    if (own !== undefined && (street === undefined || isSame(own, street))) return { ...house, street: own }
  }
  return undefined
}

function nameOfNearest(tiles: readonly PlacedTile[], placed: PlacedTile, at: number, spot: Spot): string | undefined {
  const { points } = placed.tile
  const there = { ...spot, x: points[at * 2]! + placed.left, y: points[at * 2 + 1]! + placed.top }
  const road = nearestNamedRoad(tiles, there)
  return road?.name
}

const isSame = (one: string, other: string) => one === other || one.toLowerCase() === other.toLowerCase()

/** Postcode and place of the nearest house that has them. */
function nearestArea(tiles: readonly PlacedTile[], spot: Spot): House | undefined {
  let best = reach.areaMetres / spot.metresPerUnit
  let found: House | undefined
  for (const { tile, left, top } of tiles) {
    const { points, pointTexts } = tile
    for (let at = 0; at * 2 < points.length; at++) {
      if (pointTexts[at * 4 + 3] === 0) continue
      const away = Math.hypot(points[at * 2]! + left - spot.x, points[at * 2 + 1]! + top - spot.y)
      if (away >= best) continue
      best = away
      found = houseAt(tile, at)
    }
  }
  return found
}

interface Near {
  readonly placed: PlacedTile
  readonly at: number
  readonly away: number
}

/** Closest first. */
function pointsWithin(tiles: readonly PlacedTile[], { x, y, metresPerUnit }: Spot, metres: number): readonly Near[] {
  const most = metres / metresPerUnit
  const near: Near[] = []
  for (const placed of tiles) {
    const { points } = placed.tile
    const [px, py] = [x - placed.left, y - placed.top]
    for (let at = 0; at * 2 < points.length; at++) {
      const [dx, dy] = [points[at * 2]! - px, points[at * 2 + 1]! - py]
      if (dx > most || dx < -most || dy > most || dy < -most) continue
      const away = Math.sqrt(dx * dx + dy * dy)
      if (away <= most) near.push({ placed, at, away })
    }
  }
  return near.sort((one, other) => one.away - other.away)
}

function houseAt({ texts, pointTexts }: StreetTile, at: number): House {
  const text = (column: number) => texts[pointTexts[at * 4 + column]!]!
  return { number: text(0), street: text(1), postcode: text(2), place: text(3) }
}
