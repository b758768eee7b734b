import { forgetting } from '../jobs/job.ts'
import { forgetTries } from './actions.ts'

export const triesJobs = [forgetting({ name: 'tries.forget', everySeconds: 600 }, forgetTries)]
