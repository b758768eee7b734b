import { forgetting } from '#kernel/jobs/job.ts'
import { emptyBin, nextEnd } from './actions.ts'

export const binJobs = [forgetting({ name: 'units.empty-bin', everySeconds: 60, nextDue: nextEnd }, emptyBin)]
