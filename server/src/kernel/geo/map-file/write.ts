/** Writes what `pmtiles.ts` reads: tiles in the order of their ids, each content once. Pure. */
import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type Compression, compressions, headerBytes } from './pmtiles.ts'

export interface StoredTile {
  readonly id: number
  /** As it is stored, so compressed if the file says so. */
  readonly bytes: Uint8Array
}

export interface MapContent {
  readonly tiles: readonly StoredTile[]
  readonly metadata: object
  readonly tileCompression: Compression
  readonly minZoom: number
  readonly maxZoom: number
  readonly bounds: Readonly<Record<'west' | 'south' | 'east' | 'north', number>>
  /** Entries of one leaf, if the root alone would be too large. */
  readonly leafSize?: number
}

export interface Entry {
  readonly id: number
  /** 0: points to a leaf. */
  run: number
  readonly offset: number
  readonly length: number
}

/** Readers request the header and the root together, as the first 16 KiB. */
export const rootBytesMax = 16_384 - headerBytes
const usualLeafSize = 4_096
const vectorType = 1

export function writeMap(content: MapContent): Buffer {
  const { entries, parts } = laidOut(content.tiles)
  const { root, leaves } = directories(entries, content.leafSize)
  const metadata = gzipSync(JSON.stringify(content.metadata))
  const sections = [root, metadata, leaves, Buffer.concat(parts)]
  const header = packHeader({
    ...content,
    sectionBytes: sections.map(({ length }) => length),
    tileCount: entries.reduce((sum, { run }) => sum + run, 0),
    entryCount: entries.length,
    contentCount: parts.length,
  })
  return Buffer.concat([header, ...sections])
}

/** The same content is stored once; if it repeats in a row, one entry stands for all. */
function laidOut(tiles: readonly StoredTile[]): { entries: Entry[]; parts: Uint8Array[] } {
  const entries: Entry[] = []
  const parts: Uint8Array[] = []
  const known = new Map<string, { offset: number; length: number }>()
  let end = 0
  for (const { id, bytes } of tiles.toSorted((one, other) => one.id - other.id)) {
    const name = hash('sha256', bytes, 'base64')
    let place = known.get(name)
    if (!place) {
      place = { offset: end, length: bytes.length }
      known.set(name, place)
      parts.push(bytes)
      end += bytes.length
    }
    const last = entries.at(-1)
    if (last && last.offset === place.offset && last.id + last.run === id) last.run += 1
    else entries.push({ id, run: 1, ...place })
  }
  return { entries, parts }
}

function directories(entries: readonly Entry[], leafSize?: number): { root: Buffer; leaves: Buffer } {
  const whole = packDirectory(entries)
  if (!leafSize && whole.length <= rootBytesMax) return { root: whole, leaves: Buffer.alloc(0) }
  for (let size = leafSize ?? usualLeafSize; ; size *= 2) {
    const leaves: Buffer[] = []
    const toLeaves: Entry[] = []
    let offset = 0
    for (let at = 0; at < entries.length; at += size) {
      const leaf = packDirectory(entries.slice(at, at + size))
      toLeaves.push({ id: entries[at]!.id, run: 0, offset, length: leaf.length })
      leaves.push(leaf)
      offset += leaf.length
    }
    const root = packDirectory(toLeaves)
    if (root.length <= rootBytesMax) return { root, leaves: Buffer.concat(leaves) }
  }
}

/** Column by column; an offset that continues the entry before is written as 0. */
export function packDirectory(entries: readonly Entry[]): Buffer {
  const bytes: number[] = []
  putNumber(bytes, entries.length)
  let before = 0
  for (const { id } of entries) {
    putNumber(bytes, id - before)
    before = id
  }
  for (const { run } of entries) putNumber(bytes, run)
  for (const { length } of entries) putNumber(bytes, length)
  let end = -1
  for (const { offset, length } of entries) {
    putNumber(bytes, offset === end ? 0 : offset + 1)
    end = offset + length
  }
  return gzipSync(Buffer.from(bytes))
}

/** Seven bits a byte, the lowest first. Without bit operations: ids and offsets have more than 32 bits. */
function putNumber(bytes: number[], value: number): void {
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  bytes.push(rest)
}

export interface HeaderContent extends Pick<MapContent, 'tileCompression' | 'minZoom' | 'maxZoom' | 'bounds'> {
  /** Of root, metadata, leaves and tiles, which follow in this order. */
  readonly sectionBytes: readonly number[]
  readonly tileCount: number
  readonly entryCount: number
  readonly contentCount: number
}

export function packHeader(content: HeaderContent): Buffer {
  const { bounds, minZoom, maxZoom, tileCompression, sectionBytes } = content
  const bytes = Buffer.alloc(headerBytes)
  bytes.write('PMTiles', 'latin1')
  bytes[7] = 3
  let at = headerBytes
  for (const [index, length] of sectionBytes.entries()) {
    bytes.writeBigUInt64LE(BigInt(at), 8 + index * 16)
    bytes.writeBigUInt64LE(BigInt(length), 16 + index * 16)
    at += length
  }
  for (const [index, count] of [content.tileCount, content.entryCount, content.contentCount].entries()) {
    bytes.writeBigUInt64LE(BigInt(count), 72 + index * 8)
  }
  /** Stored in the order of their ids. */
  bytes[96] = 1
  bytes[97] = compressions.indexOf('gzip')
  bytes[98] = compressions.indexOf(tileCompression)
  bytes[99] = vectorType
  bytes[100] = minZoom
  bytes[101] = maxZoom
  const { west, south, east, north } = bounds
  for (const [index, degrees] of [west, south, east, north].entries()) {
    bytes.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4)
  }
  bytes[118] = Math.min(maxZoom, 12)
  bytes.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119)
  bytes.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123)
  return bytes
}
