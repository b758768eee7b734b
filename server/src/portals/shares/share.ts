/** A link that shows live units to people without a login, until it expires. Pure. */
import type { Holder } from '#identity/access/access.ts'
import type { AppId } from '#kernel/applications.ts'
import type { Address } from '#kernel/geo/addresses.ts'
import type { Position } from '#kernel/geo/position.ts'
import type { TokenKind } from '#tracking/units/unit.ts'

/** A share is the client's own choice of units; the others are links of one unit, in its `tokens`. */
export type LinkKind = 'share' | TokenKind

/** Where its units are going, as entered by the client. */
export interface Destination extends Position {
  readonly name: string
  /** At this distance in metres, it has arrived. */
  readonly radius: number
}

export interface Share {
  readonly id: string
  readonly accountId: number
  readonly kind: LinkKind
  /** False: its client created it. */
  readonly byDealer: boolean
  readonly title: string | null
  readonly until: Date
  readonly showTrail: boolean
  readonly showSpeed: boolean
  readonly destination: Destination | null
  readonly opened: number
  readonly lastOpenedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** As its owner sees it. */
export interface OwnShare extends Share {
  readonly unitIds: readonly number[]
  readonly sealed: Buffer
}

/** As people see it who may share the unit. */
export interface UnitLink extends Pick<Share, 'id' | 'byDealer' | 'until' | 'createdAt'> {
  readonly kind: TokenKind
  readonly sealed: Buffer
}

/** With everything that decides whether it shows anything now. */
export interface Shared extends Share {
  readonly dealer: number
  readonly holder: Holder
  readonly regApps: readonly AppId[]
}

const unitStates = ['moving', 'idling', 'parked', 'silent', 'never'] as const
export type UnitState = (typeof unitStates)[number]

export interface SharedPosition {
  readonly latitude: number
  readonly longitude: number
  readonly speed?: number
  readonly direction?: number
}

/** A unit as a share link shows it. */
export interface Sighting {
  readonly shareId: string
  readonly place: number
  readonly unitId: number
  readonly name: string
  readonly position: SharedPosition | null
  /** Without the geofence, whose name is private. */
  readonly address: Address | null
  /** By the tracker's clock; null while there is no position. */
  readonly timestamp: number | null
  readonly ignition: boolean | null
  readonly lastActive: Date | null
}

/** A link, with what it shows now. */
export interface SharedNow {
  readonly share: Shared
  readonly sightings: readonly Sighting[]
}

/** More would help no one, and a list of all is one answer. */
export const sharesMax = 100
export const unitsMax = 50
export const daysMax = 366
/** How long links of a unit last by default. */
export const unitLinkDays: Readonly<Record<TokenKind, number>> = { locator: 365, toolbox: 14 }
/** How long after its end a link can still be extended. */
export const keptDays = 30
/** How far back a trail goes; never to before the link was created. */
export const trailSeconds = 2 * 3600
export const trailPointsMax = 500
/** A yard or a car park: this close counts as arrived. */
export const radiusDefault = 100

/** As in the client's application: slower is drift, and a moving tracker reports every few minutes at least. */
const movingKmh = 3
const movingSeconds = 300
const silentSeconds = 6 * 3600

export function stateOf({ position, timestamp, ignition, lastActive }: Sighting, nowSeconds: number): UnitState {
  if (lastActive === null) return 'never'
  if (nowSeconds - lastActive.getTime() / 1000 > silentSeconds) return 'silent'
  const isFresh = timestamp !== null && nowSeconds - timestamp < movingSeconds
  if (isFresh && (position?.speed ?? 0) >= movingKmh) return 'moving'
  return ignition ? 'idling' : 'parked'
}

/** The last state of a unit sent to a viewer. */
export interface SentState {
  readonly timestamp: number | null
  readonly state: UnitState
}

/** By the unit's number: everything that a stream knows of its viewer. A viewer that reconnects sends it back. */
export const writeCursor = (sent: ReadonlyMap<number, SentState>): string =>
  [...sent].map(([place, { timestamp, state }]) => `${place}:${timestamp ?? ''}:${unitStates.indexOf(state)}`).join(',')

/** An unknown cursor is ignored: the viewer gets everything. */
export function readCursor(text: string): Map<number, SentState> {
  const sent = new Map<number, SentState>()
  for (const part of text.split(',')) {
    const [, place, timestamp, state] = /^(\d{1,3}):(\d{1,11}(?:\.\d{1,9})?)?:([0-4])$/.exec(part) ?? []
    if (place === undefined) return new Map()
    const known = timestamp === undefined ? null : Number(timestamp)
    sent.set(Number(place), { timestamp: known, state: unitStates[Number(state)]! })
  }
  return sent
}
