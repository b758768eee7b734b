/** Small PMTiles files for tests: whole, or wrong in one place. */
import { gzipSync } from 'node:zlib'
import { compressions, headerBytes, tileId } from '#kernel/map-file/pmtiles.ts'

interface Entry {
  readonly id: number
  /** 0: leads to a leaf. */
  readonly run: number
  readonly offset: number
  readonly length: number
}

function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) + 128)
  }
}

/** Offsets that follow on the entry before are written as 0, as real files do. */
function directory(entries: readonly Entry[]): Buffer {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }, at) => {
      const before = entries[at - 1]
      return before && before.offset + before.length === offset ? 0 : offset + 1
    }),
  ]
  return gzipSync(Buffer.from(numbers.flatMap(varint)))
}

export interface MapContent {
  /** `z/x/y` and what is there. */
  readonly tiles: Readonly<Record<string, string | Buffer>>
  readonly layers?: readonly string[]
  readonly attribution?: string
  readonly tileCompression?: (typeof compressions)[number]
  readonly tileType?: number
  /** Entries stand in leaves of this size instead of in the root. */
  readonly leafSize?: number
}

export function aMapFile({
  tiles,
  layers = ['earth', 'roads', 'places', 'water'],
  attribution = '<a href="https://www.openstreetmap.org/copyright">&copy; OpenStreetMap</a>',
  tileCompression = 'gzip',
  tileType = 1,
  leafSize,
}: MapContent): Buffer {
  let offset = 0
  const stored = Object.entries(tiles)
    .map(([address, text]) => {
      const [z = 0, x = 0, y = 0] = address.split('/').map(Number)
      return { id: tileId(z, x, y), bytes: tileCompression === 'gzip' ? gzipSync(text) : Buffer.from(text), z }
    })
    .sort((one, other) => one.id - other.id)
  const entries = stored.map(({ id, bytes }): Entry => {
    const entry = { id, run: 1, offset, length: bytes.length }
    offset += bytes.length
    return entry
  })
  const pieces: Entry[][] = []
  if (leafSize) for (let at = 0; at < entries.length; at += leafSize) pieces.push(entries.slice(at, at + leafSize))
  const leaves = pieces.map(directory)
  let leafOffset = 0
  const toLeaves = leaves.map((bytes, at): Entry => {
    const entry = { id: pieces[at]?.[0]?.id ?? 0, run: 0, offset: leafOffset, length: bytes.length }
    leafOffset += bytes.length
    return entry
  })
  const root = directory(leafSize ? toLeaves : entries)
  const metadata = gzipSync(JSON.stringify({ vector_layers: layers.map((id) => ({ id })), attribution }))
  const parts = [root, metadata, Buffer.concat(leaves), Buffer.concat(stored.map(({ bytes }) => bytes))]
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  let at = headerBytes
  for (const [index, part] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + index * 16)
    header.writeBigUInt64LE(BigInt(part.length), 16 + index * 16)
    at += part.length
  }
  header[97] = compressions.indexOf('gzip')
  header[98] = compressions.indexOf(tileCompression)
  header[99] = tileType
  header[100] = Math.min(...stored.map(({ z }) => z))
  header[101] = Math.max(...stored.map(({ z }) => z))
  return Buffer.concat([header, ...parts])
}
