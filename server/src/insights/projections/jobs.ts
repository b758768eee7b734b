import { job, whenever } from '#kernel/jobs/job.ts'
import { markChanged } from './actions.ts'

export const projectionJobs = [
  // In a loop of its own, like trips.
  job({
    name: 'projections.mark',
    waitsForOthers: true,
    endsNothing: true,
    nextDue: whenever,
    run: markChanged,
  }),
]
