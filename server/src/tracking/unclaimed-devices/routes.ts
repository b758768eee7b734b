import Type from 'typebox'
import { exact } from '#kernel/api/fields.ts'
import { both, byUuid, route } from '#kernel/api/route.ts'
import { UnitWire, toWire as unitToWire } from '../units/wire.ts'
import { claim, findUnclaimed } from './actions.ts'
import { ClaimBody, LobbyShape, lobbyToWire, toClaim } from './wire.ts'

const tag = 'Lobby'

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/lobby',
    tag,
    summary: 'Find a tracker that has connected and has no unit',
    query: exact({ ident: Type.String({ minLength: 1, maxLength: 64, description: 'Its exact ident.' }) }),
    replies: both(Type.Array(LobbyShape)),
    handle: async (call, { query }) => (await findUnclaimed(call, query.ident)).map(lobbyToWire),
  }),
  route({
    method: 'POST',
    path: '/lobby/:id/claim',
    right: 'lobby',
    tag,
    summary: 'Create a unit for an unclaimed device',
    params: byUuid('tracker in the lobby'),
    body: ClaimBody,
    replies: both(UnitWire, 201),
    handle: async (call, { params, body }) => unitToWire(await claim(call, params.id, toClaim(body))),
  }),
]
