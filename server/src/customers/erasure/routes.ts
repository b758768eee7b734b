import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import { TokenBody } from '#identity/credentials/fields.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { exact, Time } from '#kernel/api/fields.ts'
import { bare, plainRoute } from '#kernel/api/route.ts'
import type { PublicCall } from '#kernel/context.ts'
import { readErasure, requestErasure, undoByLink, undoErasure } from './actions.ts'
import { ErasureShape, erasureToWire } from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const publicRoute = plainRoute<PublicCall>()
const tag = 'Account'

export const clientRoutes = [
  route({
    method: 'DELETE',
    path: '/me',
    operation: 'client.erase',
    tag,
    summary: 'Delete the account',
    description:
      'Deletes it with everything in it, after a week. Until then, `DELETE /client/me/erasure` or the link in the email undoes this. Only for accounts that belong to their client.',
    body: exact({ password: Type.String({ maxLength: 128, example: 'a quiet blue harbour' }) }),
    reply: bare(Type.Object({ erase_at: Time }), 202),
    handle: async (call, { body }) => ({ erase_at: await requestErasure(call, body.password) }),
  }),
  route({
    method: 'DELETE',
    path: '/me/erasure',
    operation: 'client.erase',
    tag,
    summary: 'Undo the deletion of the account',
    reply: bare(Type.Null(), 204),
    handle: (call) => undoErasure(call),
  }),
]

export const publicRoutes = [
  publicRoute({
    method: 'POST',
    path: '/erasure',
    tag,
    summary: 'Read the state of a deletion, or its certificate',
    description: 'With the token from the link in the email.',
    body: TokenBody,
    reply: bare(ErasureShape),
    handle: async (call, { body }) => erasureToWire(await readErasure(call, body.token)),
  }),
  publicRoute({
    method: 'POST',
    path: '/erasure/undo',
    tag,
    summary: 'Keep the account, with the link in the email',
    body: TokenBody,
    reply: bare(Type.Null(), 204),
    handle: (call, { body }) => undoByLink(call, body.token),
  }),
]
