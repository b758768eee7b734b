/** What messages say about driving: keys that were shown, harsh driving, and driving too fast for the road. Pure. */

export const harshKinds = ['harsh_acceleration', 'harsh_braking', 'harsh_cornering'] as const
export type HarshKind = (typeof harshKinds)[number]
const spanKinds = ['key', ...harshKinds, 'speeding'] as const
type SpanKind = (typeof spanKinds)[number]

export interface DrivingSpan {
  readonly kind: SpanKind
  readonly t0: number
  readonly t1: number
  /** Of a key, as it is compared. */
  readonly code: string | null
  readonly lat: number | null
  readonly lon: number | null
  readonly kmh: number | null
  readonly limitKmh: number | null
  readonly isPosted: boolean | null
  readonly street: string | null
  /** Device time at which it was known to be over; null: it may go on. */
  readonly settled: number | null
}

export const limits = {
  /**
   * A key that was shown once and neither replaced nor followed by the ignition going off is believed for a shift's length.
   */
  keySeconds: 12 * 3600,
  /** Trackers repeat the flag of one manoeuvre in the messages right after it. */
  harshApartSeconds: 5,
} as const

export const noDetails = {
  ...{ code: null, lat: null, lon: null, kmh: null, limitKmh: null, isPosted: null, street: null },
} as const
