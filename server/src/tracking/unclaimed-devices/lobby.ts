/** The lobby: trackers that spoke and that no unit is registered for. Pure. */
import type { Message } from '@waymark/devices'

export interface LobbyEntry {
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

/** A few are enough to see what is wrong; more would let a stranger fill our disk. */
export const framesKept = 5
export const frameBytesKept = 1024
export const previewKept = 3
export const entriesMax = 10_000
