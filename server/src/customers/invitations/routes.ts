import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { exact } from '#kernel/api/fields.ts'
import { listing, listParameters, uuidIds } from '#kernel/api/lists.ts'
import { bare, both, bothList, byUuid, data, plainRoute, route } from '#kernel/api/route.ts'
import {
  acceptInvitation,
  declineInvitation,
  invitationSorts,
  invite,
  listInvitations,
  listReceived,
  removeInvitation,
} from './actions.ts'
import type { Invitation } from './invitation.ts'
import { InvitationBody, InvitationShape, invitationToWire, ReceivedInvitationShape, receivedToWire } from './wire.ts'

const tag = 'Invitations'
const params = byUuid('invitation')

export const dealerRoutes = [
  route({
    method: 'GET',
    path: '/invitations',
    tag,
    summary: 'List the invitations',
    query: exact(listParameters),
    replies: bothList(InvitationShape),
    handle: (call, { query }) => {
      const ids = uuidIds(query.ids)
      return listing<Invitation>({
        sorts: invitationSorts,
        read: (page) => listInvitations(call, ids, page),
        toWire: invitationToWire,
      })
    },
  }),
  route({
    method: 'POST',
    path: '/invitations',
    right: 'manage',
    tag,
    summary: 'Invite the owner of an account to join',
    description:
      'The owner gets an email, and the account moves to this dealer when the owner accepts. The response is the same ' +
      'whether or not an account has this address.',
    body: InvitationBody,
    replies: { provider: bare(InvitationShape), partner: data(InvitationShape, 201) },
    handle: async (call, { body }) => invitationToWire(await invite(call, { email: body.email, appId: body.app_id })),
  }),
  route({
    method: 'DELETE',
    path: '/invitations/:id',
    right: 'manage',
    tag,
    summary: 'Delete an invitation',
    description: 'An open invitation can no longer be accepted. An account that has already moved stays.',
    params,
    replies: both(Type.String()),
    handle: (call, { params }) => removeInvitation(call, params.id),
  }),
]

const clientRoute = plainRoute<ClientCall, Operation>()
const operation = 'client.manage-account'

export const clientRoutes = [
  clientRoute({
    method: 'GET',
    path: '/invitations',
    operation,
    tag,
    summary: 'List the invitations to this account',
    reply: bare(Type.Array(ReceivedInvitationShape)),
    handle: async (call) => (await listReceived(call)).map(receivedToWire),
  }),
  clientRoute({
    method: 'POST',
    path: '/invitations/:id/accept',
    operation,
    tag,
    summary: 'Accept an invitation',
    description: 'The account moves to the dealer with its units. The previous dealer loses access.',
    params,
    reply: bare(ReceivedInvitationShape),
    handle: async (call, { params }) => receivedToWire(await acceptInvitation(call, params.id)),
  }),
  clientRoute({
    method: 'POST',
    path: '/invitations/:id/decline',
    operation,
    tag,
    summary: 'Decline an invitation',
    description: 'The dealer is not notified.',
    params,
    reply: bare(ReceivedInvitationShape),
    handle: async (call, { params }) => receivedToWire(await declineInvitation(call, params.id)),
  }),
]
