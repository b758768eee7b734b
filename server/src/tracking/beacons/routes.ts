import { like } from '#kernel/api/fields.ts'
import { bare, byNumber, route } from '#kernel/api/route.ts'
import { toWire, UnitWire } from '../units/wire.ts'
import { createAsset, linkAsset, readPlace, registerSensor, setCategory, setPlace } from './actions.ts'
import {
  CategoryBody,
  LinkBody,
  NewAssetBody,
  NewSensorBody,
  PlaceBody,
  PlaceWire,
  placeToWire,
  toNewAsset,
  toNewSensor,
} from './wire.ts'

const tag = 'Tags'
const params = byNumber('unit')
/** Only the provider dialect knows tags_app. */
const unit = { provider: bare(UnitWire.provider) }
const created = (example: object) => ({ provider: bare(like(UnitWire.provider, example), 201) })

export const dealerRoutes = [
  route({
    method: 'POST',
    path: '/units/sensors',
    right: 'units',
    tag,
    summary: 'Register a tag before a gateway detects it',
    description:
      'A tag that a gateway of the account detects becomes a sensor automatically while the quota `sensor` allows; ' +
      'one that was deleted does not, until it is registered again.',
    body: NewSensorBody,
    replies: created({ name: 'Tag 17', ident: 'd14699811df7', type: 'sensor', technology: 'mobile', hw_id: 9001 }),
    handle: async (call, { body }) => toWire(await registerSensor(call, toNewSensor(body))),
  }),
  route({
    method: 'POST',
    path: '/units/assets',
    right: 'units',
    tag,
    summary: 'Create an asset, located by its sensor',
    body: NewAssetBody,
    replies: created({ name: 'Pallet jack', ident: 'PJ-3', type: 'asset', category: 'equipment', hw_id: 9002 }),
    handle: async (call, { body }) => toWire(await createAsset(call, toNewAsset(body))),
  }),
  route({
    method: 'PUT',
    path: '/units/:id/link',
    right: 'units',
    tag,
    summary: 'Link an asset to a sensor, or to none',
    description: 'From now on, the asset is where the sensor is. With null it stays where it was.',
    params,
    body: LinkBody,
    replies: unit,
    handle: async (call, { params, body }) => toWire(await linkAsset(call, params.id, body.device_link)),
  }),
  route({
    method: 'PUT',
    path: '/units/:id/category',
    right: 'units',
    tag,
    summary: 'Set the category of an asset',
    params,
    body: CategoryBody,
    replies: unit,
    handle: async (call, { params, body }) => toWire(await setCategory(call, params.id, body.category)),
  }),
  route({
    method: 'GET',
    path: '/units/:id/place',
    tag,
    summary: 'Read the set position of a gateway',
    description: 'Null: not set, so its own receiver gives its position.',
    params,
    replies: { provider: bare(PlaceWire) },
    handle: async (call, { params }) => placeToWire(await readPlace(call, params.id)),
  }),
  route({
    method: 'PUT',
    path: '/units/:id/place',
    right: 'units',
    tag,
    summary: 'Set the position of a gateway',
    description:
      'For gateways without a receiver, or indoors: from now on, the tags it detects are at this position. It becomes an `anchor` of ' +
      'the technology `mesh`; with both null it is `mobile` again.',
    params,
    body: PlaceBody,
    replies: unit,
    handle: async (call, { params, body }) => toWire(await setPlace(call, params.id, body)),
  }),
]
