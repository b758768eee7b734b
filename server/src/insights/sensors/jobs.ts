import { forgetting, job, whenever } from '#kernel/jobs/job.ts'
import { schedule } from '../projections/actions.ts'
import { sensorProjection } from './compute.ts'
import { removeOrphans } from './quarter-store.ts'

const turns = schedule(sensorProjection)

export const sensorJobs = [
  // In a loop of its own, like trips: a changed sensor reads its whole history.
  job({
    name: 'sensors.compute',
    everySeconds: 5,
    waitsForOthers: true,
    givesWay: true,
    endsNothing: true,
    nextDue: whenever,
    run: turns.compute,
  }),
  job({ name: 'sensors.forget', everySeconds: 60, nextDue: whenever, run: turns.forget }),
  forgetting({ name: 'sensors.forget-removed', everySeconds: 60 }, ({ db }, most) => removeOrphans(db, most)),
]
