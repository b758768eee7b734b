import { job, whenever } from '#kernel/jobs/job.ts'
import { turnsOf } from '../projections/actions.ts'
import { visitFollower } from './compute.ts'

const turns = turnsOf(visitFollower)

export const geofenceJobs = [
  // In a loop of its own, as trips are.
  job({
    name: 'geofences.compute',
    everySeconds: 5,
    waitsForOthers: true,
    endsNothing: true,
    nextDue: whenever,
    run: turns.compute,
  }),
  job({ name: 'geofences.forget', everySeconds: 60, nextDue: whenever, run: turns.forget }),
]
