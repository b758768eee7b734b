import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { ownedRoutes } from '#identity/sessions/owned-rows.ts'
import { listing } from '#kernel/api/lists.ts'
import { bare, bareList, byNumber, byUuid, plainRoute } from '#kernel/api/route.ts'
import {
  addAsset,
  changeAsset,
  listCategories,
  readFloorAssets,
  readThing,
  removeAsset,
  thingSorts,
  thingsOf,
} from './actions.ts'
import { type Kind, kinds, type Thing } from './asset.ts'
import {
  AssetChange,
  CategoriesShape,
  NewAsset,
  OnFloorShape,
  ThingQuery,
  ThingShape,
  toChange,
  toQuestion,
} from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const [tag, module] = ['Tags', 'label'] as const
const view = { tag, module, operation: 'client.view' } as const

const summaries: Readonly<Record<Kind, string>> = {
  gateway: 'List gateways and where they are placed',
  sensor: 'List sensors with the gateway that receives each best',
  asset: 'List assets with the gateway that receives each best',
}

const lists = kinds.map((kind) =>
  route({
    ...view,
    method: 'GET',
    path: `/${kind}s`,
    summary: summaries[kind],
    query: ThingQuery,
    reply: bareList(ThingShape),
    handle: (call, { query }) => {
      const reading = thingsOf(call, [kind], toQuestion(query))
      return listing<Thing>({ sorts: thingSorts, read: async (page) => (await reading)(page) })
    },
  }),
)

export const clientRoutes = [
  ...lists,
  route({
    ...view,
    method: 'GET',
    path: '/tags/:id',
    summary: 'Read a gateway, a sensor or an asset',
    params: byNumber('unit'),
    reply: bare(ThingShape),
    handle: (call, { params }) => readThing(call, params.id),
  }),
  route({
    ...view,
    method: 'GET',
    path: '/asset-categories',
    summary: 'Count assets by category',
    reply: bare(CategoriesShape),
    handle: (call) => listCategories(call),
  }),
  ...ownedRoutes({
    ...{ tag, module, path: '/assets', params: byNumber('asset'), shape: ThingShape },
    create: {
      summary: 'Create an asset, located by its sensor',
      body: NewAsset,
      handle: (call, body) => addAsset(call, toChange(body)),
    },
    change: {
      summary: 'Change an asset’s name, category or sensor',
      description: 'Without a sensor it stays at its last place.',
      body: AssetChange,
      handle: (call, id, body) => changeAsset(call, id, toChange(body)),
    },
    remove: { summary: 'Delete an asset', description: 'Its sensor stays.', handle: removeAsset },
  }),
  route({
    ...view,
    method: 'GET',
    path: '/floors/:id/assets',
    module: 'building',
    tag: 'Buildings',
    summary: 'List the assets at the gateways of a floor, and count them by category',
    params: byUuid('floor'),
    reply: bare(OnFloorShape),
    handle: (call, { params }) => readFloorAssets(call, params.id),
  }),
]
