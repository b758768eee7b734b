import { computing } from '../projections/computing.ts'
import { tripProjection } from './compute.ts'

export const tripJobs = computing('trips', tripProjection)
