import Type from 'typebox'
import { exact } from '#kernel/api/fields.ts'
import { listing, listParameters, uuidIds } from '#kernel/api/lists.ts'
import { bare, both, bothList, byUuid, data, route } from '#kernel/api/route.ts'
import { createIntakeToken, intakeTokenSorts, listIntakeTokens, removeIntakeToken } from './actions.ts'
import type { IntakeToken } from './token.ts'
import { IntakeTokenShape, IntakeTokenWithSecretShape, NewIntakeTokenBody, tokenWithSecretToWire } from './wire.ts'

const tag = 'Intake'

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/intake-tokens',
    tag,
    summary: 'List the intake tokens',
    query: exact(listParameters),
    replies: bothList(IntakeTokenShape),
    handle: (call, { query }) => {
      const ids = uuidIds(query.ids)
      return listing<IntakeToken>({
        sorts: intakeTokenSorts,
        read: (page) => listIntakeTokens(call, ids, page),
      })
    },
  }),
  route({
    method: 'POST',
    path: '/intake-tokens',
    right: 'manage',
    tag,
    summary: 'Create an intake token',
    description:
      'It accepts messages for all units of the dealer: over MQTT and HTTP instead of a unit’s password, and from ' +
      'LoRaWAN network servers. It gives no other access. Only this answer contains the token.',
    body: NewIntakeTokenBody,
    isAnswerSecret: true,
    replies: { provider: bare(IntakeTokenWithSecretShape), partner: data(IntakeTokenWithSecretShape, 201) },
    handle: async (call, { body }) => tokenWithSecretToWire(await createIntakeToken(call, body.name)),
  }),
  route({
    method: 'DELETE',
    path: '/intake-tokens/:id',
    right: 'manage',
    tag,
    summary: 'Delete an intake token',
    description: 'Devices that use it are refused from now on.',
    params: byUuid('intake token'),
    replies: both(Type.String()),
    handle: (call, { params }) => removeIntakeToken(call, params.id),
  }),
]
