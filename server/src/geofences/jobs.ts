import { turnsOf } from '../followers/actions.ts'
import { job, whenever } from '../jobs/job.ts'
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
