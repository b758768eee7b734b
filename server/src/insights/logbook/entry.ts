/** One line of a logbook, who may see and change it, and the totals of a month. Pure. */

import type { ClientRole } from '#identity/access/role.ts'
import type { Address } from '#kernel/geo/addresses.ts'
import type { TripKind } from '../drivers/trip-kind.ts'

/** As stored in a closed month. */
export interface Entry {
  readonly tripId: string
  readonly unitId: number
  readonly t0: number
  readonly t1: number
  /** It is still in progress. */
  readonly isOpen: boolean
  /** Kilometres with two digits, as every page and file shows them. */
  readonly km: number
  /** The unit's counter at its beginning and end; null: unknown. */
  readonly startKm: number | null
  readonly endKm: number | null
  readonly kind: TripKind
  /** Not entered by a person, but by the unit's settings. */
  readonly isUsual: boolean
  readonly purpose: string | null
  readonly partner: string | null
  readonly driverId: string | null
  readonly driverName: string | null
  readonly keeperId: string | null
  readonly from: Address | null
  readonly to: Address | null
}

/** As one caller sees it. */
export interface SeenEntry extends Entry {
  /** Its places, purpose and partner are private to somebody else, and left out. */
  readonly isHidden: boolean
  readonly mayChange: boolean
  /** Its month is closed. */
  readonly isClosed: boolean
}

export interface Asking {
  /** Null: it belongs to nobody. */
  readonly viewer: string | null
  readonly role: ClientRole
  readonly loginOf: (driverId: string) => string | null
}

/** Its owner: the driver's login, or else the unit's keeper. */
const ownerOf = ({ driverId, keeperId }: Pick<Entry, 'driverId' | 'keeperId'>, { loginOf }: Asking) =>
  (driverId === null ? null : loginOf(driverId)) ?? keeperId

const isOwn = (entry: Entry, asking: Asking): boolean =>
  asking.viewer !== null && ownerOf(entry, asking) === asking.viewer

/**
 * A driver changes their own trips. People who operate the fleet change all except private ones of others; those that
 * belong to nobody only an owner of the account.
 */
export function mayChange(entry: Entry, asking: Asking): boolean {
  if (asking.viewer === null) return false
  if (isOwn(entry, asking)) return true
  if (entry.kind === 'private') return ownerOf(entry, asking) === null && asking.role === 'owner'
  return asking.role === 'owner' || asking.role === 'dispatcher'
}

export function seenBy(entry: Entry, asking: Asking, isClosed: boolean): SeenEntry {
  const isHidden = entry.kind === 'private' && !isOwn(entry, asking)
  const hidden = isHidden && { purpose: null, partner: null, from: null, to: null }
  return { ...entry, ...hidden, isHidden, isClosed, mayChange: !isClosed && mayChange(entry, asking) }
}

export interface Totals {
  readonly business: number
  readonly private: number
  readonly commute: number
  readonly all: number
}

/** Adds up kilometres as they are shown, so that anyone who adds up a column gets the same. */
export function totalsOf(entries: readonly Pick<Entry, 'kind' | 'km'>[]): Totals {
  const of = (kinds: readonly TripKind[]) =>
    entries.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { km }) => sum + Math.round(km * 100), 0) / 100
  return {
    business: of(['business']),
    private: of(['private']),
    commute: of(['commute']),
    all: of(['business', 'private', 'commute']),
  }
}

export const noteKinds = ['added', 'removed', 'changed'] as const
type NoteKind = (typeof noteKinds)[number]

/** What data that arrived after closing would have changed. */
export interface Note {
  readonly kind: NoteKind
  readonly t0: number
  readonly t1: number
  readonly km: number
  /** As it was closed, if it was changed. */
  readonly before: { readonly t0: number; readonly t1: number; readonly km: number } | null
}

type Driven = Pick<Entry, 'tripId' | 't0' | 't1' | 'km' | 'driverId'>

/** `keptFrom`: trips that ended earlier are no longer stored, so their absence proves nothing. */
export function notesOf(closed: readonly Driven[], now: readonly Driven[], keptFrom: number): Note[] {
  const current = new Map(now.map((one) => [one.tripId, one]))
  const known = new Set(closed.map(({ tripId }) => tripId))
  const notes = closed.flatMap((one): Note[] => {
    const { t0, t1, km } = one
    const other = current.get(one.tripId)
    if (!other) return t1 > keptFrom ? [{ kind: 'removed', t0, t1, km, before: null }] : []
    const isSame = other.t0 === t0 && other.t1 === t1 && other.km === km && other.driverId === one.driverId
    return isSame ? [] : [{ kind: 'changed', t0: other.t0, t1: other.t1, km: other.km, before: { t0, t1, km } }]
  })
  const added = now
    .filter(({ tripId }) => !known.has(tripId))
    .map(({ t0, t1, km }): Note => ({ kind: 'added', t0, t1, km, before: null }))
  return [...notes, ...added].sort((one, other) => one.t0 - other.t0)
}

/** Like 2026-10. */
export const monthPattern = '^\\d{4}-(0[1-9]|1[0-2])$'
