import { job, whenever } from '#kernel/jobs/job.ts'
import { schedule } from '../projections/actions.ts'
import { stayProjection } from './compute.ts'

const turns = schedule(stayProjection)

export const stayJobs = [
  // In a loop of its own, like trips.
  job({
    name: 'stays.compute',
    everySeconds: 5,
    waitsForOthers: true,
    givesWay: true,
    endsNothing: true,
    nextDue: whenever,
    run: turns.compute,
  }),
  job({ name: 'stays.forget', everySeconds: 60, nextDue: whenever, run: turns.forget }),
]
