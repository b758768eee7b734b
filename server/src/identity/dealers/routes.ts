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
    summary: 'List the access tokens',
    description: 'Tokens of both dialects, including ended ones. Secrets are never included.',
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
    summary: 'Create an access token',
    description:
      'The response contains the secret, which is shown only once. A token created with a token has the same dialect, cannot have ' +
      'more rights or a later end, and ends with it. An owner in the console can create any token.',
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
    description: 'It stops working at once and for good, and so do the tokens created with it.',
    params: byUuid('token'),
    replies: both(Type.String()),
    handle: async (call, { params }) => {
      await revokeOwnToken(call, params.id)
      return params.id
    },
  }),
]
