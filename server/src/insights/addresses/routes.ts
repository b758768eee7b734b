import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { bare, byNumber, route as dealerRoute, plainRoute } from '#kernel/api/route.ts'
import { listLatestNames, readUnitAddress } from './actions.ts'
import { LatestPlaceShape, latestToWire, UnitAddressShape } from './wire.ts'

const route = plainRoute<ClientCall, Operation>()

export const clientRoutes = [
  route({
    tag: 'Units',
    operation: 'client.view',
    method: 'GET',
    path: '/addresses',
    summary: 'List where units are now: geofence and address',
    description:
      'From the latest plausible position, some seconds after it arrived. While a unit moves, its address is updated ' +
      'every 50 metres. Units without a position are left out. Included in every plan.',
    reply: bare(Type.Array(LatestPlaceShape)),
    handle: async (call) => (await listLatestNames(call)).map(latestToWire),
  }),
]

export const consoleUnitRoutes = [
  dealerRoute({
    method: 'GET',
    path: '/:id/address',
    right: 'positions',
    tag: 'Units',
    summary: 'Read the address of where a unit is now',
    description:
      'Null until it has been looked up, some seconds after the first position. For a unit of an account that its client owns, ' +
      'only with support access.',
    params: byNumber('unit'),
    replies: { provider: bare(UnitAddressShape), partner: bare(UnitAddressShape) },
    handle: async (call, { params }) => ({ address: await readUnitAddress(call, params.id) }),
  }),
]
