/** Why a rule did or did not notify at a moment: one true statement each. Pure. */
import type { ReportedValue } from '../conditions/condition.ts'

/** First what always keeps a rule from notifying, then what its condition lacked, then the fate of the notification. */
export const reasons = [
  'off',
  'later',
  'resting',
  'blocked',
  'other_units',
  'outside_hours',
  'no_data',
  'no_value',
  'no_sensor',
  'not_met',
  'no_limit',
  'not_inside',
  'not_outside',
  'no_other',
  'not_near',
  'not_far',
  'moving',
  'ignition_on',
  'ignition_off',
  'not_long',
  'not_often',
  'no_alarm',
  'other_alarm',
  'inside',
  'outside',
  'other_crossing',
  'heard',
  'never_heard',
  'no_service',
  'not_due',
  'no_conflict',
  'no_document',
  'not_expiring',
  'met',
  'notified',
  'lasting',
  'withdrawn',
  'late',
  'held',
  'page',
  'no_channel',
  'channel_off',
  'channel_unconfirmed',
  'channel_muted',
  'delivery',
] as const
type Reason = (typeof reasons)[number]

/** The other fields depend on the reason. Times in seconds, by the tracker's clock. */
export interface Finding {
  readonly reason: Reason
  /** For a combination: which of its conditions. */
  readonly part?: number
  readonly at?: number | null
  readonly value?: ReportedValue | null
  /** The allowed speed, or the usual one. */
  readonly limit?: number | null
  readonly isUsual?: boolean | null
  /** How long it had held, and how long it has to. */
  readonly seconds?: number
  readonly neededSeconds?: number
  /** How often it happened within `seconds`, and how often it has to. */
  readonly count?: number
  readonly neededCount?: number
  /** Of a module, a sensor, another unit, a geofence, a service, a document or a channel. */
  readonly name?: string
  /** An alarm, `enter` or `leave`; or the state of a delivery. */
  readonly kind?: string
  readonly failure?: string | null
  readonly notificationId?: string
  readonly kmLeft?: number | null
  readonly hoursLeft?: number | null
  readonly daysLeft?: number | null
}
