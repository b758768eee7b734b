/** The lobby: trackers that have connected and have no unit. Pure. */
import type { Message } from '@waymark/devices'

export interface UnclaimedDevice {
  readonly id: string
  readonly ident: string
  readonly protocol: string
  readonly address: string
  readonly firstSeen: Date
  readonly lastSeen: Date
  readonly tries: number
  readonly frames: readonly Buffer[]
  readonly preview: readonly Message[]
}

/** A few are enough for diagnosis; more would let any device fill our disk. */
export const framesKept = 5
export const frameBytesKept = 1024
export const previewKept = 3
export const entriesMax = 10_000

/** How long after its last connection a device counts as switched on and near. */
const freshMs = 10 * 60_000
export const isFresh = ({ lastSeen }: Pick<UnclaimedDevice, 'lastSeen'>, now: Date): boolean =>
  now.getTime() - lastSeen.getTime() <= freshMs
