import Type, { type Static } from 'typebox'
import { EnumOf, exact, Nullable } from '#kernel/api/fields.ts'
import { refuse } from '#kernel/errors.ts'
import { type FoundPlace, foundKinds } from '#kernel/geo/addresses.ts'
import type { Position } from '#kernel/geo/position.ts'
import { readCoordinates } from './search-coordinates.ts'

const textMax = 200

export const PlacesQuery = exact({
  search: Type.String({
    minLength: 1,
    maxLength: textMax,
    example: 'Harbour Street 12',
    description: 'An address, a street, a point of interest, a place, or coordinates.',
  }),
  near: Type.Optional(
    Type.String({
      maxLength: 50,
      example: '47.141,9.5215',
      description: 'Latitude and longitude of the centre of the map. Closer results come first.',
    }),
  ),
})

const orNull = (example: string, description?: string) =>
  Nullable(Type.String({ example, ...(description && { description }) }))

export const FoundPlaceShape = Type.Object(
  {
    kind: EnumOf(foundKinds),
    name: Type.String({ example: 'Harbour Street 12' }),
    postcode: orNull('1000'),
    place: orNull('Northport', 'The town or village it is in. For coordinates, their address.'),
    country: orNull('LI', 'ISO 3166 code, for places of the built-in list.'),
    latitude: Type.Number({ example: 47.141 }),
    longitude: Type.Number({ example: 9.5215 }),
    radius: Type.Integer({ example: 30, description: 'Radius of a circle around it, in metres.' }),
    distance: Nullable(Type.Integer({ example: 350, description: 'Metres from `near`.' })),
  },
  { title: 'FoundPlace' },
)

export function nearOf({ near }: Static<typeof PlacesQuery>): Position | undefined {
  if (near === undefined) return undefined
  return (
    readCoordinates(near) ?? refuse('INVALID_QUERY', 'near must be a latitude and a longitude: 47.141,9.5215.', 'near')
  )
}

export const placeToWire = ({ lat, lon, metres, ...place }: FoundPlace): Static<typeof FoundPlaceShape> => ({
  kind: place.kind,
  name: place.name,
  postcode: place.postcode ?? null,
  place: place.place ?? null,
  country: place.country ?? null,
  latitude: lat,
  longitude: lon,
  radius: place.radius,
  distance: metres ?? null,
})
