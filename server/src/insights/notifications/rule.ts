/** A notification rule: condition, units, hours and channels. Pure. */

import type { Watched as WatchedGeofence } from '../geofences/crossing.ts'
import type { Border } from '../geofences/geofence.ts'
import type { Scope } from '../groups/scope.ts'
import type { CompiledSensor } from '../sensors/sensor.ts'
import type { Condition, Part } from './conditions/condition.ts'
import type { Quiet, Schedule } from './conditions/hours.ts'
import type { RuleAction } from './rule-actions/action.ts'

/** Who is notified next while nobody has seen a notification. */
export interface EscalationStep {
  /** After the notification was sent. */
  readonly minutes: number
  readonly channelIds: readonly string[]
}

export interface Rule extends Scope {
  readonly id: string
  readonly accountId: number
  readonly name: string
  readonly isEnabled: boolean
  readonly condition: Condition
  /** Of the hours below, and of the times in what is sent. */
  readonly zone: string
  readonly schedule: Schedule | null
  readonly quiet: Quiet | null
  readonly channelIds: readonly string[]
  readonly escalation: readonly EscalationStep[]
  /** What it does in addition to notifying. */
  readonly actions: readonly RuleAction[]
  /** Device time from which the rule applies, in seconds. */
  readonly since: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A unit that others are compared with, and since when. */
export interface ComparedUnit {
  readonly id: number
  readonly since: number
}

/** A rule in the form of the fold. */
export interface Watched extends Pick<Rule, 'id' | 'condition' | 'zone' | 'schedule' | 'since'> {
  /** The unit's own sensor with the name in the condition; absent if it has none. */
  readonly sensor?: CompiledSensor
  /** For a distance: the units that it is measured to. */
  readonly others?: readonly ComparedUnit[]
  /** For a combination: each part as its own rule, at any hour. */
  readonly parts?: readonly WatchedPart[]
  /** For a count: the counted condition as its own rule, and for crossings the geofences. */
  readonly each?: Watched
  readonly geofences?: readonly WatchedGeofence[]
}

export interface WatchedPart extends Pick<Watched, 'id' | 'zone' | 'schedule' | 'since' | 'sensor' | 'others'> {
  readonly condition: Part
  /** For a place: those of its geofences that watch the unit. */
  readonly places?: readonly { readonly id: string; readonly border: Border }[]
}
