import { forgetting } from '#kernel/jobs/job.ts'
import { forgetSessions } from './actions.ts'

export const sessionJobs = [forgetting({ name: 'sessions.forget', everySeconds: 600 }, forgetSessions)]
