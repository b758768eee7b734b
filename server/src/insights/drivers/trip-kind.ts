/**
 * Business, private or commuting: what a person entered for a trip, or else what the unit's logbook says about the time
 * at which it begins (docs/decisions/0124). Pure.
 */
import { momentAt, spansOf } from '#kernel/time/zone.ts'

export const tripKinds = ['business', 'private', 'commute'] as const
export type TripKind = (typeof tripKinds)[number]

/** How the logbook of a unit is kept from `t0` on, until the next row. */
export interface LogbookSettings {
  readonly id: string
  readonly accountId: number
  readonly unitId: number
  readonly t0: number
  readonly isOn: boolean
  readonly zone: string
  readonly otherKind: TripKind
  /** Null: there are no working hours. */
  readonly hoursKind: TripKind | null
  /** 1 is Monday. */
  readonly weekdays: readonly number[]
  readonly startMinute: number | null
  /** If it is not after the start, it ends the next day. */
  readonly endMinute: number | null
  readonly keeperId: string | null
  readonly createdAt: Date
}

/** What was entered for the time of a trip; null: nothing. */
export interface Mark {
  readonly id: string
  readonly accountId: number
  readonly unitId: number
  readonly t0: number
  readonly t1: number
  readonly kind: TripKind | null
  readonly purpose: string | null
  readonly partner: string | null
  readonly updatedAt: Date
}

/** Shorter in both is a move within a yard: stored, but not a trip of a logbook or of statistics. */
export const shortMove = { metres: 500, seconds: 120 } as const

interface Timed {
  readonly t0: number
  readonly t1: number
}

/** The settings, in order of time, that apply to a trip. Undefined: it is in no logbook. */
export function settingsAt<S extends Pick<LogbookSettings, 't0' | 'isOn'>>(
  all: readonly S[],
  t: number,
): S | undefined {
  const last = all.findLast(({ t0 }) => t0 <= t)
  return last?.isOn ? last : undefined
}

const daySeconds = 86_400

function isInHours({ zone, weekdays, startMinute, endMinute }: LogbookSettings, t: number): boolean {
  if (startMinute === null || endMinute === null) return false
  const end = endMinute > startMinute ? endMinute : endMinute + 24 * 60
  // From the day before: a night extends into the next day.
  return spansOf(zone, 'day', t - daySeconds, t + 1).some(
    ({ date }) =>
      weekdays.includes(new Date(`${date}T00:00:00Z`).getUTCDay() || 7) &&
      t >= momentAt(zone, date, startMinute) &&
      t < momentAt(zone, date, end),
  )
}

const usualKind = (settings: LogbookSettings, t: number): TripKind =>
  settings.hoursKind !== null && isInHours(settings, t) ? settings.hoursKind : settings.otherKind

const shared = (one: Timed, other: Timed): number => Math.min(one.t1, other.t1) - Math.max(one.t0, other.t0)

/**
 * The mark of a trip: the one that shares most of its time. Late data may move, split or join trips; each part of a
 * marked trip keeps the mark, and the order of messages makes no difference.
 */
export function markOf(marks: readonly Mark[], trip: Timed): Mark | undefined {
  let best: Mark | undefined
  for (const mark of marks) {
    const share = shared(mark, trip)
    if (share <= 0) continue
    const most = best ? shared(best, trip) : 0
    if (!best || share > most || (share === most && isNewer(mark, best))) best = mark
  }
  return best
}

const isNewer = (one: Mark, other: Mark): boolean =>
  one.updatedAt > other.updatedAt || (one.updatedAt.getTime() === other.updatedAt.getTime() && one.id > other.id)

export const kindOf = (settings: LogbookSettings, mark: Mark | undefined, trip: Timed): TripKind =>
  mark?.kind ?? usualKind(settings, trip.t0)

/** Marks that a new one for this trip replaces: those that are mostly about it. */
export const replacedBy = (marks: readonly Mark[], trip: Timed): readonly Mark[] =>
  marks.filter((mark) => shared(mark, trip) > (mark.t1 - mark.t0) / 2)
