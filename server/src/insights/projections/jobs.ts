import { type Job, job, whenever } from '#kernel/jobs/job.ts'
import type { AnyProjection } from './actions.ts'
import { follow } from './follow.ts'

export const projectionJobs = (projections: readonly AnyProjection[]): readonly Job[] => [
  // In its own loop, like trips.
  job({
    name: 'projections.compute',
    waitsForOthers: true,
    givesWay: true,
    endsNothing: true,
    nextDue: whenever,
    run: (acting) => follow(acting, projections),
  }),
]
