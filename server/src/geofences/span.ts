/** A visit, or an alarm, as it is kept, and what happens to it when late data comes. Pure. */
import type { Alarm } from '@waymark/devices'

/** Device times in seconds, places in degrees. */
export interface Content {
  readonly geofenceId: string | null
  readonly alarm: Alarm | null
  readonly t0: number
  /** Null: the unit is inside. */
  readonly t1: number | null
  readonly lat0: number | null
  readonly lon0: number | null
  readonly lat1: number | null
  readonly lon1: number | null
  readonly before0: number | null
  readonly after0: number
  readonly before1: number | null
  readonly after1: number | null
  readonly count: number
  /** Null: it may still grow. */
  readonly settled: number | null
}

export interface Span extends Content {
  readonly id: string
  readonly unitId: number
  readonly createdAt: Date
  readonly revisedAt: Date | null
}

/** What a client is told of it. Being inside when first looked at is no coming. */
export function tellingsOf(span: Content): { kind: string; t: number }[] {
  if (span.alarm !== null) return [{ kind: span.alarm, t: span.t0 }]
  return [
    ...(span.before0 === null ? [] : [{ kind: 'enter', t: span.t0 }]),
    ...(span.t1 === null ? [] : [{ kind: 'leave', t: span.t1 }]),
  ]
}

export interface Reconciled {
  /** New or other than before; `known` is the one whose id it keeps. */
  readonly written: readonly { readonly content: Content; readonly known: Span | undefined }[]
  readonly removed: readonly Span[]
}

/**
 * What must be written so that `fresh` takes the place of `known`. What is the same stays untouched. What has changed keeps
 * its id where it is still recognisable: of the same geofence or alarm, and with the most time in common.
 */
export function reconcile(known: readonly Span[], fresh: readonly Content[]): Reconciled {
  const written: { content: Content; known: Span | undefined }[] = []
  const removed: Span[] = []
  const before = Map.groupBy(known, keyOf)
  const after = Map.groupBy(fresh, keyOf)
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const left = new Set(before.get(key))
    const changed = (after.get(key) ?? []).filter((content) => {
      const same = [...left].find((one) => isSame(one, content))
      if (same) left.delete(same)
      return !same
    })
    for (const content of changed) {
      let best: Span | undefined
      for (const one of left) {
        if (common(one, content) > Math.max(-1, best ? common(best, content) : -1)) best = one
      }
      if (best) left.delete(best)
      written.push({ content, known: best })
    }
    removed.push(...left)
  }
  return { written, removed }
}

const keyOf = ({ geofenceId, alarm }: Content): string => `${geofenceId ?? ''}${alarm ?? ''}`

const endOf = ({ t1 }: Content): number => t1 ?? Number.MAX_VALUE
const common = (one: Content, other: Content): number => Math.min(endOf(one), endOf(other)) - Math.max(one.t0, other.t0)

const contentNames = [
  't0',
  't1',
  'lat0',
  'lon0',
  'lat1',
  'lon1',
  'before0',
  'after0',
  'before1',
  'after1',
  'count',
  'settled',
] as const satisfies (keyof Content)[]

const isSame = (one: Content, other: Content): boolean => contentNames.every((name) => one[name] === other[name])
