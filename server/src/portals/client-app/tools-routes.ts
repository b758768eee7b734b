/** What a client has who sets up its trackers itself. */

import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { bare, byNumber, plainRoute } from '#kernel/api/route.ts'
import { ConnectionShape, connectionToWire, SetupQuery, SetupShape, setupToWire } from '#tracking/units/wire.ts'
import { readOwnConnections, readOwnUnitForSetup } from './actions.ts'

const route = plainRoute<ClientCall, Operation>()
const tools = { tag: 'Tools', module: 'tools', operation: 'client.view' } as const
const params = byNumber('unit')

export const clientRoutes = [
  route({
    ...tools,
    method: 'GET',
    path: '/units/:id/setup',
    summary: 'Read the SMS that tell the tracker of a unit where to send',
    description:
      'Texts of the maker’s manual, filled with the address of this installation. Empty where none are known for the model: ' +
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
    summary: 'Read what the tracker of a unit did with its connections',
    description:
      'The last hundred logins, refusals and ends, the newest first, here about a second after they happened. Of trackers ' +
      'that send datagrams or requests over HTTP there are refusals only.',
    params,
    reply: bare(Type.Array(ConnectionShape)),
    handle: async (call, { params }) => (await readOwnConnections(call, params.id)).map(connectionToWire),
  }),
]
