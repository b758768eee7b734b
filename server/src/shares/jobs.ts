import { job } from '../jobs/job.ts'
import { forgetShares } from './actions.ts'

export const shareJobs = [
  job({ name: 'shares.forget', everySeconds: 3600, nextDue: async () => undefined, run: forgetShares }),
]
