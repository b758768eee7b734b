import { job, whenever } from '#kernel/jobs/job.ts'
import { schedule } from '../projections/actions.ts'
import { tripProjection } from './compute.ts'

const turns = schedule(tripProjection)

export const tripJobs = [
  // In a loop of its own: computing a year for the first time must not delay blocking an account.
  job({
    name: 'trips.compute',
    everySeconds: 5,
    waitsForOthers: true,
    givesWay: true,
    endsNothing: true,
    nextDue: whenever,
    run: turns.compute,
  }),
  job({ name: 'trips.forget', everySeconds: 60, nextDue: whenever, run: turns.forget }),
]
