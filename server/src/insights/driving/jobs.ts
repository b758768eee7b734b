import { computing } from '../projections/computing.ts'
import { drivingProjection } from './compute.ts'

export const drivingJobs = computing('driving', drivingProjection)
