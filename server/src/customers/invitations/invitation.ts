/** A dealer invites the owner of another dealer's account to move to it. Pure. */
import { type AppId, applicationName, isOwned } from '#kernel/applications.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'

export type InvitationStatus = 'open' | 'accepted' | 'declined' | 'expired'

export interface Invitation {
  readonly id: string
  readonly dealerId: number
  readonly email: string
  readonly appId: AppId
  readonly status: InvitationStatus
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly answeredAt: Date | null
}

/** What the client sees. */
export type ReceivedInvitation = Pick<Invitation, 'id' | 'appId' | 'createdAt' | 'expiresAt'> & {
  readonly dealerId: number
  readonly dealerName: string
}

export const openMax = 1000
const daysOpen = 14

export const endOf = (createdAt: Date): Date => new Date(createdAt.getTime() + daysOpen * 86_400_000)

export const appProblems = (app: string, known: readonly AppId[]): Problem[] => {
  const choices = known.filter(isOwned)
  return choices.includes(app as AppId)
    ? []
    : [invalidField('app_id', `app_id must be ${choices.map(applicationName).join(' or ')}.`)]
}

/** A refusal stays hidden: to the dealer it looks like an unanswered invitation or an unknown address. */
export const shownStatus = ({ status }: Pick<Invitation, 'status'>): Exclude<InvitationStatus, 'declined'> =>
  status === 'declined' ? 'open' : status
