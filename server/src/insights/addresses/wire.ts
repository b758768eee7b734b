import Type from 'typebox'
import { EnumOf, Nullable } from '#kernel/api/fields.ts'
import { type Address, addressSources } from '#kernel/geo/addresses.ts'
import type { LatestName, PlaceName } from './actions.ts'

const part = (example: string, description?: string) =>
  Type.Optional(Type.String({ example, ...(description && { description }) }))

export const AddressShape = Type.Object(
  {
    text: Type.String({ example: 'Harbour Street 12, 1204 Port Amber', description: 'On one line, in English.' }),
    street: part('Harbour Street'),
    house_number: part('12'),
    postcode: part('1204'),
    place: part('Port Amber', 'Town or village.'),
    country: part('LT', 'Two letters, as in ISO 3166.'),
    source: EnumOf(
      addressSources,
      '`map`: the installation’s map. `geocoder`: the operator’s geocoder. `town`: only the nearest town is known.',
    ),
  },
  { title: 'Address' },
)

const names = {
  geofence: Nullable(Type.String({ example: 'North depot', description: 'Name of the geofence that it is in.' })),
  address: Nullable(AddressShape),
}

/** Coordinates with the name that people use for the place. */
export const NamedPlaceShape = Type.Object(
  { latitude: Type.Number(), longitude: Type.Number(), ...names },
  { title: 'NamedPlace', description: 'The address is null until it has been looked up, some seconds later.' },
)

/** If the geofence is known already. */
export const AddressedPlaceShape = Type.Object(
  { latitude: Type.Number(), longitude: Type.Number(), address: Nullable(AddressShape) },
  { title: 'AddressedPlace' },
)

const sixDigits = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

export const namedPlace = (lat: number, lon: number, name: PlaceName | undefined) => ({
  latitude: sixDigits(lat),
  longitude: sixDigits(lon),
  geofence: name?.geofence ?? null,
  address: name?.address ?? null,
})

export const addressedPlace = (lat: number, lon: number, address: Address | null | undefined) => ({
  latitude: sixDigits(lat),
  longitude: sixDigits(lon),
  address: address ?? null,
})

export const UnitAddressShape = Type.Object({ address: Nullable(AddressShape) }, { title: 'UnitAddress' })

export const LatestPlaceShape = Type.Object(
  { unit_id: Type.Integer(), place: NamedPlaceShape },
  { title: 'LatestPlace' },
)

export const latestToWire = (one: LatestName) => ({ unit_id: one.unitId, place: namedPlace(one.lat, one.lon, one) })
