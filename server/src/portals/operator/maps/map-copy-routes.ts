/** Routes with which the operator copies a part of a large map. */
import Type from 'typebox'
import type { OperatorCall } from '#identity/staff/call.ts'
import { EnumOf, exact, like, Nullable, Time } from '#kernel/api/fields.ts'
import { bare, plainRoute } from '#kernel/api/route.ts'
import type { Context } from '#kernel/context.ts'
import { shownSource } from '#kernel/geo/map-file/source.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type CopyInput, copyStates, listCountries, measureCopy, readCopy, startCopy, stopCopy } from './map-copy.ts'

const route = plainRoute<OperatorCall>()
const tag = 'Installation'

const CopyBody = exact({
  source: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      example: 'https://maps.example.com/planet.pmtiles',
      description: 'The address or path of a large PMTiles file. Default: `WAYMARK_MAP_SOURCE`.',
    }),
  ),
  country: Type.Optional(Type.String({ minLength: 2, maxLength: 2, example: 'AT', description: 'ISO 3166.' })),
  box: Type.Optional(
    like(
      Type.Array(Type.Number(), {
        minItems: 4,
        maxItems: 4,
        description: 'Instead of a country: west, south, east and north in degrees.',
      }),
      undefined,
    ),
  ),
})

const CopyShape = Type.Object({
  state: EnumOf(copyStates, '`reading`: it reads the list of tiles.'),
  area: Type.String({ example: 'Austria' }),
  source: Type.String({ example: 'https://maps.example.com/planet.pmtiles' }),
  file: Type.String({ example: '/var/lib/waymark/maps/at.pmtiles' }),
  bytes: Type.Integer({ example: 12000000 }),
  bytes_total: Nullable(Type.Integer({ example: 912000000 })),
  failure: like(Nullable(Type.String()), null),
  started_at: Time,
})

const MapCopyShape = Type.Object(
  {
    source: Nullable(Type.String({ description: '`WAYMARK_MAP_SOURCE`, without parts that may be a key.' })),
    countries: Type.Array(
      Type.Object({ code: Type.String({ example: 'AT' }), name: Type.String({ example: 'Austria' }) }),
    ),
    copy: Nullable(CopyShape),
  },
  { title: 'MapCopy' },
)

const SizeShape = Type.Object({ bytes: Type.Integer({ example: 912000000 }), tiles: Type.Integer({ example: 81000 }) })

function toWire(ctx: Pick<Context, 'config'>) {
  const copy = readCopy(ctx)
  return {
    source: ctx.config.mapSource === undefined ? null : shownSource(ctx.config.mapSource),
    countries: listCountries().map(({ code, name }) => ({ code, name })),
    copy: copy && {
      ...{ state: copy.state, area: copy.area, source: copy.source, file: copy.file, bytes: copy.bytes },
      ...{ bytes_total: copy.bytesTotal, failure: copy.failure, started_at: seconds(copy.startedAt) },
    },
  }
}

const toInput = (body: { source?: string; country?: string; box?: number[] }): CopyInput => ({
  source: body.source,
  country: body.country,
  box: body.box,
})

export const mapCopyRows = [
  route({
    method: 'GET',
    path: '/map/copy',
    tag,
    summary: 'Read the progress of the map copy, and the list of countries',
    reply: bare(MapCopyShape),
    handle: async (call) => toWire(call),
  }),
  route({
    method: 'POST',
    path: '/map/copy/size',
    tag,
    summary: 'Find out how large the map of a country or box is',
    body: CopyBody,
    reply: bare(SizeShape),
    handle: (call, { body }) => measureCopy(call, toInput(body)),
  }),
  route({
    method: 'POST',
    path: '/map/copy',
    tag,
    summary: 'Copy the map of a country or box, then show it',
    description:
      'Answers as soon as the copy has started. The file is stored in `maps` in the data folder of the node that answers, and is used before ' +
      'other map files. After a restart, start the same copy again to continue.',
    body: CopyBody,
    reply: bare(MapCopyShape),
    handle: async (call, { body }) => {
      await startCopy(call, toInput(body))
      return toWire(call)
    },
  }),
  route({
    method: 'DELETE',
    path: '/map/copy',
    tag,
    summary: 'Stop the copy of a map',
    description: 'What was copied stays. Start the same copy again to continue.',
    reply: bare(MapCopyShape),
    handle: async (call) => {
      await stopCopy(call)
      return toWire(call)
    },
  }),
]
