import { job } from '../jobs/job.ts'
import { forgetSessions } from './actions.ts'

export const sessionJobs = [
  job({ name: 'sessions.forget', everySeconds: 600, nextDue: async () => undefined, run: forgetSessions }),
]
