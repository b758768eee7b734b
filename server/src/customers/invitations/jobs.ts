import { job } from '#kernel/jobs/job.ts'
import { expireInvitations, nextExpiry, nextUnsent, sendInvitations } from './actions.ts'

export const invitationJobs = [
  job({ name: 'invitations.send', endsNothing: true, nextDue: nextUnsent, run: sendInvitations }),
  job({ name: 'invitations.expire', nextDue: nextExpiry, run: expireInvitations }),
]
