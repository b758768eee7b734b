import { job, whenever } from '#kernel/jobs/job.ts'
import { computeAddresses } from './actions.ts'

export const addressJobs = [
  // In a loop of its own: a geocoder may be slow.
  job({
    name: 'addresses.compute',
    everySeconds: 5,
    waitsForOthers: true,
    endsNothing: true,
    nextDue: whenever,
    run: computeAddresses,
  }),
]
