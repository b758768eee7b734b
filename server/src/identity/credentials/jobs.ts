import { job } from '#kernel/jobs/job.ts'
import { nextReset, sendResets } from './actions.ts'

export const credentialJobs = [
  job({ name: 'credentials.send-resets', endsNothing: true, nextDue: nextReset, run: sendResets }),
]
