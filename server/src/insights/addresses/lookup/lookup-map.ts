/** Addresses from the operator's map: reads the tiles that a lookup needs, and caches them. */
import type { CacheState, MatchedPiece, Road, Route } from '#kernel/geo/addresses.ts'
import { type Tile, unpack } from '#kernel/geo/map-file/map-file.ts'
import type { MapFiles } from '#kernel/geo/map-file/map-files.ts'
import { streetsZoom } from '#kernel/geo/map-file/pmtiles.ts'
import type { Position } from '#kernel/geo/position.ts'
import type { Log } from '#kernel/runtime/log.ts'
import { graphOf, type RoadGraph } from '../roads/road-graph.ts'
import { matchTrack } from '../roads/road-match.ts'
import type { TileRoads } from '../roads/road-net.ts'
import { findRoute } from '../roads/road-route.ts'
import { type FoundStreet, findStreet, nearestDrivenRoad, type PlacedTile, reach, type Spot } from './lookup.ts'
import { type Sized, TileCache } from './lookup-cache.ts'
import { type NamedPlace, type PlacedPlaces, placeAt, placesZoom, readPlaces } from './lookup-places.ts'
import { roadClasses, usualSpeed } from './lookup-roads.ts'
import { isOnMap, keyOf, positionOf, spotAt, type TileAt } from './lookup-spot.ts'
import { emptyTile, readStreetTile, type StreetTile, tileExtent } from './lookup-tile.ts'

const cacheBytesMax = 64 * 1024 ** 2

export type MapAddress = Omit<FoundStreet, 'doubtMetres'>

interface Places extends Sized {
  readonly places: readonly NamedPlace[]
}

const noPlaces: Places = { places: [], bytes: 0 }
const placeBytes = 120

export class MapLookup {
  readonly #maps: MapFiles
  readonly #log: Pick<Log, 'warn'>
  readonly #streets = new TileCache<StreetTile>(cacheBytesMax)
  readonly #places = new TileCache<Places>(cacheBytesMax / 8)
  readonly #graphs = new TileCache<RoadGraph>(cacheBytesMax / 4)
  #version: string | undefined
  #hasWarned = false

  constructor(maps: MapFiles, log: Pick<Log, 'warn'>) {
    this.#maps = maps
    this.#log = log
  }

  /** The map in use; undefined: there is none. */
  async version(): Promise<string | undefined> {
    const map = await this.#maps.current()
    // A map without streets has no addresses.
    const version = map && map.maxZoom >= streetsZoom ? map.version : undefined
    if (version !== this.#version) {
      this.#streets.clear()
      this.#places.clear()
      this.#graphs.clear()
      this.#hasWarned = false
    }
    this.#version = version
    return version
  }

  get cached(): CacheState {
    return {
      bytesMax: this.#streets.bytesMax + this.#places.bytesMax + this.#graphs.bytesMax,
      tiles: this.#streets.size + this.#places.size + this.#graphs.size,
      bytes: this.#streets.bytes + this.#places.bytes + this.#graphs.bytes,
    }
  }

  async at(position: Position): Promise<MapAddress | undefined> {
    if ((await this.version()) === undefined || !isOnMap(position)) return undefined
    const { spot, around } = spotAt(position)
    const own = await this.#tiles(around, spot, 0)
    const first = findStreet(own, spot)
    const tiles = await this.#tiles(around, spot, first.doubtMetres)
    const { doubtMetres: _, ...found } = tiles.length > own.length ? findStreet(tiles, spot) : first
    const place = found.place ?? (await this.#placeAt(position))
    if (found.street === undefined && place === undefined) return undefined
    return { ...found, ...(place !== undefined && { place }) }
  }

  async roadAt(position: Position, direction?: number): Promise<Road | undefined> {
    if ((await this.version()) === undefined || !isOnMap(position)) return undefined
    const { spot, around } = spotAt(position)
    const found = nearestDrivenRoad(await this.#tiles(around, spot, reach.roadMetres), spot, direction)
    if (!found) return undefined
    const kind = roadClasses[found.tile.roadKinds[found.road]!]!
    const limit = found.tile.roadLimits[found.road]!
    const { name } = found
    return { kind, ...(limit > 0 && { limit }), usual: usualSpeed[kind], ...(name !== '' && { name }) }
  }

  async hasStreets(position: Position): Promise<boolean> {
    if ((await this.version()) === undefined || !isOnMap(position)) return false
    const { around } = spotAt(position)
    return this.#maps.has(streetsZoom, around.x, around.y)
  }

  /** Undefined: the bounded search found no route. */
  async route(from: Position, to: Position): Promise<Route | undefined> {
    if ((await this.version()) === undefined || !isOnMap(from) || !isOnMap(to)) return undefined
    return findRoute((x, y) => this.#roadsAt(x, y), from, to)
  }

  async match(track: readonly Position[]): Promise<readonly MatchedPiece[]> {
    if ((await this.version()) === undefined || !track.every(isOnMap)) return []
    return matchTrack((x, y) => this.#roadsAt(x, y), track)
  }

  #roadsAt(x: number, y: number): TileRoads | Promise<TileRoads> {
    const tile = this.#street(x, y)
    return tile instanceof Promise ? tile.then((read) => this.#withGraph(x, y, read)) : this.#withGraph(x, y, tile)
  }

  /** Built once for each tile: most tiles are never driven through. */
  #withGraph(x: number, y: number, tile: StreetTile): TileRoads {
    const graph = this.#graphs.take(keyOf(x, y), () => graphOf(tile))
    return { tile, graph }
  }

  /** Tiles in rings around a position, closest first. */
  async *tilesAround(position: Position, metres: number): AsyncGenerator<TileAround> {
    if ((await this.version()) === undefined || !isOnMap(position)) return
    const { spot, around } = spotAt(position)
    const rings = Math.ceil(metres / spot.metresPerUnit / tileExtent)
    for (let ring = 0; ring <= rings; ring++) {
      for (const [dx, dy] of ringOf(ring)) {
        const tile = await this.#street(around.x + dx, around.y + dy)
        if (tile !== emptyTile) yield { tile, x: around.x + dx, y: around.y + dy }
      }
    }
  }

  /** Towns and villages that the map names around a position, for some kilometres. */
  async placesAround(position: Position): Promise<readonly (NamedPlace & Position)[]> {
    if ((await this.version()) === undefined || !isOnMap(position)) return []
    const { around } = spotAt(position, placesZoom)
    const tiles = await this.#placesIn(around)
    return tiles.flatMap(({ places, left, top }) =>
      places.map((place) => ({
        ...place,
        ...positionOf(placesZoom, around.x + (left + place.x) / tileExtent, around.y + (top + place.y) / tileExtent),
      })),
    )
  }

  /** The tile with the spot, and neighbours that are close enough. */
  async #tiles(at: TileAt, spot: Spot, metres: number): Promise<PlacedTile[]> {
    const units = metres / spot.metresPerUnit
    const tiles: PlacedTile[] = []
    for (const [dx, dy] of neighbours) {
      const [left, top] = [dx * tileExtent, dy * tileExtent]
      const isNear =
        left <= spot.x + units &&
        left + tileExtent >= spot.x - units &&
        top <= spot.y + units &&
        top + tileExtent >= spot.y - units
      if (!isNear) continue
      const reading = this.#street(at.x + dx, at.y + dy)
      const tile = reading instanceof Promise ? await reading : reading
      if (tile !== emptyTile) tiles.push({ tile, left, top })
    }
    return tiles
  }

  #street(x: number, y: number): StreetTile | Promise<StreetTile> {
    return this.#streets.get(keyOf(x, y), () => this.#read(streetsZoom, x, y, readStreetTile, emptyTile))
  }

  async #placeAt(position: Position): Promise<string | undefined> {
    const { spot, around } = spotAt(position, placesZoom)
    return placeAt(await this.#placesIn(around), spot.x, spot.y, spot.metresPerUnit)
  }

  async #placesIn(around: TileAt): Promise<readonly PlacedPlaces[]> {
    const tiles: PlacedPlaces[] = []
    for (const [dx, dy] of neighbours) {
      const reading = this.#places.get(keyOf(around.x + dx, around.y + dy), () =>
        this.#read(placesZoom, around.x + dx, around.y + dy, toPlaces, noPlaces),
      )
      const { places } = reading instanceof Promise ? await reading : reading
      tiles.push({ places, left: dx * tileExtent, top: dy * tileExtent })
    }
    return tiles
  }

  /** A missing or broken tile has nothing; broken ones are logged once per map. */
  async #read<V>(z: number, x: number, y: number, read: (bytes: Buffer) => V, nothing: V): Promise<V> {
    let tile: Tile | undefined
    try {
      // Beyond the edge of the world there is no tile.
      tile = x >= 0 && y >= 0 && x < 2 ** z && y < 2 ** z ? await this.#maps.tile(z, x, y) : undefined
      return tile ? read(await unpack(tile)) : nothing
    } catch (error) {
      if (!this.#hasWarned) {
        const reason = (error as Error).message
        this.#log.warn({ tile: `${z}/${x}/${y}`, reason }, 'A tile of the map cannot be read: it gives no addresses.')
      }
      this.#hasWarned = true
      return nothing
    }
  }
}

function toPlaces(bytes: Buffer): Places {
  const places = readPlaces(bytes)
  return { places, bytes: places.length * placeBytes }
}

/** The tile itself first. */
const neighbours: readonly (readonly [dx: number, dy: number])[] = [
  [0, 0],
  ...[-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy] as const)).filter(([dx, dy]) => dx !== 0 || dy !== 0),
]

export interface TileAround extends TileAt {
  readonly tile: StreetTile
}

/** Tiles this many steps away, in any direction. */
function ringOf(ring: number): readonly (readonly [dx: number, dy: number])[] {
  const side = Array.from({ length: ring * 2 + 1 }, (_, at) => at - ring)
  return side.flatMap((dy) =>
    side.filter((dx) => Math.max(Math.abs(dx), Math.abs(dy)) === ring).map((dx) => [dx, dy] as const),
  )
}
