import type { Reader } from '../../bytes/bytes.ts'
import type { Draft } from '../../message.ts'

export interface Context {
  /** Minutes the tracker's clock is ahead of UTC in packets of local time; otherwise 0. */
  readonly offsetMinutes: number
  readonly model?: string | undefined
}

export type Read = (into: Draft, body: Reader, context: Context) => void

/** What we know of one type of packet. */
export interface Kind {
  readonly read?: Read
  /** Its time is the tracker's local time, by the zone of the login; otherwise UTC. */
  readonly local?: true
  /**
   * The maker says that it needs no reply. Types without such a statement are answered: some trackers reconnect
   * otherwise.
   */
  readonly silent?: true
}
