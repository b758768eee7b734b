/** What geocoders answer, in the forms of Nominatim and of GeoJSON (Photon, Pelias). Pure. */
import type { Address, FoundPlace } from '#kernel/geo/addresses.ts'
import type { Position } from '#kernel/geo/position.ts'

export type GeocoderParts = Pick<Address, 'street' | 'houseNumber' | 'postcode' | 'place' | 'country'>

type Fields = Readonly<Record<string, unknown>>

/** Undefined: it knows nothing about this position. Throws for an invalid answer. */
export function parseReverse(json: unknown): GeocoderParts | undefined {
  if (!isFields(json)) throw new Error('answers in an unknown form')
  if (isFields(json.address)) return used(partsOf(json.address))
  // Nominatim's way to report that there is nothing.
  if ('error' in json) return undefined
  if (!Array.isArray(json.features)) throw new Error('answers in an unknown form')
  const [first] = json.features as unknown[]
  return isFields(first) && isFields(first.properties) ? used(partsOf(first.properties)) : undefined
}

export function parseSearch(json: unknown): FoundPlace[] {
  const items = Array.isArray(json) ? json : isFields(json) && Array.isArray(json.features) ? json.features : undefined
  if (!items) throw new Error('answers in an unknown form')
  return items.filter(isFields).flatMap((item) => {
    const fields = isFields(item.properties) ? item.properties : item
    const position = positionOf(item)
    const parts = partsOf(isFields(item.address) ? item.address : fields)
    const name = textOf(fields, ['name', 'label', 'display_name'])
    return position ? foundPlace(position, parts, name, textOf(fields, ['addresstype', 'type', 'layer'])) : []
  })
}

const placeTypes = [
  'city',
  'town',
  'village',
  'hamlet',
  'municipality',
  'locality',
  'suburb',
  'county',
  'state',
  'country',
]
const radii = { address: 30, street: 100, poi: 50, place: 2_000 } as const

function foundPlace(position: Position, parts: GeocoderParts, name: string | undefined, type = ''): FoundPlace[] {
  const { street, houseNumber, postcode, place, country } = parts
  const kind = houseNumber ? 'address' : placeTypes.includes(type) ? 'place' : street && !name ? 'street' : 'poi'
  const isStreet = kind === 'poi' && street !== undefined && street === name
  const shown = kind === 'address' ? [street ?? place, houseNumber].filter(Boolean).join(' ') : (name ?? street)
  if (!shown) return []
  const known = isStreet ? 'street' : kind
  return [
    {
      kind: known,
      name: shown,
      ...(postcode && { postcode }),
      ...(known !== 'place' && place && { place }),
      ...(country && { country }),
      ...position,
      radius: radii[known],
    },
  ]
}

const partsOf = (fields: Fields): GeocoderParts => {
  const street =
    textOf(fields, ['road', 'street', 'pedestrian']) ??
    (fields.type === 'street' ? textOf(fields, ['name']) : undefined)
  const houseNumber = textOf(fields, ['house_number', 'housenumber'])
  const postcode = textOf(fields, ['postcode', 'postalcode'])
  const place = textOf(fields, ['city', 'town', 'village', 'hamlet', 'locality', 'municipality', 'county'])
  const country = textOf(fields, ['country_code', 'countrycode'])?.toUpperCase()
  return {
    ...(street && { street }),
    ...(street && houseNumber && { houseNumber }),
    ...(postcode && { postcode }),
    ...(place && { place }),
    ...(country && /^[A-Z]{2}$/.test(country) && { country }),
  }
}

const used = (parts: GeocoderParts): GeocoderParts | undefined =>
  parts.street !== undefined || parts.place !== undefined ? parts : undefined

function positionOf(item: Fields): Position | undefined {
  const { coordinates } = isFields(item.geometry) ? item.geometry : {}
  const [lon, lat] = (Array.isArray(coordinates) ? coordinates : [item.lon, item.lat]).map(Number)
  const isThere = lat !== undefined && lon !== undefined && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  return isThere ? { lat, lon } : undefined
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textMax = 200

/** The first non-empty text, on one line: it is shown to people as it is. */
function textOf(fields: Fields, names: readonly string[]): string | undefined {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof found === 'string'
    ? found
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .trim()
        .slice(0, textMax)
    : undefined
}
