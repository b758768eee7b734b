/** Where addresses come from: the operator's map, then the nearest town. Without a street, a geocoder is asked later. */
import type { Address, Addresses } from '#kernel/geo/addresses.ts'
import type { MapFiles } from '#kernel/geo/map-file/map-files.ts'
import type { Position } from '#kernel/geo/position.ts'
import type { Log } from '#kernel/runtime/log.ts'
import type { Meters } from '#kernel/runtime/meters.ts'
import { Geocoder, type GeocoderSettings } from './geocoder/geocoder.ts'
import { MapLookup } from './lookup/lookup-map.ts'
import { PlaceSearch } from './search/search.ts'
import { onOneLine } from './text.ts'
import { Towns } from './towns.ts'

/** Changes when the same sources give other results. */
const rulesVersion = 1

export interface AddressParts {
  readonly maps: MapFiles
  readonly log: Pick<Log, 'warn'>
  readonly meters: Pick<Meters, 'gauge'>
  /** Read each time: the operator can change it. */
  readonly geocoder?: () => GeocoderSettings | undefined
}

export function createAddresses({ maps, log, meters, ...settings }: AddressParts): Addresses {
  const lookup = new MapLookup(maps, log)
  const towns = new Towns()
  const geocoder = currentGeocoder(settings.geocoder, log)
  meters.gauge(
    'address_cache_bytes',
    'Memory that decoded tiles of the map take for addresses.',
    () => lookup.cached.bytes,
  )

  meters.gauge(
    'geocoder_requests',
    'Requests to the geocoder since it was set, by result.',
    () => {
      const { asked, failed } = geocoder()?.state() ?? { asked: 0, failed: 0 }
      return [
        ['answered', asked - failed],
        ['failed', failed],
      ]
    },
    'result',
  )

  const at: Addresses['at'] = async (position) =>
    (await fromMap(lookup, position)) ?? (await fromTowns(towns, position))
  const search = new PlaceSearch(lookup, towns, at)
  return {
    at,
    get geocoder() {
      return geocoder()
    },
    async find(text, near) {
      const found = await search.find(text, near)
      const asked = geocoder()
      if (!asked || found.some(({ kind }) => kind !== 'place')) return found
      return [...(await asked.search(text, near)), ...found]
    },
    roadAt: (position, direction) => lookup.roadAt(position, direction),
    hasStreets: (position) => lookup.hasStreets(position),
    countryAt: async (position) => (await towns.near(position))?.country,
    cached: () => lookup.cached,
    route: (from, to) => lookup.route(from, to),
    match: (track) => lookup.match(track),
    version: async () => `${rulesVersion}.${(await lookup.version()) ?? 'towns'}`,
  }
}

/** A new one is created when its settings differ; what it has learned about failures is lost. */
function currentGeocoder(settings: AddressParts['geocoder'], log: Pick<Log, 'warn'>): () => Geocoder | undefined {
  let made: Geocoder | undefined
  let madeOf = ''
  return () => {
    const now = settings?.()
    const key = now ? JSON.stringify(now) : ''
    if (key !== madeOf) made = now && new Geocoder(now, log)
    madeOf = key
    return made
  }
}

async function fromMap(lookup: MapLookup, position: Position): Promise<Address | undefined> {
  const parts = await lookup.at(position)
  return parts && { text: onOneLine(parts), ...parts, source: 'map' }
}

async function fromTowns(towns: Towns, position: Position): Promise<Address | undefined> {
  const town = await towns.near(position)
  if (!town) return undefined
  const { name: place, country } = town
  return { text: `near ${place}, ${countryName(country)}`, place, country, source: 'town' }
}

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code)
