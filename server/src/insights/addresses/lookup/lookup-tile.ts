/**
 * A tile of the map in the form of the lookup: named roads as segments, and house numbers as points, packed into arrays
 * of numbers, because thousands of tiles are cached.
 */
import { VectorTile, type VectorTileFeature, type VectorTileLayer } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { type RoadClass, roadClasses, roadClassOf } from './lookup-roads.ts'

/** Positions within a tile go from 0 to this, and a little beyond where the tile overlaps its neighbours. */
export const tileExtent = 4096

export interface StreetTile {
  /** Every text once. The first is empty: it stands for a missing value. */
  readonly texts: readonly string[]
  /** Four numbers each: from x, y to x, y. */
  readonly segments: Int16Array
  /** The road of each segment. */
  readonly segmentRoads: Uint16Array
  /** Indexes in `texts`. */
  readonly roadNames: Uint16Array
  /** Indexes in `roadClasses`. */
  readonly roadKinds: Uint8Array
  /** As posted, in km/h; 0: the tile does not say. */
  readonly roadLimits: Uint8Array
  /** Sums of `roadFlags`. */
  readonly roadFlags: Uint8Array
  /** Two numbers each: x, y. */
  readonly points: Int16Array
  /** Four indexes in `texts` each: house number, street, postcode, place. */
  readonly pointTexts: Uint16Array
  /** Named points of interest, two numbers each: x, y. */
  readonly sights: Int16Array
  /** Indexes in `texts`. */
  readonly sightNames: Uint16Array
  /** Approximate size in memory. */
  readonly bytes: number
}

export const roadFlags = {
  onlyForward: 1,
  onlyBackward: 2,
  /** On a bridge or in a tunnel. */
  raised: 4,
} as const

/** More than a tile of streets can have: such a tile is broken. */
const countMax = 65_535
const unpackedBytesMax = 16 * 1024 ** 2

/** Throws if the tile is broken. */
export function readStreetTile(bytes: Uint8Array): StreetTile {
  if (bytes.length > unpackedBytesMax) throw new Error('The tile is too large.')
  const { layers } = new VectorTile(new PbfReader(bytes))
  const texts = new Texts()
  const roads = readRoads(layers.roads, texts)
  const points = readPoints(layers.buildings, texts)
  const tile = { texts: texts.list, ...roads, ...points, ...readSights(layers.pois, texts) }
  return { ...tile, bytes: bytesOf(tile) }
}

function readRoads(layer: VectorTileLayer | undefined, texts: Texts) {
  const segments: number[] = []
  const segmentRoads: number[] = []
  const names: number[] = []
  const kinds: number[] = []
  const limits: number[] = []
  const flags: number[] = []
  for (const feature of featuresOf(layer)) {
    const kind = feature.type === lineType ? roadClassOf(feature.properties) : undefined
    if (!kind || names.length >= countMax) continue
    for (const line of feature.loadGeometry()) {
      for (let at = 1; at < line.length; at++) {
        const [from, to] = [line[at - 1]!, line[at]!]
        segments.push(scaled(from.x, feature), scaled(from.y, feature), scaled(to.x, feature), scaled(to.y, feature))
        segmentRoads.push(names.length)
      }
    }
    names.push(texts.at(roadName(feature, kind)))
    kinds.push(roadClasses.indexOf(kind))
    limits.push(limitOf(feature))
    flags.push(flagsOf(feature))
  }
  return {
    segments: Int16Array.from(segments),
    segmentRoads: Uint16Array.from(segmentRoads),
    roadNames: Uint16Array.from(names),
    roadKinds: Uint8Array.from(kinds),
    roadLimits: Uint8Array.from(limits),
    roadFlags: Uint8Array.from(flags),
  }
}

/** Roads between towns often have a number and no name; the number of a lane means nothing to people. */
function roadName({ properties }: VectorTileFeature, kind: RoadClass): string {
  const isNumbered = kind === 'motorway' || kind === 'trunk' || kind === 'primary' || kind === 'secondary'
  return textOf(properties.name) || (isNumbered ? textOf(properties.ref) || textOf(properties.shield_text) : '')
}

function limitOf({ properties }: VectorTileFeature): number {
  const value = Number(properties.maxspeed)
  return value >= 5 && value <= 255 ? Math.round(value) : 0
}

function flagsOf({ properties: { oneway, is_bridge, is_tunnel } }: VectorTileFeature): number {
  const onlyOne = oneway === 'yes' || oneway === 1 || oneway === true
  return (
    (onlyOne ? roadFlags.onlyForward : oneway === '-1' ? roadFlags.onlyBackward : 0) +
    (is_bridge || is_tunnel ? roadFlags.raised : 0)
  )
}

function readPoints(layer: VectorTileLayer | undefined, texts: Texts) {
  const points: number[] = []
  const pointTexts: number[] = []
  for (const feature of featuresOf(layer)) {
    const { properties } = feature
    const houseNumber = textOf(properties.addr_housenumber)
    if (feature.type !== pointType || houseNumber === '') continue
    const position = feature.loadGeometry()[0]?.[0]
    if (!position) continue
    points.push(scaled(position.x, feature), scaled(position.y, feature))
    for (const text of [properties.addr_housenumber, properties.addr_street, properties.addr_postcode]) {
      pointTexts.push(texts.at(textOf(text)))
    }
    pointTexts.push(texts.at(textOf(properties.addr_city)))
  }
  return { points: Int16Array.from(points), pointTexts: Uint16Array.from(pointTexts) }
}

function readSights(layer: VectorTileLayer | undefined, texts: Texts) {
  const sights: number[] = []
  const sightNames: number[] = []
  for (const feature of featuresOf(layer)) {
    const name = textOf(feature.properties.name)
    const position = name !== '' && feature.type === pointType ? feature.loadGeometry()[0]?.[0] : undefined
    if (!position) continue
    sights.push(scaled(position.x, feature), scaled(position.y, feature))
    sightNames.push(texts.at(name))
  }
  return { sights: Int16Array.from(sights), sightNames: Uint16Array.from(sightNames) }
}

const pointType = 1
const lineType = 2

export function* featuresOf(layer: VectorTileLayer | undefined): Generator<VectorTileFeature> {
  for (let at = 0; at < (layer?.length ?? 0); at++) yield layer!.feature(at)
}

/** Some tiles have another resolution than ours. */
const scaled = (value: number, { extent }: VectorTileFeature): number =>
  extent === tileExtent ? value : Math.round((value * tileExtent) / extent)

const textLengthMax = 200

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, textLengthMax) : ''

class Texts {
  readonly list: string[] = ['']
  readonly #places = new Map([['', 0]])

  /** The empty one if there are too many. */
  at(text: string): number {
    const known = this.#places.get(text)
    if (known !== undefined) return known
    if (this.list.length >= countMax) return 0
    this.#places.set(text, this.list.length)
    return this.list.push(text) - 1
  }
}

/** A string has a header and an entry in its list. */
const textOverhead = 32

function bytesOf(tile: Omit<StreetTile, 'bytes'>): number {
  const { texts, ...arrays } = tile
  const ofTexts = texts.reduce((sum, text) => sum + textOverhead + text.length * 2, 0)
  return Object.values(arrays).reduce((sum, array) => sum + array.byteLength, ofTexts)
}

/** For positions without any data. */
export const emptyTile: StreetTile = { ...readStreetTile(new Uint8Array()), bytes: 0 }
