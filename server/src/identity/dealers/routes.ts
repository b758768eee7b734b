import Type from 'typebox'
import { exact } from '#kernel/api/fields.ts'
import { listing, listParameters, uuidIds } from '#kernel/api/lists.ts'
import { both, bothList, byUuid, route } from '#kernel/api/route.ts'
import { createOwnToken, listOwnTokens, revokeOwnToken, tokenSorts } from './actions.ts'
import type { ListedToken } from './token.ts'
import { fromWire, NewTokenBody, NewTokenShape, TokenShape, toWire } from './wire.ts'

const tag = 'Access tokens'

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/tokens',
    tag,
    summary: 'List the access tokens of the dealer',
    description: 'Of both dialects, those that have ended as well, and never with their secrets.',
    query: exact(listParameters),
    replies: bothList(TokenShape),
    handle: (call, { query }) => {
      const ids = uuidIds(query.ids)
      return listing<ListedToken>({ sorts: tokenSorts, read: (page) => listOwnTokens(call, ids, page), toWire })
    },
  }),
  route({
    method: 'POST',
    path: '/tokens',
    right: 'tokens',
    tag,
    summary: 'Make an access token',
    description:
      'The answer has the secret, which is shown only now. A token that is made with a token speaks the same dialect, may ' +
      'no more, lives no longer, and ends with it; an owner in the console may make any.',
    isAnswerSecret: true,
    body: NewTokenBody,
    replies: both(NewTokenShape, 201),
    handle: async (call, { body }) => {
      const { secret, ...token } = await createOwnToken(call, fromWire(body))
      return { ...toWire(token), access_token: secret }
    },
  }),
  route({
    method: 'DELETE',
    path: '/tokens/:id',
    right: 'tokens',
    tag,
    summary: 'Revoke an access token',
    description: 'It opens nothing any more, at once and for ever, nor do those that were made with it.',
    params: byUuid('token'),
    replies: both(Type.String()),
    handle: async (call, { params }) => {
      await revokeOwnToken(call, params.id)
      return params.id
    },
  }),
]
