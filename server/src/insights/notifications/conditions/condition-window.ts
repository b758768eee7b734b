/** What a rule sees in the samples of a unit: at one moment, and for a period. Pure. */
import type { SpeedBound, Verdict } from './comparing.ts'
import type { ReportedValue } from './condition.ts'
import type { OtherSeen } from './distance.ts'

/** What a rule sees at one moment. */
export interface Seen {
  readonly is: Verdict
  readonly since: number
  readonly value: ReportedValue | null
  readonly bound?: SpeedBound
  readonly others?: readonly OtherSeen[]
  /** For a combination, in the order of its parts; undefined: unknown. */
  readonly parts?: readonly (Seen | undefined)[]
}

/** A period during which a rule's condition held. Device times in seconds. */
export interface ConditionWindow {
  readonly ruleId: string
  readonly t0: number
  /** The message that ended it; null: it still holds. */
  readonly t1: number | null
  readonly lat0: number | null
  readonly lon0: number | null
  readonly speed0: number | null
  /** The message at which it had lasted long enough. */
  readonly sureAt: number
  readonly detail: Detail
  /** Null: it can still grow. */
  readonly settled: number | null
}

/**
 * The values at its start and when it was certain; none for idling and parking. For speeding also the exceeded limit.
 * For a combination the value of each part when it was certain, and its geofence. For a count, when each of them began,
 * and the geofence of all.
 */
interface Detail extends Partial<SpeedBound>, Combined {
  readonly first: ReportedValue | null
  readonly later: ReportedValue | null
  readonly hits?: readonly number[]
  /** The times of all messages that show them. */
  readonly shownBy?: readonly number[]
}

export interface Combined {
  readonly values?: readonly (ReportedValue | null)[]
  readonly geofenceId?: string
  /** For a distance: the deciding positions of other units, nearest first. */
  readonly others?: readonly OtherSeen[]
}
