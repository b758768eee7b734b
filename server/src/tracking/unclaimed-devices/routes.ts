import Type from 'typebox'
import { bare, byUuid, data, route } from '#kernel/api/route.ts'
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
    query: Type.Object(
      { ident: Type.String({ minLength: 1, maxLength: 64, description: 'Its exact ident.' }) },
      { additionalProperties: false },
    ),
    replies: { provider: bare(Type.Array(LobbyShape)), partner: data(Type.Array(LobbyShape)) },
    handle: async (call, { query }) => (await findUnclaimed(call, query.ident)).map(lobbyToWire),
  }),
  route({
    method: 'POST',
    path: '/lobby/:id/claim',
    tag,
    summary: 'Create a unit for a tracker in the lobby',
    params: byUuid('tracker in the lobby'),
    body: ClaimBody,
    replies: { provider: bare(UnitWire.provider, 201), partner: data(UnitWire.partner, 201) },
    handle: async (call, { params, body }) => unitToWire(await claim(call, params.id, toClaim(body))),
  }),
]
