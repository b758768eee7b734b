import { computing } from '../projections/computing.ts'
import { stayProjection } from './compute.ts'

export const stayJobs = computing('stays', stayProjection)
