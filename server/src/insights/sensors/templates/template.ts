/** Settings to create sensors from. Pure. */
import type { SensorSettings } from '../sensor.ts'

export interface SensorTemplate {
  readonly id: string
  readonly accountId: number
  /** The tracker model that it is for; null: any. */
  readonly hwId: number | null
  readonly settings: SensorSettings
  readonly createdAt: Date
  readonly updatedAt: Date
}
