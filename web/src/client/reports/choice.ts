/** The settings of a report, for the form and for the server. */

import type { ParamsOf } from '../../api/call.ts'
import type { ClientReportKind, ClientSavedReport } from '../../api/generated.ts'
import { language, texts } from '../../shared/texts/texts.ts'
import { currentMeasure, metresOfOne } from '../measures.ts'
import { dateOf, dayOf, daysAway, zone } from '../timeline/days/day.ts'

export type Kind = ClientReportKind
export type Params = ParamsOf<'getClientReport'>

export interface Choice {
  readonly kind: string
  readonly by: Kind['by'][number]
  /** `unit_ids=7`, `group_id=…`, or nothing for all. */
  readonly of: string
  readonly geofence: string
  readonly from: string
  readonly to: string
  readonly minutes: string
  readonly kilometres: string
  /** Null: the default ones. */
  readonly columns: readonly string[] | null
}

export const firstChoice = (kind: string): Choice => {
  const to = dateOf(Date.now() / 1000)
  return {
    ...{ kind, by: 'day', of: '', geofence: '', from: daysAway(to, -6), to },
    ...{ minutes: '', kilometres: '', columns: null },
  }
}

/** Another kind may not have the same groups and columns. */
export const withKind = (choice: Choice, kind: Kind): Choice => ({
  ...choice,
  kind: kind.kind,
  by: kind.by.includes(choice.by) ? choice.by : kind.by[0]!,
  columns: null,
})

/** For a saved report: without its period, which the schedule determines. */
export function savedOf(choice: Choice, kind: Kind) {
  const { unit_ids, group_id, geofence_ids, columns, min_duration, min_distance } = paramsOf(choice, kind)
  return {
    ...{ kind: kind.kind, by: choice.by, tz: zone(), lang: language, measure: currentMeasure() },
    unit_ids: unit_ids === undefined ? null : unit_ids.split(',').map(Number),
    group_id: group_id ?? null,
    geofence_ids: geofence_ids === undefined ? null : geofence_ids.split(','),
    columns: columns === undefined ? null : columns.split(','),
    ...{ min_duration: min_duration ?? null, min_distance: min_distance ?? null },
  }
}

const partOf = (value: number | null, of: number): string => (value === null ? '' : String(value / of))

/** The form as it was when the report was saved, for the chosen period. */
export const choiceOf = (saved: ClientSavedReport, { from, to }: Choice): Choice => ({
  ...{ kind: saved.kind, by: saved.by, from, to, columns: saved.columns },
  of: saved.group_id ? `group_id=${saved.group_id}` : saved.unit_ids ? `unit_ids=${saved.unit_ids.join(',')}` : '',
  geofence: saved.geofence_ids?.join(',') ?? '',
  minutes: partOf(saved.min_duration, 60),
  kilometres: partOf(saved.min_distance, metresOfOne()),
})

const daysMax = 400

export const faultOf = ({ from, to }: Choice): string | undefined => {
  if (from > to) return texts.statistics.wrongSpan
  return daysAway(from, daysMax) <= to ? texts.statistics.tooLong : undefined
}

const isNumber = (text: string): boolean => /^\d{1,5}([.,]\d)?$/.test(text.trim())
const numberOf = (text: string, factor: number): number | undefined =>
  isNumber(text) ? Math.round(Number(text.replace(',', '.')) * factor) : undefined

/** One of the minimum values; an empty one is left out. */
export const leastFault = (text: string): string | undefined =>
  text.trim() === '' || isNumber(text) ? undefined : texts.reports.wrongNumber

export function paramsOf(choice: Choice, kind: Kind): Params {
  const { by, of, geofence, from, to, columns } = choice
  const has = (filter: Kind['filters'][number]) => kind.filters.includes(filter)
  const seconds = has('min_duration') ? numberOf(choice.minutes, 60) : undefined
  const metres = has('min_distance') ? numberOf(choice.kilometres, metresOfOne()) : undefined
  return {
    ...{
      kind: kind.kind,
      by,
      tz: zone(),
      lang: language,
      measure: currentMeasure(),
      from: dayOf(from).from,
      to: dayOf(to).to,
    },
    ...Object.fromEntries(new URLSearchParams(of)),
    ...(has('geofences') && geofence && { geofence_ids: geofence }),
    ...(seconds !== undefined && { min_duration: seconds }),
    ...(metres !== undefined && { min_distance: metres }),
    ...(columns && { columns: columns.join(',') }),
  }
}
