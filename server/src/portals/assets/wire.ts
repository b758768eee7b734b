import Type, { type Static } from 'typebox'
import { exact, Nullable, oneLine, visibleLine } from '#kernel/api/fields.ts'
import { listParameters, numberIds, search } from '#kernel/api/lists.ts'
import { NumberId, UuidId } from '#kernel/api/route.ts'
import type { AssetChange as Change, ThingQuestion } from './actions.ts'

const Name = oneLine(1, 100)
const Category = visibleLine(1, 50, { description: 'For example `equipment`.' })
const assetFields = {
  category: Type.Optional(Nullable(Category)),
  sensor_id: Type.Optional(Nullable(Type.Integer({ description: 'A sensor of this account, or null.' }))),
  description: Type.Optional(Type.String({ maxLength: 100 })),
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
const NamedShape = Type.Object({ id: Type.String(), name: Type.String() }, { title: 'Named' })
const PlaceShape = Type.Object(
  {
    gateway_id: Type.Integer({ description: 'The gateway with the strongest signal; for a gateway, itself.' }),
    gateway: Type.String({ description: 'Name of the gateway.' }),
    heard_at: Nullable(Type.Number({ description: 'When it was last detected, in unix seconds.' })),
    rssi: Nullable(Type.Number({ description: 'Signal strength in dBm.' })),
    position: Nullable(PointShape),
    floor: Nullable(NamedShape),
    building: Nullable(NamedShape),
    room: Type.String({ description: 'Empty if it has no name.' }),
  },
  { title: 'Whereabouts' },
)
export const ThingShape = Type.Object(
  {
    id: Type.Integer(),
    type: Type.String({ description: '`gateway`, `sensor` or `asset`.' }),
    name: Type.String(),
    ident: Type.String(),
    description: Type.String(),
    category: Nullable(Type.String()),
    label_ids: Type.Array(Type.String()),
    sensor_id: Nullable(Type.Integer({ description: 'For an asset: its sensor.' })),
    asset_ids: Type.Array(Type.Integer(), { description: 'For a sensor: its assets.' }),
    battery: Nullable(Type.Number({ description: 'Percent.' })),
    place: Nullable(PlaceShape),
  },
  { title: 'Thing' },
)

const CategoryShape = Type.Object(
  { category: Nullable(Type.String({ description: 'Null: items without one.' })), count: Type.Integer() },
  { title: 'CategoryCount' },
)
export const CategoriesShape = Type.Array(CategoryShape)
export const OnFloorShape = Type.Object(
  { categories: CategoriesShape, assets: Type.Array(ThingShape) },
  { title: 'FloorAssets' },
)
