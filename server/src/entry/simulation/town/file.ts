/** The town as a map file: written once next to the installation's keys, and again when the town has changed. */
import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { tileId } from '#kernel/geo/map-file/pmtiles.ts'
import { writeMap } from '#kernel/geo/map-file/write.ts'
import { townFeatures } from './features.ts'
import { coast } from './land.ts'
import { toDegrees } from './plane.ts'
import { toTiles } from './tiles.ts'
import { town } from './town.ts'

const zooms = { min: 0, max: 15 }
const layers = ['earth', 'landuse', 'water', 'roads', 'buildings', 'pois', 'places', 'boundaries']

/** Returns whether it had to be written. */
export async function writeTownIfNeeded(path: string): Promise<boolean> {
  const version = versionOfTown()
  const note = `${path}.version`
  if (existsSync(path) && (await readFile(note, 'utf8').catch(() => '')) === version) return false
  await mkdir(dirname(path), { recursive: true })
  // A map that is being shown is replaced atomically.
  await writeFile(`${path}.new`, drawTown())
  await rename(`${path}.new`, path)
  await writeFile(note, version)
  return true
}

export function drawTown(): Buffer {
  const places = coast.map(toDegrees)
  const [latitudes, longitudes] = [places.map(({ latitude }) => latitude), places.map(({ longitude }) => longitude)]
  const tiles = toTiles(townFeatures(town()), zooms)
  return writeMap({
    tiles: tiles.map(({ z, x, y, bytes }) => ({ id: tileId(z, x, y), bytes: gzipSync(bytes) })),
    metadata: {
      name: 'Varrey',
      description: 'An island that does not exist.',
      attribution: 'Varrey is made up',
      version: '4.0.0',
      vector_layers: layers.map((id) => ({ id, fields: {} })),
    },
    tileCompression: 'gzip',
    minZoom: zooms.min,
    maxZoom: zooms.max,
    bounds: {
      west: Math.min(...longitudes),
      south: Math.min(...latitudes),
      east: Math.max(...longitudes),
      north: Math.max(...latitudes),
    },
  })
}

/** A hash of everything that draws it: nobody has to remember a number. */
function versionOfTown(): string {
  const folder = import.meta.dirname
  const files = globSync('*.ts', { cwd: folder }).sort()
  return hash('sha256', files.map((file) => readFileSync(join(folder, file), 'utf8')).join(''), 'base64url')
}
