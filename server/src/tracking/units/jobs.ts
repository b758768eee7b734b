import { job, whenever } from '#kernel/jobs/job.ts'
import { keepCounts } from './counts/counts.ts'

export const unitJobs = [
  job({
    name: 'units.count',
    everySeconds: 5,
    isForOneNode: true,
    endsNothing: true,
    nextDue: whenever,
    run: keepCounts,
  }),
]
