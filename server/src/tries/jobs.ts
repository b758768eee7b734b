import { job } from '../jobs/job.ts'
import { forgetTries } from './actions.ts'

export const triesJobs = [
  job({ name: 'tries.forget', everySeconds: 600, nextDue: async () => undefined, run: forgetTries }),
]
