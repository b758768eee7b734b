import { forgetting } from '#kernel/jobs/job.ts'
import { computing } from '../projections/computing.ts'
import { sensorProjection } from './compute.ts'
import { removeOrphans } from './values/quarter-store.ts'

export const sensorJobs = [
  ...computing('sensors', sensorProjection),
  forgetting({ name: 'sensors.forget-removed', everySeconds: 60 }, ({ db }, most) => removeOrphans(db, most)),
]
