/** Streets for every map of the pages, from the operator's own file: no other server sees what people look at. */
import type { FastifyInstance } from 'fastify'
import { notFound } from '#kernel/errors.ts'
import { unpack } from '#kernel/geo/map-file/map-file.ts'
import type { MapFiles, StreetMap } from '#kernel/geo/map-file/map-files.ts'
import { zoomMax } from '#kernel/geo/map-file/pmtiles.ts'
import { accepts } from '../compression.ts'

interface Address {
  readonly version: string
  readonly z: string
  readonly x: string
  readonly y: string
}

const forGood = 'public, max-age=31536000, immutable'

export function mapTiles(app: FastifyInstance, maps: MapFiles): void {
  app.get<{ Params: Address }>('/map/:version/:z/:x/:y', async ({ params, headers }, reply) => {
    const [z, x, y] = [params.z, params.x, params.y].map(toNumber) as [number, number, number]
    if (!(z <= zoomMax && x < 2 ** z && y < 2 ** z)) return notFound('tile')
    const isCurrent = params.version === (await maps.current())?.version
    reply.header('cache-control', isCurrent ? forGood : 'no-store')
    const tile = await maps.tile(z, x, y)
    // Where the file has nothing, the built-in map shows through.
    if (!tile) return reply.code(204).send()
    reply.type('application/vnd.mapbox-vector-tile').header('vary', 'accept-encoding')
    if (tile.compression !== 'none' && accepts(headers['accept-encoding'] ?? '', tile.compression)) {
      return reply.header('content-encoding', tile.compression).send(tile.bytes)
    }
    return reply.send(await unpack(tile))
  })
}

const toNumber = (text: string): number => (/^\d{1,8}$/.test(text) ? Number(text) : Number.NaN)

/** What a page needs to draw them. */
export const toWire = (map: StreetMap | undefined) =>
  map
    ? {
        tiles: `/map/${map.version}/{z}/{x}/{y}`,
        attribution: map.attribution,
        min_zoom: map.minZoom,
        max_zoom: map.maxZoom,
        areas: map.areas,
      }
    : null
