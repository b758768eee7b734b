import { forgetting } from '#kernel/jobs/job.ts'
import { forgetTries } from './actions.ts'

export const throttleJobs = [forgetting({ name: 'tries.forget', everySeconds: 600 }, forgetTries)]
