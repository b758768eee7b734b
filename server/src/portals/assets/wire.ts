import Type, { type Static } from 'typebox'
import { exact, like, Nullable, oneLine, visibleLine } from '#kernel/api/fields.ts'
import { listParameters, numberIds, search } from '#kernel/api/lists.ts'
import { NumberId, UuidId } from '#kernel/api/route.ts'
import { PhotoShape } from '#tracking/vehicles/wire.ts'
import type { AssetChange as Change, ThingQuestion } from './actions.ts'

const Name = oneLine(1, 100, { example: 'Vans of the north' })
const Category = visibleLine(1, 50, { example: 'equipment', description: 'For example `equipment`.' })
const assetFields = {
  category: Type.Optional(Nullable(Category)),
  sensor_id: Type.Optional(Nullable(Type.Integer({ description: 'A sensor of this account, or null.' }))),
  description: Type.Optional(Type.String({ example: 'Blue, with a long handle', maxLength: 100 })),
}
export const NewAsset = exact({ name: Name, ...assetFields })
export const AssetChange = exact({ name: Type.Optional(Name), ...assetFields })

export const toChange = <B extends Static<typeof AssetChange>>({ sensor_id, ...rest }: B) =>
  ({ ...rest, sensorId: sensor_id }) as Change & { name: B['name'] }

export const ThingQuery = exact({
  ...listParameters,
  ...search,
  category: Type.Optional(Type.String({ minLength: 1, maxLength: 50, description: 'Only assets of this category.' })),
  label_id: Type.Optional(Type.String({ ...UuidId, description: 'Only items with this label.' })),
  gateway_id: Type.Optional(Type.Integer({ ...NumberId, description: 'Only items at this gateway.' })),
  floor_id: Type.Optional(Type.String({ ...UuidId, description: 'Only items at gateways on this floor.' })),
})
export const toQuestion = (query: Static<typeof ThingQuery>): ThingQuestion => ({
  ids: numberIds(query.ids),
  q: query.q,
  category: query.category,
  labelId: query.label_id,
  gatewayId: query.gateway_id,
  floorId: query.floor_id,
})

const PointShape = Type.Object({ latitude: Type.Number(), longitude: Type.Number() }, { title: 'Point' })
const NamedShape = Type.Object(
  { id: Type.String(), name: Type.String({ example: 'Ground floor' }) },
  { title: 'Named' },
)
const PlaceShape = Type.Object(
  {
    gateway_id: Type.Integer({ description: 'The gateway with the strongest signal; for a gateway, itself.' }),
    gateway: Type.String({ example: 'North reader', description: 'Name of the gateway.' }),
    heard_at: Nullable(
      Type.Number({ example: 1790000000, description: 'When it was last detected, in unix seconds.' }),
    ),
    rssi: Nullable(Type.Number({ example: -62, description: 'Signal strength in dBm.' })),
    position: Nullable(PointShape),
    floor: Nullable(NamedShape),
    building: Nullable(like(NamedShape, { name: 'Hall 2' })),
    room: Type.String({ example: 'Packing', description: 'Empty if it has no name.' }),
  },
  { title: 'Whereabouts' },
)
export const ThingShape = Type.Object(
  {
    id: Type.Integer(),
    type: Type.String({ example: 'asset', description: '`gateway`, `sensor` or `asset`.' }),
    name: Type.String({ example: 'Pallet jack' }),
    ident: Type.String({ example: 'asset-731820465540' }),
    description: Type.String({ example: '' }),
    category: Nullable(Type.String({ example: 'equipment' })),
    label_ids: Type.Array(Type.String()),
    sensor_id: Nullable(Type.Integer({ description: 'For an asset: its sensor.' })),
    asset_ids: Type.Array(Type.Integer(), { example: [], description: 'For a sensor: its assets.' }),
    battery: Nullable(Type.Number({ example: 84, description: 'Percent.' })),
    photo: Nullable(PhotoShape),
    place: Nullable(PlaceShape),
  },
  { title: 'Thing' },
)

const CategoryShape = Type.Object(
  {
    category: Nullable(Type.String({ example: 'equipment', description: 'Null: items without one.' })),
    count: Type.Integer({ example: 12 }),
  },
  { title: 'CategoryCount' },
)
export const CategoriesShape = Type.Array(CategoryShape)
export const OnFloorShape = Type.Object(
  { categories: CategoriesShape, assets: Type.Array(ThingShape) },
  { title: 'FloorAssets' },
)
