import { job, whenever } from '#kernel/jobs/job.ts'
import { computeAddresses, wantFirstAddresses } from './actions.ts'

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
  job({
    name: 'addresses.begin',
    everySeconds: 3600,
    isForOneNode: true,
    endsNothing: true,
    nextDue: whenever,
    run: wantFirstAddresses,
  }),
]
