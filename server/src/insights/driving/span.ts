/** What messages show about driving: keys, harsh driving, and speeding. Pure. */

export const harshKinds = ['harsh_acceleration', 'harsh_braking', 'harsh_cornering'] as const
export type HarshKind = (typeof harshKinds)[number]
const spanKinds = ['key', ...harshKinds, 'speeding'] as const
type SpanKind = (typeof spanKinds)[number]

export interface DrivingSpan {
  readonly kind: SpanKind
  readonly t0: number
  readonly t1: number
  /** For a key, in its comparable form. */
  readonly code: string | null
  readonly lat: number | null
  readonly lon: number | null
  readonly kmh: number | null
  readonly limitKmh: number | null
  readonly isPosted: boolean | null
  readonly street: string | null
  /** Device time at which its end was known; null: it may continue. */
  readonly settled: number | null
}

export const limits = {
  /** A key that was neither replaced nor followed by the ignition going off is assumed for the length of a shift. */
  keySeconds: 12 * 3600,
  /** Trackers repeat the flag of one manoeuvre in the messages right after it. */
  harshApartSeconds: 5,
} as const

export const noDetails = {
  ...{ code: null, lat: null, lon: null, kmh: null, limitKmh: null, isPosted: null, street: null },
} as const
