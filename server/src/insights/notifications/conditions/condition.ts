/** Conditions of notification rules. Pure. */
import { type Alarm, alarms } from '@waymark/devices'
import { invalidField, type Problem } from '#kernel/errors.ts'

/** How a parameter is compared: `outside` and `within` with a band, the others with one value. */
export const comparisons = ['above', 'below', 'outside', 'within', 'is'] as const
export type Comparison = (typeof comparisons)[number]
export type ReportedValue = number | boolean | string

export interface ParameterCondition {
  readonly type: 'parameter'
  /** Empty if a sensor is compared. */
  readonly parameter: string
  /** By its name: one rule applies to many units, each with its own. */
  readonly sensor?: string
  readonly comparison: Comparison
  /** Of `above`, `below` and `is`. */
  readonly value: ReportedValue | null
  /** Of `outside` and `within`. */
  readonly low: number | null
  readonly high: number | null
  /** For at least this long. */
  readonly seconds: number
}

/**
 * Faster than the road allows. Without a posted limit there is nothing to exceed, unless the usual speed counts too.
 */
export interface SpeedingCondition {
  readonly type: 'speeding'
  /** By more than this, in km/h. */
  readonly over: number
  readonly seconds: number
  /** Also if only the usual speed is known. */
  readonly usual: boolean
}

/** In one of some geofences, or in none of them; without names: all. */
export interface PlaceCondition {
  readonly type: 'place'
  readonly side: (typeof sides)[number]
  readonly geofenceIds: readonly string[]
}
export const sides = ['inside', 'outside'] as const

/** Near one of some other units, or far from all of them (docs/decisions/0148). */
export interface DistanceCondition {
  readonly type: 'distance'
  readonly range: (typeof ranges)[number]
  readonly metres: number
  readonly unitIds: readonly number[]
  readonly groupIds: readonly string[]
  /** Older positions of another unit do not count. */
  readonly ageMinutes: number
  readonly seconds: number
}
export const ranges = ['within', 'beyond'] as const

/** What can be combined: states that each message confirms or ends. The duration applies to all together. */
export type Part = ParameterCondition | SpeedingCondition | PlaceCondition | DistanceCondition
export const partTypes = ['parameter', 'speeding', 'place', 'distance'] as const satisfies Part['type'][]
export const matches = ['all', 'any'] as const

export interface CombinedCondition {
  readonly type: 'combined'
  readonly match: (typeof matches)[number]
  readonly parts: readonly Part[]
  readonly seconds: number
}

export const crossings = ['enter', 'leave'] as const
type CrossingKind = (typeof crossings)[number]
export const serviceStates = ['soon', 'due'] as const

/** Without names: any. */
export interface AlarmCondition {
  readonly type: 'alarm'
  readonly alarms: readonly Alarm[]
}

export interface CrossingCondition {
  readonly type: 'geofence'
  readonly crossings: readonly CrossingKind[]
  readonly geofenceIds: readonly string[]
}

/** Events in messages, which can be counted. */
export type Countable =
  | AlarmCondition
  | CrossingCondition
  | ParameterCondition
  | SpeedingCondition
  | DistanceCondition
  | CombinedCondition
  | { readonly type: 'idle' | 'parked'; readonly minutes: number }

/** At least this many times within this many minutes. On the wire it is the counted condition with two more fields. */
export interface RepeatedCondition {
  readonly type: 'repeated'
  readonly of: Countable
  readonly times: number
  readonly withinMinutes: number
}

export type Condition =
  | Countable
  | RepeatedCondition
  | { readonly type: 'silence'; readonly minutes: number }
  | { readonly type: 'service'; readonly state: (typeof serviceStates)[number] }
  /** Another device uses the unit's ident (docs/decisions/0059). */
  | { readonly type: 'conflict' }
  /** One of the vehicle's documents expires (docs/decisions/0141). */
  | { readonly type: 'document' }

const reported = ['alarm', 'geofence', 'parameter', 'speeding', 'distance', 'combined', 'silence', 'idle'] as const
export const conditionTypes = [...reported, 'parked', 'service', 'conflict', 'document'] as const
export type ConditionType = (typeof conditionTypes)[number]

export const alarmNames = Object.keys(alarms) as Alarm[]

/** Conditions that the fold finds in messages (condition-windows.ts). */
export const isComputed = ({ type }: Condition): boolean =>
  ['parameter', 'speeding', 'distance', 'combined', 'repeated', 'idle', 'parked'].includes(type)
/** Conditions that each message decides. */
export const isMeasured = (
  condition: Condition,
): condition is ParameterCondition | SpeedingCondition | DistanceCondition | CombinedCondition =>
  ['parameter', 'speeding', 'distance', 'combined'].includes(condition.type)

/** How long it has to last. */
export const secondsOf = (condition: Condition): number =>
  isMeasured(condition) ? condition.seconds : 'minutes' in condition ? condition.minutes * 60 : 0

/** The fold handles their hours: it begins and ends with them, and counts nothing outside. */
export const hasOwnHours = (condition: Condition): boolean => isMeasured(condition) || condition.type === 'repeated'

/** The condition itself, counted or not. */
const coreOf = (condition: Condition): Exclude<Condition, RepeatedCondition> =>
  condition.type === 'repeated' ? condition.of : condition

/** A simple condition is its own only part. */
export function partsOf(condition: Condition): readonly (Condition | PlaceCondition)[] {
  const core = coreOf(condition)
  return core.type === 'combined' ? core.parts : [core]
}
/** Its parts that are about other units. */
export const distancesIn = (condition: Condition): readonly DistanceCondition[] =>
  partsOf(condition).filter((part) => part.type === 'distance')

/** Without other units that the reader does not see. */
export function seenCondition(condition: Condition, isSeen: (unitId: number) => boolean): Condition {
  const seen = <T extends Part>(part: T): T =>
    part.type === 'distance' ? { ...part, unitIds: part.unitIds.filter(isSeen) } : part
  if (condition.type === 'repeated') return { ...condition, of: seenCondition(condition.of, isSeen) as Countable }
  if (condition.type === 'combined') return { ...condition, parts: condition.parts.map(seen) }
  return condition.type === 'distance' ? seen(condition) : condition
}

/** Conditions that no message reveals: a job checks them. */
export const isChecked = ({ type }: Condition): boolean => ['silence', 'service', 'conflict', 'document'].includes(type)

/** The modules that it needs in addition to `notification` (docs/decisions/0050). */
export function modulesOf(condition: Condition): readonly string[] {
  const core = coreOf(condition)
  return core.type === 'combined'
    ? ['extended_notification', ...(core.parts.some(({ type }) => type === 'place') ? ['geofence'] : [])]
    : modulesOfOne(core)
}

const modulesOfOne = ({ type }: Condition): readonly string[] =>
  type === 'alarm'
    ? ['unit_event']
    : type === 'geofence'
      ? ['geofence']
      : type === 'parameter' || type === 'speeding' || type === 'distance'
        ? ['extended_notification']
        : type === 'service'
          ? ['maintenance']
          : []

/** What is wrong with its values. */
export function conditionProblems(condition: Condition): Problem[] {
  const core = coreOf(condition)
  if (core.type === 'combined') {
    return core.parts.flatMap((part, index) => partProblems(part, `condition.conditions.${index}`))
  }
  return core.type === 'parameter' || core.type === 'distance' ? partProblems(core, 'condition') : []
}

/** What a comparison requires, and that a band is valid. */
function partProblems(part: Part, field: string): Problem[] {
  if (part.type === 'distance' && part.unitIds.length + part.groupIds.length === 0)
    return [invalidField(`${field}.unit_ids`, 'distance needs unit_ids or group_ids.')]
  if (part.type !== 'parameter') return []
  const { comparison, value, low, high } = part
  const isBand = comparison === 'outside' || comparison === 'within'
  if (isBand) {
    if (value !== null) return [invalidField(`${field}.value`, `${comparison} takes low and high, not value.`)]
    if (low === null || high === null) return [invalidField(`${field}.low`, `${comparison} needs low and high.`)]
    return low < high ? [] : [invalidField(`${field}.low`, 'low must be less than high.')]
  }
  if (low !== null || high !== null)
    return [invalidField(`${field}.low`, `${comparison} takes value, not low or high.`)]
  if (value === null) return [invalidField(`${field}.value`, `${comparison} needs a value.`)]
  const isFit = comparison === 'is' || typeof value === 'number'
  return isFit ? [] : [invalidField(`${field}.value`, `${comparison} needs a number.`)]
}
