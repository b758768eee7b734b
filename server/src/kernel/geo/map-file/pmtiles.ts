/** The format of PMTiles, version 3: a header, directories of tile ids, and tiles (docs/decisions/0078). Pure. */

export const headerBytes = 127

export const compressions = ['unknown', 'none', 'gzip', 'br', 'zstd'] as const
export type Compression = (typeof compressions)[number]

/** Where a part lies in the file. */
export interface Span {
  readonly offset: number
  readonly length: number
}

export type Area = readonly [west: number, south: number, east: number, north: number]

export interface Header {
  readonly root: Span
  readonly metadata: Span
  readonly leaves: Span
  readonly tiles: Span
  /** Of all directories; 0: the file does not say. */
  readonly entries: number
  readonly internalCompression: Compression
  readonly tileCompression: Compression
  readonly isVector: boolean
  readonly minZoom: number
  readonly maxZoom: number
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** A file that is not a map, or one that we cannot read; the message says why. */
export class MapFileProblem extends Error {}

const vectorType = 1
const degree = 1e7

export function parseHeader(bytes: Buffer): Header {
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 7) !== 'PMTiles') {
    throw new MapFileProblem('is not a PMTiles file')
  }
  if (bytes[7] !== 3) throw new MapFileProblem(`has version ${bytes[7]} of PMTiles, and only version 3 can be read`)
  const span = (at: number): Span => ({
    offset: Number(bytes.readBigUInt64LE(at)),
    length: Number(bytes.readBigUInt64LE(at + 8)),
  })
  return {
    root: span(8),
    metadata: span(24),
    leaves: span(40),
    tiles: span(56),
    entries: Number(bytes.readBigUInt64LE(80)),
    internalCompression: compressions[bytes[97] ?? 0] ?? 'unknown',
    tileCompression: compressions[bytes[98] ?? 0] ?? 'unknown',
    isVector: bytes[99] === vectorType,
    minZoom: bytes[100] ?? 0,
    maxZoom: bytes[101] ?? 0,
    west: bytes.readInt32LE(102) / degree,
    south: bytes.readInt32LE(106) / degree,
    east: bytes.readInt32LE(110) / degree,
    north: bytes.readInt32LE(114) / degree,
  }
}

/** Entries in the order of their ids, column by column: a leaf has thousands. */
export interface Directory {
  readonly ids: Float64Array
  /** How many consecutive tiles have the same content; 0: the entry points to a leaf. */
  readonly runs: Uint32Array
  readonly lengths: Uint32Array
  readonly offsets: Float64Array
}

export function parseDirectory(bytes: Buffer): Directory {
  let at = 0
  /** Without bit operations: ids and offsets have more than 32 bits. */
  const next = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]
      if (byte === undefined || factor > 2 ** 49) throw new MapFileProblem('has a broken directory')
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  const count = next()
  // Each entry takes at least four bytes, so a false count reserves no memory.
  if (count * 4 > bytes.length) throw new MapFileProblem('has a broken directory')
  const ids = new Float64Array(count)
  const runs = new Uint32Array(count)
  const lengths = new Uint32Array(count)
  const offsets = new Float64Array(count)
  for (let i = 0, id = 0; i < count; i++) ids[i] = id += next()
  for (let i = 0; i < count; i++) runs[i] = next()
  for (let i = 0; i < count; i++) lengths[i] = next()
  for (let i = 0; i < count; i++) {
    const value = next()
    offsets[i] = value === 0 && i > 0 ? (offsets[i - 1] ?? 0) + (lengths[i - 1] ?? 0) : value - 1
  }
  return { ids, runs, lengths, offsets }
}

/** The entry with this tile or with the leaf that may have it, by position. */
export function findEntry({ ids, runs }: Directory, id: number): number | undefined {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] as number) <= id) low = middle + 1
    else high = middle
  }
  if (low === 0) return undefined
  const run = runs[low - 1] as number
  return run === 0 || id - (ids[low - 1] as number) < run ? low - 1 : undefined
}

export const zoomMax = 22
/** In this schema, the zoom with every street and house number. */
export const streetsZoom = 15

/** Tiles are numbered zoom by zoom, and within a zoom along a Hilbert curve: neighbours are stored close together. */
export function tileId(z: number, x: number, y: number): number {
  let id = (4 ** z - 1) / 3
  let [a, b] = [x, y]
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const right = (a & side) > 0 ? 1 : 0
    const lower = (b & side) > 0 ? 1 : 0
    id += side * side * ((3 * right) ^ lower)
    if (lower === 0) {
      if (right === 1) {
        a = side - 1 - a
        b = side - 1 - b
      }
      ;[a, b] = [b, a]
    }
    a &= side - 1
    b &= side - 1
  }
  return id
}
