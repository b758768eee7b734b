import Type from 'typebox'
import { EnumOf, like, Nullable, TimeOrNull } from '#kernel/api/fields.ts'
import { baseMaps, hasStreets, type MapState } from './map.ts'

const Bytes = Type.Integer({ description: 'Bytes.' })
const Box = Type.Array(Type.Number(), {
  example: [9.4, 47, 9.7, 47.3],
  description: 'West, south, east and north in degrees. Across 180°, the west is greater than the east.',
})
const Units = Type.Integer({ example: 12 })

const MapFileShape = Type.Object({
  path: Type.String({ example: '/srv/maps/region.pmtiles' }),
  problem: Nullable(
    Type.String({
      example: 'The map file /srv/maps/region.pmtiles ends too early: it was not copied completely.',
      description: 'Why it cannot be used; then all fields below are null.',
    }),
  ),
  name: Nullable(Type.String({ example: 'Protomaps Basemap' })),
  date: { ...TimeOrNull, description: 'When its data was current.' },
  bytes: Nullable(like(Bytes, 912000000)),
  box: Nullable(Box),
  min_zoom: Nullable(Type.Integer({ example: 0 })),
  max_zoom: Nullable(Type.Integer({ example: 15 })),
  streets: Type.Boolean({ description: 'It reaches zoom 15, which has every street and house number.' }),
})

export const MapShape = Type.Object(
  {
    base: EnumOf(
      baseMaps,
      '`style`: the map of `WAYMARK_MAP_STYLE_URL`. `files`: those below. `built_in`: coasts and borders.',
    ),
    style_url: like(Nullable(Type.String({ description: 'Without its query.' })), null),
    google: Type.Boolean({ example: false, description: 'Clients with the module can choose Google’s map.' }),
    demo_town: Type.Boolean({ example: false, description: 'The file is the demo’s own town.' }),
    files: Type.Array(MapFileShape, {
      description: 'In order of precedence: if several have a tile, the first is shown.',
    }),
    memory: Type.Object({
      tiles: Type.Integer({ example: 812, description: 'Tiles that are kept for addresses.' }),
      bytes: like(Bytes, 24000000),
      bytes_max: like(Bytes, 75497472),
      directory_bytes: like(Bytes, 1800000),
    }),
    addresses: Type.Object({
      stored: Type.Integer({ example: 120000, description: 'Estimated number.' }),
      waiting: Type.Integer({ example: 0, description: 'Not looked up yet in these sources; 20,000 at most.' }),
      units: Type.Object(
        { map: Units, geocoder: like(Units, 0), town: Units, none: like(Units, 0) },
        { description: 'Units by the source of their current address.' },
      ),
    }),
    geocoder: Nullable(
      Type.Object(
        {
          asked: Type.Integer({ example: 120, description: 'Requests since the start of this node.' }),
          failed: Type.Integer({ example: 0 }),
          last_failure: like(Nullable(Type.String()), null),
          paused: Type.Boolean({
            example: false,
            description: 'It failed, and requests to it are paused for a while.',
          }),
        },
        { description: 'Null without `WAYMARK_GEOCODER_URL`.' },
      ),
    ),
    coverage: Type.Object({
      units: Type.Integer({ example: 310, description: 'Units with a position.' }),
      covered: Type.Integer({ example: 298, description: 'Those where a file has streets.' }),
      missing: Type.Array(
        Type.Object({
          country: Nullable(Type.String({ example: 'LI', description: 'Two letters, as in ISO 3166.' })),
          units: Units,
          box: Box,
          command: Type.String({
            example: 'npx waymark map extract --bbox 9.4,47,9.7,47.3 --to /srv/waymark/data/maps/li.pmtiles',
            description: 'Copies the map of this box.',
          }),
        }),
        { description: 'Where streets are missing, by country; those with the most units.' },
      ),
    }),
  },
  { title: 'Map' },
)

export const mapToWire = (map: MapState) => ({
  ...map,
  google: map.isGoogleOffered,
  demo_town: map.isDemoTown,
  geocoder: map.geocoder && { ...map.geocoder, paused: map.geocoder.isPaused },
  memory: { ...map.cache, directoryBytes: map.directoryBytes },
  addresses: { ...map.addresses, units: map.addresses.latest },
  files: map.files.map((listed) => {
    const { path, problem = null, file } = listed
    if (!file) {
      return {
        path,
        problem,
        name: null,
        date: null,
        bytes: null,
        box: null,
        minZoom: null,
        maxZoom: null,
        streets: false,
      }
    }
    const { header, about, bytes } = file
    const { west, south, east, north, minZoom, maxZoom } = header
    const box = [west, south, east, north]
    const date = about.date ?? null
    return { path, problem, name: about.name ?? null, date, bytes, box, minZoom, maxZoom, streets: hasStreets(listed) }
  }),
})
