/** A report that a client has saved, and its schedule. Pure. */
import type { Habits, Measure } from '#kernel/time/habits.ts'
import { offsetAt, type Period, spansOf } from '#kernel/time/zone.ts'
import type { FileFormat, Grouping, Lang, Question } from '../report.ts'

/** Everything of a question except its period, which the calendar gives. */
export interface Settings {
  readonly by: Grouping
  readonly columns: readonly string[] | null
  readonly unitIds: readonly number[] | null
  readonly groupId: string | null
  readonly geofenceIds: readonly string[] | null
  readonly minSeconds: number | null
  readonly minMetres: number | null
  readonly system: Measure
}

export interface Schedule {
  readonly every: Period
  readonly hour: number
  readonly zone: string
  /** The first day of a week; 1 is Monday. */
  readonly firstWeekday: number
}

export interface SavedReport {
  readonly id: string
  readonly accountId: number
  readonly userId: string
  readonly name: string
  readonly kind: string
  readonly settings: Settings
  readonly format: FileFormat
  readonly lang: Lang
  readonly zone: string
  /** Null: only on request. */
  readonly every: Period | null
  readonly hour: number
  readonly emails: readonly string[]
  readonly nextAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** More of them help nobody. */
export const savedMax = 100
export const emailsMax = 10

export const runStates = ['waiting', 'done', 'failed'] as const

export interface Run {
  readonly id: string
  readonly reportId: string
  readonly dueAt: Date
  readonly t0: number
  readonly t1: number
  readonly state: (typeof runStates)[number]
  readonly attempt: number
  readonly bytes: number | null
  readonly fileName: string | null
  readonly contentType: string | null
  readonly failure: string | null
  readonly finishedAt: Date | null
}

const searchSeconds = 70 * 86_400

/** The first day of a period at the local hour; if the clocks skip it, just after. */
function atHour(zone: string, midnight: number, hour: number): number {
  const t = midnight + hour * 3600
  const better = t + offsetAt(zone, midnight) - offsetAt(zone, t)
  return offsetAt(zone, better) === offsetAt(zone, t) ? better : Math.max(t, better)
}

/** Every day, or on the first day of the week or month. */
export function nextRun({ every, hour, zone, firstWeekday }: Schedule, after: number): number {
  for (const { from } of spansOf(zone, every, after, after + searchSeconds, firstWeekday)) {
    const t = atHour(zone, from, hour)
    if (t > after) return t
  }
  throw new Error('Every ten weeks contain the start of a period.')
}

/** The last time by then at which it was due. */
export function lastRun({ every, hour, zone, firstWeekday }: Schedule, until: number): number {
  const { from } = spansOf(zone, every, until, until + 1, firstWeekday)[0]!
  const t = atHour(zone, from, hour)
  return t <= until ? t : atHour(zone, spansOf(zone, every, from - 1, from, firstWeekday)[0]!.from, hour)
}

/** The whole day, week or month before the one in which it is due. */
export function periodBefore({ every, zone, firstWeekday }: Schedule, due: number): { from: number; to: number } {
  const { from: begin } = spansOf(zone, every, due, due + 1, firstWeekday)[0]!
  const { from, to } = spansOf(zone, every, begin - 1, begin, firstWeekday)[0]!
  return { from, to }
}

export const questionOf = (
  { kind, settings, zone, lang }: Pick<SavedReport, 'kind' | 'settings' | 'zone' | 'lang'>,
  { from, to }: { readonly from: number; readonly to: number },
  habits: Habits,
): Question => ({
  ...{ kind, from, to, zone, lang, grouping: settings.by },
  habits: { ...habits, measure: settings.system },
  columns: settings.columns ?? undefined,
  unitIds: settings.unitIds ?? undefined,
  groupId: settings.groupId ?? undefined,
  geofenceIds: settings.geofenceIds ?? undefined,
  minSeconds: settings.minSeconds ?? undefined,
  minMetres: settings.minMetres ?? undefined,
})
