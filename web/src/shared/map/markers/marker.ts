import type { UnitState } from '../../units/snapshot.ts'
import type { LatLon } from '../lat-lon.ts'

/** A unit on a map. */
export interface Marker extends LatLon {
  readonly id: number
  readonly name: string
  readonly state: UnitState
  readonly direction: number
}
