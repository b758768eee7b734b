import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { bare, plainRoute } from '#kernel/api/route.ts'
import { listLatestNames } from './actions.ts'
import { LatestPlaceShape, latestToWire } from './wire.ts'

const route = plainRoute<ClientCall, Operation>()

export const clientRoutes = [
  route({
    tag: 'Units',
    operation: 'client.view',
    method: 'GET',
    path: '/addresses',
    summary: 'List where units are now: geofence and address',
    description:
      'By the latest position that was believed, some seconds after it came. While a unit moves, its address follows ' +
      'every 50 metres. Units without a position are not in it. With every plan.',
    reply: bare(Type.Array(LatestPlaceShape)),
    handle: async (call) => (await listLatestNames(call)).map(latestToWire),
  }),
]
