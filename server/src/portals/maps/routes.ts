import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { bare, plainRoute } from '#kernel/api/route.ts'
import { listLayers } from './actions.ts'
import { MapProviderShape, MapQuery, toWire } from './wire.ts'

export const clientRoutes = [
  plainRoute<ClientCall, Operation>()({
    method: 'GET',
    path: '/map-providers',
    operation: 'client.view',
    module: 'google_maps',
    tag: 'Maps',
    summary: 'List additional maps',
    description:
      'Empty unless the operator set a key. Show the title and the copyright with the tiles. Load tiles directly ' +
      'from the provider; storing them is not allowed.',
    query: MapQuery,
    reply: bare(Type.Array(MapProviderShape)),
    handle: async (call, { query }) => toWire(await listLayers(call, query.language ?? 'en')),
  }),
]
