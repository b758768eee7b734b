import { computing } from '../projections/computing.ts'
import { visitProjection } from './compute.ts'

export const geofenceJobs = computing('geofences', visitProjection)
