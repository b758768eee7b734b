/** Tools for clients who set up their own trackers. */

import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { bare, byNumber, plainRoute } from '#kernel/api/route.ts'
import { ConnectionShape, SetupQuery, SetupShape, setupToWire } from '#tracking/units/wire.ts'
import { readOwnConnections, readOwnUnitForSetup } from './actions.ts'

const route = plainRoute<ClientCall, Operation>()
const tools = { tag: 'Tools', module: 'tools', operation: 'client.view' } as const
const params = byNumber('unit')

export const clientRoutes = [
  route({
    ...tools,
    method: 'GET',
    path: '/units/:id/setup',
    summary: 'Read the set-up SMS for a unit’s tracker',
    description:
      'Texts published for the model, filled in with the address of this installation. Empty if none are known for the model: ' +
      'it is then set up with its maker’s tool, which is given host and port.',
    params,
    query: SetupQuery,
    reply: bare(SetupShape),
    handle: async (call, { params, query }) =>
      setupToWire(await readOwnUnitForSetup(call, params.id), call.config, query.apn),
  }),
  route({
    ...tools,
    method: 'GET',
    path: '/units/:id/connections',
    summary: 'Read a unit’s connection log',
    description:
      'The last hundred logins, refusals and disconnects, newest first, about a second after they happen. For ' +
      'trackers that use datagrams or HTTP, it shows only refusals.',
    params,
    reply: bare(Type.Array(ConnectionShape)),
    handle: (call, { params }) => readOwnConnections(call, params.id),
  }),
]
