import { forgetting } from '#kernel/jobs/job.ts'
import { forgetShares } from './actions.ts'

export const shareJobs = [forgetting({ name: 'shares.forget', everySeconds: 3600 }, forgetShares)]
