/** Small PMTiles files for tests: whole, or wrong in one place. */
import { gzipSync } from 'node:zlib'
import { type Compression, tileId } from '#kernel/geo/map-file/pmtiles.ts'
import { writeMap } from '#kernel/geo/map-file/write.ts'

export interface MapContent {
  /** `z/x/y` and what is there. */
  readonly tiles: Readonly<Record<string, string | Buffer>>
  readonly layers?: readonly string[]
  readonly attribution?: string
  readonly tileCompression?: Compression
  readonly tileType?: number
  /** Entries are in leaves of this size instead of in the root. */
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
  const stored = Object.entries(tiles).map(([address, text]) => {
    const [z = 0, x = 0, y = 0] = address.split('/').map(Number)
    return { id: tileId(z, x, y), bytes: tileCompression === 'gzip' ? gzipSync(text) : Buffer.from(text), z }
  })
  const zooms = stored.map(({ z }) => z)
  const bytes = writeMap({
    tiles: stored,
    metadata: { vector_layers: layers.map((id) => ({ id })), attribution },
    tileCompression,
    minZoom: Math.min(...zooms),
    maxZoom: Math.max(...zooms),
    bounds: { west: -180, south: -85, east: 180, north: 85 },
    ...(leafSize && { leafSize }),
  })
  bytes[99] = tileType
  return bytes
}
