import { job, whenever } from '#kernel/jobs/job.ts'
import { schedule } from '../projections/actions.ts'
import { drivingProjection } from './compute.ts'

const turns = schedule(drivingProjection)

export const drivingJobs = [
  // In a loop of its own, like trips.
  job({
    name: 'driving.compute',
    everySeconds: 5,
    waitsForOthers: true,
    givesWay: true,
    endsNothing: true,
    nextDue: whenever,
    run: turns.compute,
  }),
  job({ name: 'driving.forget', everySeconds: 60, nextDue: whenever, run: turns.forget }),
]
