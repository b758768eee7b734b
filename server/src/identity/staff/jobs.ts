import { dueFrom } from '#kernel/jobs/due.ts'
import { forgetting, job } from '#kernel/jobs/job.ts'
import { nextReset, sendResets } from './credentials.ts'
import { forgetSessions } from './sessions.ts'

export const staffJobs = [
  job({ name: 'staff.send-resets', endsNothing: true, ...dueFrom(nextReset), run: sendResets }),
  forgetting({ name: 'staff.forget-sessions', everySeconds: 600 }, forgetSessions),
]
