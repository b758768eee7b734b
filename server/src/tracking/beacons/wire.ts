import Type, { type Static } from 'typebox'
import { exact, like, Nullable, oneLine } from '#kernel/api/fields.ts'
import type { NewAsset, NewSensor } from './actions.ts'
import type { Point } from './detection.ts'

const AccountId = Type.Integer({ description: 'An account of tags_app.' })
const Name = oneLine(1, 100, { example: 'Tag 17' })
const Description = Type.String({ example: 'On a keyring', maxLength: 100 })
const Category = oneLine(1, 50, { example: 'equipment', description: 'For example `person` or `equipment`.' })
const DeviceLink = Type.Integer({ example: 730418265952, description: 'A unit of type `sensor` in the same account.' })

export const NewSensorBody = exact({
  account_id: AccountId,
  ident: Type.String({
    example: 'd14699811df7',
    description:
      'How gateways detect it: its address, `uuid.major.minor` of an iBeacon, or `namespace.instance` of an Eddystone. ' +
      'Kept in lower case, without colons and dashes; unique in the account.',
  }),
  name: Name,
  description: Type.Optional(Description),
})

export const toNewSensor = (body: Static<typeof NewSensorBody>): NewSensor => ({
  accountId: body.account_id,
  ident: body.ident,
  name: body.name,
  description: body.description,
})

export const NewAssetBody = exact({
  account_id: AccountId,
  name: like(Name, 'Pallet jack'),
  ident: Type.Optional(
    Type.String({
      example: 'PJ-3',
      description: 'Your own number for it, unique in the account. If absent, it gets one.',
    }),
  ),
  category: Type.Optional(Nullable(Category)),
  device_link: Type.Optional(Nullable(DeviceLink)),
  description: Type.Optional(Description),
})

export const toNewAsset = (body: Static<typeof NewAssetBody>): NewAsset => ({
  accountId: body.account_id,
  ident: body.ident,
  name: body.name,
  description: body.description,
  category: body.category ?? null,
  deviceLink: body.device_link ?? null,
})

export const LinkBody = exact({ device_link: Nullable(DeviceLink) })
export const CategoryBody = exact({ category: Nullable(Category) })

const placeFields = {
  latitude: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
}
export const PlaceBody = exact(placeFields)
export const PlaceWire = Type.Object(placeFields, { title: 'GatewayPlace' })

export const placeToWire = (place: Point | undefined) => place ?? { latitude: null, longitude: null }
