import Type from 'typebox'
import { Time } from '#kernel/api/fields.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type Invitation, type ReceivedInvitation, shownStatus } from './invitation.ts'

export const InvitationBody = Type.Object(
  {
    email: Type.String({ maxLength: 254, description: 'The email address with which the owner signs in.' }),
    app_id: Type.String({ description: 'consumer_app or pet_app.' }),
  },
  { additionalProperties: false },
)

export const InvitationShape = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    app_id: Type.String(),
    status: Type.Enum(['open', 'accepted', 'expired'], {
      description: 'Also `open` if no account has this address.',
    }),
    created_at: Time,
    expires_at: Time,
  },
  { title: 'Invitation' },
)

export const invitationToWire = (invitation: Invitation) => ({
  id: invitation.id,
  email: invitation.email,
  app_id: invitation.appId,
  status: shownStatus(invitation),
  created_at: seconds(invitation.createdAt),
  expires_at: seconds(invitation.expiresAt),
})

export const ReceivedInvitationShape = Type.Object(
  {
    id: Type.String(),
    dealer: Type.String({ description: 'The dealer that sent the invitation.' }),
    app_id: Type.String(),
    created_at: Time,
    expires_at: Time,
  },
  { title: 'ReceivedInvitation' },
)

export const receivedToWire = (invitation: ReceivedInvitation) => ({
  id: invitation.id,
  dealer: invitation.dealerName,
  app_id: invitation.appId,
  created_at: seconds(invitation.createdAt),
  expires_at: seconds(invitation.expiresAt),
})
