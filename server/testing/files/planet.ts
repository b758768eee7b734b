/** A world of meaningless tiles, for copying parts of it: large enough to need leaves and many requests. */
import { tileId } from '#kernel/geo/map-file/pmtiles.ts'
import { type StoredTile, writeMap } from '#kernel/geo/map-file/write.ts'

export const planetZoom = 6

/** The same for the same seed. Every seventh tile is open water, which is stored once. */
export function aPlanet(seed = 1): Buffer {
  const tiles: StoredTile[] = []
  for (let z = 0; z <= planetZoom; z++)
    for (let x = 0; x < 2 ** z; x++)
      for (let y = 0; y < 2 ** z; y++) {
        const id = tileId(z, x, y)
        tiles.push({ id, bytes: id % 7 === 3 ? Buffer.from(`water ${seed}`) : noise(seed * 100_000 + id) })
      }
  return writeMap({
    tiles,
    metadata: { vector_layers: ['earth', 'roads', 'places'].map((id) => ({ id })) },
    tileCompression: 'none',
    minZoom: 0,
    maxZoom: planetZoom,
    bounds: { west: -180, south: -85, east: 180, north: 85 },
    leafSize: 300,
  })
}

function noise(seed: number): Buffer {
  const bytes = Buffer.allocUnsafe(4 * 1_500 + (seed % 4_000))
  let state = seed + 1
  for (let at = 0; at < bytes.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}
