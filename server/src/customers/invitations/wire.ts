import Type from 'typebox'
import { exact, Time } from '#kernel/api/fields.ts'
import { consumerApp } from '#kernel/applications.ts'
import { type Invitation, type ReceivedInvitation, shownStatus } from './invitation.ts'

export const InvitationBody = exact({
  email: Type.String({ maxLength: 254, description: 'The email address with which the owner signs in.' }),
  app_id: Type.String({ example: consumerApp, description: 'consumer_app or pet_app.' }),
})

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

export const invitationToWire = (invitation: Invitation) => ({ ...invitation, status: shownStatus(invitation) })

export const ReceivedInvitationShape = Type.Object(
  {
    id: Type.String(),
    dealer: Type.String({ example: 'Example Tracking', description: 'The dealer that sent the invitation.' }),
    app_id: Type.String(),
    created_at: Time,
    expires_at: Time,
  },
  { title: 'ReceivedInvitation' },
)

export const receivedToWire = (invitation: ReceivedInvitation) => ({ ...invitation, dealer: invitation.dealerName })
