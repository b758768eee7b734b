/** What is known of a unit at this moment, and the one word for it. Pure. */

export interface Position {
  readonly latitude: number
  readonly longitude: number
  readonly speed?: number
  readonly direction?: number
}

/** The last value of each parameter, with the Unix seconds it is from. */
export type Telemetry = Readonly<Record<string, { readonly ts: number; readonly value: unknown }>>

export interface Snapshot {
  readonly position?: Position
  /** Unix seconds of the position, by the tracker's clock. */
  readonly positionAt?: number
  readonly ignition?: boolean
  readonly seenAt: number | null
}

export const states = ['moving', 'idling', 'parked', 'silent', 'never', 'seen', 'unseen', 'expired'] as const
export type UnitState = (typeof states)[number]

const isPosition = (value: unknown): value is Position => {
  const { latitude, longitude } = (value ?? {}) as Partial<Position>
  return Number.isFinite(latitude) && Number.isFinite(longitude)
}

export function snapshotOf(seenAt: number | null, telemetry: Telemetry): Snapshot {
  const { position, 'engine.ignition.status': ignition } = telemetry
  return {
    seenAt,
    ...(position && isPosition(position.value) && { position: position.value, positionAt: position.ts }),
    ...(typeof ignition?.value === 'boolean' && { ignition: ignition.value }),
  }
}

export interface PositionEvent {
  readonly unit_id: number
  readonly position: Position
  readonly timestamp: number
  /** Older than where the unit is. */
  readonly history?: boolean
}

/** A position that comes late, out of a tracker's memory, does not move the unit back. */
export function withPosition(before: Snapshot | undefined, event: PositionEvent, nowSeconds: number): Snapshot {
  // The clock of a tracker may be ahead; nothing was seen in the future.
  const seenAt = Math.max(before?.seenAt ?? 0, Math.min(event.timestamp, nowSeconds))
  if (event.history || !isPosition(event.position) || (before?.positionAt ?? 0) > event.timestamp) {
    return { ...before, seenAt }
  }
  return { ...before, position: event.position, positionAt: event.timestamp, seenAt }
}

/** Slower is the drift of satellites. */
const movingKmh = 3
export const isStanding = ({ speed }: Position): boolean => (speed ?? 0) < movingKmh
/**
 * A moving tracker reports every few seconds; after this long without a report it is unknown whether it still moves.
 */
const movingSeconds = 300
/** A parked tracker reports every hour or so, to save its battery; after this long something is wrong. */
const silentSeconds = 6 * 3600

export function stateOf({ position, positionAt, ignition, seenAt }: Snapshot, nowSeconds: number): UnitState {
  if (seenAt === null) return 'never'
  if (nowSeconds - seenAt > silentSeconds) return 'silent'
  const isFresh = positionAt !== undefined && nowSeconds - positionAt < movingSeconds
  if (isFresh && position && !isStanding(position)) return 'moving'
  return ignition ? 'idling' : 'parked'
}

/** Gateways detect a tag every few seconds; after this long without detection, it may be elsewhere. */
const unseenSeconds = 900

/** Things with tags neither drive nor park: they are detected, or not. */
export function taggedStateOf({ seenAt }: Snapshot, nowSeconds: number): UnitState {
  if (seenAt === null) return 'never'
  return nowSeconds - seenAt > unseenSeconds ? 'unseen' : 'seen'
}

/** A silent unit may have left; the stop of a moving one has not ended in the tables yet. */
export const stoppedSinceOf = (state: UnitState, standingSince: number | undefined): number | undefined =>
  state === 'parked' || state === 'idling' ? standingSince : undefined

/** The nearest of eight points of the compass, as an index clockwise from north. */
export const compassPoint = (degrees: number): number => Math.round((((degrees % 360) + 360) % 360) / 45) % 8
