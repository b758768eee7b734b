import { job, whenever } from '#kernel/jobs/job.ts'
import { schedule } from '../projections/actions.ts'
import { visitProjection } from './compute.ts'

const turns = schedule(visitProjection)

export const geofenceJobs = [
  // In a loop of its own, like trips.
  job({
    name: 'geofences.compute',
    everySeconds: 5,
    waitsForOthers: true,
    givesWay: true,
    endsNothing: true,
    nextDue: whenever,
    run: turns.compute,
  }),
  job({ name: 'geofences.forget', everySeconds: 60, nextDue: whenever, run: turns.forget }),
]
