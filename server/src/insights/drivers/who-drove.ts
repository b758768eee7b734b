/**
 * Who drove a unit, moment by moment. A person's entry counts most, then the key in a message, then the plan
 * (docs/decisions/0113). Pure.
 */
import { momentAt, spansOf } from '#kernel/time/zone.ts'
import type { Shift } from './driver.ts'

/** In the order of their weight. */
export const sources = ['hand', 'message', 'plan'] as const
export type Source = (typeof sources)[number]

/** A person who may have driven from one time to another. */
export interface Claim {
  readonly driverId: string
  readonly source: Source
  readonly t0: number
  readonly t1: number
}

/**
 * The claims of one unit without overlaps, in order of time. Of two with the same weight the one that began later
 * counts: a key shown later replaces the previous one.
 */
export function settled(claims: readonly Claim[]): Claim[] {
  const times = [...new Set(claims.flatMap(({ t0, t1 }) => [t0, t1]))].sort((a, b) => a - b)
  const inOrder = claims.toSorted((a, b) => a.t0 - b.t0)
  const pieces: Claim[] = []
  let next = 0
  let open: Claim[] = []
  for (const [index, from] of times.slice(0, -1).entries()) {
    const to = times[index + 1]!
    while (next < inOrder.length && inOrder[next]!.t0 <= from) open.push(inOrder[next++]!)
    open = open.filter(({ t1 }) => t1 > from)
    const best = open.reduce<Claim | undefined>(
      (one, other) => (one && !isStronger(other, one) ? one : other),
      undefined,
    )
    if (!best) continue
    const last = pieces.at(-1)
    if (last && last.t1 === from && last.driverId === best.driverId && last.source === best.source) {
      pieces[pieces.length - 1] = { ...last, t1: to }
    } else pieces.push({ driverId: best.driverId, source: best.source, t0: from, t1: to })
  }
  return pieces
}

const weight = ({ source }: Claim): number => -sources.indexOf(source)

/** The id decides last, so that the order of rows makes no difference. */
const isStronger = (one: Claim, other: Claim): boolean =>
  weight(one) - weight(other) > 0 ||
  (weight(one) === weight(other) && (one.t0 > other.t0 || (one.t0 === other.t0 && one.driverId > other.driverId)))

/** The main driver of a time range. Time without anyone does not count: a key is often shown after the start. */
export function driverOf(
  pieces: readonly Claim[],
  t0: number,
  t1: number,
): Pick<Claim, 'driverId' | 'source'> | undefined {
  const byDriver = new Map<string, { sum: number; readonly sources: Map<Source, number> }>()
  for (let index = firstAfter(pieces, t0); index < pieces.length && pieces[index]!.t0 < t1; index++) {
    const piece = pieces[index]!
    const shared = Math.min(piece.t1, t1) - Math.max(piece.t0, t0)
    const known = byDriver.get(piece.driverId) ?? { sum: 0, sources: new Map<Source, number>() }
    known.sum += shared
    known.sources.set(piece.source, (known.sources.get(piece.source) ?? 0) + shared)
    byDriver.set(piece.driverId, known)
  }
  const driverId = mostOf([...byDriver].map(([id, { sum }]) => [id, sum] as const))
  if (driverId === undefined) return undefined
  return { driverId, source: mostOf([...byDriver.get(driverId)!.sources])! }
}

/** The first of those with the largest number. */
const mostOf = <T>(all: readonly (readonly [T, number])[]): T | undefined =>
  all.reduce<readonly [T, number] | undefined>((best, one) => (best && best[1] >= one[1] ? best : one), undefined)?.[0]

/** The first piece that ends after a time. */
function firstAfter(pieces: readonly Claim[], t: number): number {
  let [low, high] = [0, pieces.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (pieces[middle]!.t1 <= t) low = middle + 1
    else high = middle
  }
  return low
}

const daySeconds = 86_400

/** The shifts that touch a time range, in their time zone. */
export function claimsOfShift(shift: Shift, from: number, to: number): Claim[] {
  const { zone, weekdays, startMinute, endMinute, driverId } = shift
  const end = endMinute > startMinute ? endMinute : endMinute + 24 * 60
  const [first, last] = [Math.max(from, shift.t0), Math.min(to, shift.t1 ?? Number.POSITIVE_INFINITY)]
  const claims: Claim[] = []
  // From the day before: a night shift extends into the next day.
  for (const { date: day } of first < last ? spansOf(zone, 'day', first - daySeconds, last) : []) {
    if (!weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay() || 7)) continue
    const t0 = Math.max(first, momentAt(zone, day, startMinute))
    const t1 = Math.min(last, momentAt(zone, day, end))
    if (t1 > t0) claims.push({ driverId, source: 'plan', t0, t1 })
  }
  return claims
}
