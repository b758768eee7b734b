import { dueFrom } from '#kernel/jobs/due.ts'
import { job } from '#kernel/jobs/job.ts'
import { nextReset, sendResets } from './actions.ts'

export const credentialJobs = [
  job({ name: 'credentials.send-resets', endsNothing: true, ...dueFrom(nextReset), run: sendResets }),
]
