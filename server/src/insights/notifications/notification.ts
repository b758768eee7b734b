/** A notification, and the reason for it. Pure. */
import type { Day } from '#kernel/time/day.ts'
import type { Spot } from '../addresses/actions.ts'
import { type Condition, hasOwnHours, type ReportedValue } from './conditions/condition.ts'
import type { OtherSeen } from './conditions/distance.ts'
import { isWithin, quietUntil } from './conditions/hours.ts'
import { limits } from './limits.ts'
import type { Rule } from './rule.ts'

/**
 * How it is delivered: `now`, `held` until quiet hours are over, or only on the `page`: because of quiet hours, or
 * because it is `late`. A `test` was requested.
 */
const deliveryModes = ['now', 'held', 'page', 'late', 'test'] as const
type DeliveryMode = (typeof deliveryModes)[number]

/** Its evidence. Times are those of trackers, in seconds. */
export interface Facts {
  /** The rule's name at that time; none: a test. */
  readonly condition: Condition | null
  readonly unitName: string | null
  readonly geofenceId?: string
  readonly geofenceName?: string
  /** The position before a crossing. */
  readonly seenBefore?: number | null
  readonly first?: ReportedValue | null
  readonly later?: ReportedValue | null
  /** For a combination: the value of each part. */
  readonly values?: readonly (ReportedValue | null)[]
  /** For speeding: the allowed speed, or the usual one. */
  readonly limit?: number
  readonly isUsual?: boolean
  readonly count?: number
  /** For a distance: the deciding positions of other units, and the name of the nearest. */
  readonly others?: readonly OtherSeen[]
  readonly otherName?: string
  /** For a count: when each of them began. */
  readonly hits?: readonly number[]
  /** … and the times of all messages that show them. */
  readonly shownBy?: readonly number[]
  readonly lat?: number | null
  readonly lon?: number | null
  readonly speed?: number | null
  readonly serviceId?: string
  readonly serviceName?: string
  readonly documentId?: string
  readonly documentName?: string
  /** Its last day, and how many days were left. */
  readonly expiresOn?: Day
  readonly daysLeft?: number
  /** The account was blocked, and it was sent nevertheless. */
  readonly isBlocked?: boolean
}

/** Shown even during a private trip: a call for help, without its position, and what has no position. */
export const toldAnyway: readonly string[] = ['sos', 'silence', 'service', 'conflict', 'document']

/** A possible reason for a notification. `key` identifies it: a rule notifies once per key. */
export interface Trigger {
  readonly unitId: number
  /** Set: it was created for this rule, and concerns no other. */
  readonly ruleId: string | null
  readonly kind: string
  readonly key: string
  readonly eventId: string | null
  readonly t: number
  readonly shownAt: number
  readonly facts: Omit<Facts, 'condition' | 'unitName'>
}

export interface Notification {
  readonly id: string
  readonly accountId: number
  readonly unitId: number | null
  readonly ruleId: string | null
  readonly ruleName: string
  readonly kind: string
  readonly eventKey: string
  readonly eventId: string | null
  readonly t: number
  readonly shownAt: number
  readonly facts: Facts
  readonly telling: DeliveryMode
  readonly createdAt: Date
  readonly acknowledgedAt: Date | null
  readonly withdrawnAt: Date | null
}

/** Events of the same kind at the same place or about the same service are acted on in order. */
export const subjectOf = ({ kind, facts }: Pick<Notification, 'kind' | 'facts'>): string =>
  [kind, facts.geofenceId ?? '', facts.serviceId ?? ''].join(' ')

/** A call for help: an unpaid bill must not block it (docs/decisions/0125). */
export const passesBlock = ({ kind }: Pick<Notification, 'kind'>): boolean => kind === 'sos'

/** Null: it has no position. */
export function spotOf({
  unitId,
  t,
  facts: { lat, lon },
}: Pick<Notification, 'unitId' | 't'> & { readonly facts: Pick<Facts, 'lat' | 'lon'> }): Spot | null {
  return unitId === null || lat == null || lon == null ? null : { unitId, t, lat, lon }
}

/** Whether a rule is about this at all. */
export function isFor(rule: Rule, { ruleId, kind, shownAt, facts }: Trigger): boolean {
  const { condition, since, schedule, zone } = rule
  if (shownAt < since) return false
  if (!hasOwnHours(condition) && !isWithin(schedule, zone, shownAt)) return false
  if (ruleId !== null) return ruleId === rule.id
  if (condition.type === 'alarm') {
    const isOne = condition.alarms.length === 0 || condition.alarms.some((name) => name === kind)
    return facts.geofenceId === undefined && isOne
  }
  if (condition.type !== 'geofence' || facts.geofenceId === undefined) return false
  const { crossings, geofenceIds } = condition
  return crossings.some((name) => name === kind) && (geofenceIds.length === 0 || geofenceIds.includes(facts.geofenceId))
}

export interface Plan {
  readonly telling: DeliveryMode
  /** When it is sent to the channels; null: never. */
  readonly leavesAt: number | null
}

/** Times in seconds; `shownAt` by the tracker's clock, `now` by ours. */
export function planOf({ quiet, zone }: Pick<Rule, 'quiet' | 'zone'>, shownAt: number, now: number): Plan {
  if (now - shownAt > limits.lateSeconds) return { telling: 'late', leavesAt: null }
  const until = quietUntil(quiet, zone, now)
  if (until === undefined) return { telling: 'now', leavesAt: now }
  return quiet?.meanwhile === 'hold' ? { telling: 'held', leavesAt: until } : { telling: 'page', leavesAt: null }
}
