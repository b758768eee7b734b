import { job, whenever } from '#kernel/jobs/job.ts'
import { computeAddresses } from './actions.ts'

export const addressJobs = [
  // In a loop of its own: a large map may be slow to read.
  job({
    name: 'addresses.compute',
    everySeconds: 5,
    waitsForOthers: true,
    endsNothing: true,
    nextDue: whenever,
    run: computeAddresses,
  }),
]
