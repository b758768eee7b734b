import type { ProtocolName } from './protocols/index.ts'

/**
 * `vehicle`: wired or plugged into a vehicle. `mobile`: an application on a phone. `pets`: for animals. `common`:
 * anything else that is carried, worn or attached to an asset. `legacy`, in addition to one of these: old hardware with
 * reduced functionality.
 */
export const tags = ['common', 'vehicle', 'mobile', 'pets', 'legacy'] as const
export type Tag = (typeof tags)[number]

export interface Model {
  /** Stored with units as `hw_id`. Never reused, never given to another model. */
  readonly id: number
  /** Without the maker's name; unique within the maker. */
  readonly title: string
  readonly tags: readonly Tag[]
  readonly protocol: ProtocolName
  /** Where its build matters more than its tags: plugged into the OBD socket, or a camera. */
  readonly build?: 'obd' | 'camera'
}

export interface Manufacturer {
  readonly id: number
  readonly title: string
  readonly models: readonly Model[]
}
