/** Totals of how long assets stayed at each place. Pure. */
import type { Span } from '#kernel/time/zone.ts'

export const subjects = ['asset', 'category', 'label'] as const
export type Subject = (typeof subjects)[number]
export const places = ['gateway', 'room', 'floor', 'building', 'geofence'] as const
export type PlaceKind = (typeof places)[number]

/** An asset, as far as the query needs it. */
export interface Carrier {
  readonly id: number
  readonly name: string
  readonly category: string | null
  readonly labelIds: readonly string[]
}

/** An asset is wherever its gateway is. */
export interface Station {
  readonly gatewayId: number
  readonly place: string
  readonly from: number
  readonly to: number
}

/** Seconds of one asset at one place on one day, by the day's number, and how many stays began. */
export interface Share {
  readonly assetId: number
  readonly place: string
  readonly day: number
  readonly seconds: number
  readonly stays: number
}

export interface Named {
  /** Null: items without one. */
  readonly id: string | null
  /** Null if it was deleted or never set. */
  readonly name: string | null
}

export interface Row {
  readonly of: Named
  readonly at: Named
  readonly seconds: number
  readonly stays: number
  /** One for each day. */
  readonly days: readonly number[]
}

export interface Report {
  readonly of: Subject
  readonly at: PlaceKind
  readonly zone: string
  readonly days: readonly Span[]
  readonly rows: readonly Row[]
}

/** An asset counts for itself, its category, or each of its labels. */
export function subjectsOf(carrier: Carrier, of: Subject, labels: ReadonlyMap<string, string>): Named[] {
  if (of === 'asset') return [{ id: String(carrier.id), name: carrier.name }]
  if (of === 'category') return [{ id: carrier.category, name: carrier.category }]
  const own = carrier.labelIds.map((id) => ({ id, name: labels.get(id) ?? null }))
  return own.length > 0 ? own : [{ id: null, name: null }]
}

interface Sum {
  of: Named
  at: Named
  stays: number
  days: number[]
}

/** In the order of subjects, and for each the place with most time first. */
export function addUp(
  shares: readonly Share[],
  subjectsOfAsset: (assetId: number) => readonly Named[],
  placeNames: ReadonlyMap<string, string>,
  dayCount: number,
): Row[] {
  const sums = new Map<string, Sum>()
  for (const { assetId, place, day, seconds, stays } of shares) {
    for (const of of subjectsOfAsset(assetId)) {
      const key = JSON.stringify([of.id, place])
      const at = { id: place, name: placeNames.get(place) ?? null }
      const sum = sums.get(key) ?? { of, at, stays: 0, days: new Array<number>(dayCount).fill(0) }
      sum.stays += stays
      sum.days[day]! += seconds
      sums.set(key, sum)
    }
  }
  const name = ({ of }: Row) => of.name ?? '\uffff'
  return [...sums.values()]
    .map((sum) => ({ ...sum, seconds: sum.days.reduce((all, one) => all + one, 0) }))
    .sort(
      (a, b) => name(a).localeCompare(name(b)) || (a.of.id ?? '').localeCompare(b.of.id ?? '') || b.seconds - a.seconds,
    )
}
