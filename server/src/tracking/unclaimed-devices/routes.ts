import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { exact } from '#kernel/api/fields.ts'
import { bare, both, byUuid, plainRoute, route } from '#kernel/api/route.ts'
import { UnitWire, toWire as unitToWire } from '../units/wire.ts'
import { claim, findNearby, findUnclaimed } from './actions.ts'
import { ClaimBody, LobbyShape, lobbyToWire, NearbyShape, OwnClaimBody, toClaim } from './wire.ts'

const tag = 'Lobby'
const ByIdent = exact({ ident: Type.String({ minLength: 1, maxLength: 64, description: 'Its exact ident.' }) })

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/lobby',
    tag,
    summary: 'Find a tracker that has connected and has no unit',
    query: ByIdent,
    replies: both(Type.Array(LobbyShape)),
    handle: async (call, { query }) => (await findUnclaimed(call, query.ident)).map(lobbyToWire),
  }),
  route({
    method: 'POST',
    path: '/lobby/:id/claim',
    right: 'lobby',
    tag,
    summary: 'Create a unit for an unclaimed device',
    params: byUuid('unclaimed device'),
    body: ClaimBody,
    replies: both(UnitWire, 201),
    handle: async (call, { params, body }) => unitToWire(await claim(call, params.id, toClaim(body))),
  }),
]

const clientRoute = plainRoute<ClientCall, Operation>()
const byClient = { operation: 'client.manage-units', tag: 'Units' } as const

export const clientRoutes = [
  clientRoute({
    ...byClient,
    method: 'GET',
    path: '/unclaimed-devices',
    summary: 'Find a device that has just connected and has no unit',
    description:
      'Only by its whole ident, and only within ten minutes of its last connection. Twenty searches an hour. Not for managed accounts.',
    query: ByIdent,
    reply: bare(Type.Array(NearbyShape)),
    handle: (call, { query }) => findNearby(call, query.ident),
  }),
  clientRoute({
    ...byClient,
    method: 'POST',
    path: '/unclaimed-devices/:id/claim',
    summary: 'Add a unit for a device that has just connected',
    params: byUuid('unclaimed device'),
    body: OwnClaimBody,
    reply: bare(UnitWire.provider, 201),
    handle: async (call, { params, body }) =>
      unitToWire(await claim(call, params.id, toClaim({ ...body, account_id: call.account }))),
  }),
]
