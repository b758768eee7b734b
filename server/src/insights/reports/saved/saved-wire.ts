import Type, { type Static } from 'typebox'
import { EnumOf, exact, Nullable, optional, Time, TimeOrNull, visibleLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import { seconds } from '#kernel/time/clock.ts'
import { measures } from '#kernel/time/habits.ts'
import { periods } from '#kernel/time/zone.ts'
import { kindNames } from '../kinds.ts'
import { type FileFormat, formats, groupings, type Lang } from '../report.ts'
import { emailsMax, runStates, type SavedReport, type Settings } from './saved.ts'
import type { ReportChange } from './saved-actions.ts'
import type { NamedRun } from './saved-store.ts'

const fileFormats = formats.filter((format) => format !== 'json')
const langs = ['en', 'de'] as const
const UnitId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const Least = Nullable(Type.Integer({ minimum: 0, maximum: 1e8, example: 300 }))

const fields = {
  name: visibleLine(1, 100, { example: 'Trips of the week' }),
  kind: EnumOf(kindNames),
  by: EnumOf(groupings, 'How rows are grouped.'),
  columns: Nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
      ...{ maxItems: 30, example: ['start', 'distance'], description: 'Null: all.' },
    }),
  ),
  unit_ids: Nullable(Type.Array(UnitId, { maxItems: 10_000, description: 'Null: all units, including future ones.' })),
  group_id: Nullable(UuidId),
  geofence_ids: Nullable(Type.Array(UuidId, { maxItems: 1_000 })),
  measure: EnumOf(measures, 'Kilometres or miles. Initially as you have chosen.'),
  min_duration: Least,
  min_distance: Least,
  format: EnumOf(fileFormats, 'Format of the file.'),
  lang: EnumOf(langs, 'Language of the report and the email.'),
  tz: Type.String({
    maxLength: 64,
    example: 'Europe/Berlin',
    description: 'Time zone of days and of `hour`. Initially yours, or `UTC`.',
  }),
  every: Nullable(
    EnumOf(
      periods,
      'Created every day, or on the first day of your week or of the month, for the period before. Null: no schedule.',
    ),
  ),
  hour: Type.Integer({ minimum: 0, maximum: 23, example: 7, description: 'Hour at which it is created, in `tz`.' }),
  emails: Type.Array(Type.String({ minLength: 3, maxLength: 320, example: 'office@example.com' }), {
    maxItems: emailsMax,
    description:
      'Who gets the file, if it has at most 3 MB, and a link to it that works for 14 days without signing in.',
  }),
}

const { name, kind, ...others } = fields
const settings = optional(others)

export const NewSavedReport = exact({ name, kind, ...settings })
export const SavedReportChange = exact({ name: Type.Optional(name), kind: Type.Optional(kind), ...settings })

export const SavedReportShape = Type.Object(
  { id: Type.String(), ...fields, next_at: TimeOrNull, created_at: Time, updated_at: Time },
  { title: 'SavedReport' },
)

export const RunShape = Type.Object(
  {
    id: Type.String(),
    report_id: Type.String(),
    name: Type.String({ example: 'Trips of the week' }),
    due_at: Time,
    from: Time,
    to: Time,
    state: EnumOf(runStates),
    bytes: Nullable(Type.Integer({ example: 20480 })),
    file_name: Nullable(Type.String({ example: 'trips-2026-09-14-2026-09-20.xlsx' })),
    failure: Nullable(Type.String({ example: 'The file is too large. Choose fewer units.' })),
    finished_at: TimeOrNull,
  },
  { title: 'ReportRun' },
)

export const savedToWire = (report: SavedReport) => ({
  ...report,
  by: report.settings.by,
  columns: report.settings.columns,
  unit_ids: report.settings.unitIds,
  group_id: report.settings.groupId,
  geofence_ids: report.settings.geofenceIds,
  min_duration: report.settings.minSeconds,
  min_distance: report.settings.minMetres,
  measure: report.settings.system,
  tz: report.zone,
})

export const runToWire = (run: NamedRun) => ({ ...run, from: run.t0, to: run.t1, due_at: seconds(run.dueAt) })

type Body = Static<typeof SavedReportChange>

export const noSettings: Settings = {
  ...{ by: 'none', columns: null, unitIds: null, groupId: null },
  ...{ geofenceIds: null, minSeconds: null, minMetres: null, system: 'metric' },
}

/** Absent fields stay as they were. */
export function toChange(body: Body, before: Settings): ReportChange & { readonly settings: Settings } {
  const given = <T>(value: T | undefined, known: T): T => (value === undefined ? known : value)
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.kind !== undefined && { kind: body.kind }),
    ...(body.format !== undefined && { format: body.format as FileFormat }),
    ...(body.lang !== undefined && { lang: body.lang as Lang }),
    ...(body.tz !== undefined && { zone: body.tz }),
    ...(body.every !== undefined && { every: body.every }),
    ...(body.hour !== undefined && { hour: body.hour }),
    ...(body.emails !== undefined && { emails: [...new Set(body.emails)] }),
    settings: {
      by: given(body.by, before.by),
      columns: given(body.columns, before.columns),
      unitIds: given(body.unit_ids, before.unitIds),
      groupId: given(body.group_id, before.groupId),
      geofenceIds: given(body.geofence_ids, before.geofenceIds),
      minSeconds: given(body.min_duration, before.minSeconds),
      minMetres: given(body.min_distance, before.minMetres),
      system: given(body.measure, before.system),
    },
  }
}
