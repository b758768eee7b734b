import { job } from '../jobs/job.ts'
import { nextReset, sendResets } from './credentials.ts'
import { forgetSessions } from './sessions.ts'

export const staffJobs = [
  job({ name: 'staff.send-resets', endsNothing: true, nextDue: nextReset, run: sendResets }),
  job({ name: 'staff.forget-sessions', everySeconds: 600, nextDue: async () => undefined, run: forgetSessions }),
]
