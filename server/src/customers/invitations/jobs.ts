import { dueFrom } from '#kernel/jobs/due.ts'
import { job } from '#kernel/jobs/job.ts'
import { expireInvitations, nextExpiry, nextUnsent, sendInvitations } from './actions.ts'

export const invitationJobs = [
  job({ name: 'invitations.send', endsNothing: true, ...dueFrom(nextUnsent), run: sendInvitations }),
  job({ name: 'invitations.expire', ...dueFrom(nextExpiry), run: expireInvitations }),
]
