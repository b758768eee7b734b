import Type, { type Static } from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { habitsOf } from '#identity/users/people.ts'
import { EnumOf, exact, timeInput } from '#kernel/api/fields.ts'
import { isUuid, numberIds, uuidIds } from '#kernel/api/lists.ts'
import { bare, plainRoute } from '#kernel/api/route.ts'
import { refuse } from '#kernel/errors.ts'
import { type Habits, measures } from '#kernel/time/habits.ts'
import { listKinds, readPage, reportFile } from './actions.ts'
import { kindNames } from './kinds.ts'
import { formats, type Grouping, groupings, type Question } from './report.ts'
import { KindShape, kindToWire, PageShape, pageToWire } from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const tag = 'Reports'
// Where its vehicles have been is private to the owner.
const operation = 'client.read-messages'

const langs = ['en', 'de'] as const
const lang = Type.Optional(EnumOf(langs, 'Language of names and words. Default: `en`.'))
const measure = Type.Optional(EnumOf(measures, 'Kilometres or miles. Default: as you have chosen.'))
const linesDefault = 200
const linesMax = 1_000

const ReportQuery = exact({
  kind: EnumOf(kindNames, 'The kind of report. Each kind requires a module of the plan.'),
  from: timeInput('Start, in unix seconds.'),
  to: timeInput('End, in unix seconds; at most 400 days later, 31 for reports about speeding, fuel and sensor values.'),
  tz: Type.Optional(Type.String({ description: 'Time zone of days and times. Default: yours, or `UTC`.' })),
  by: Type.Optional(EnumOf(groupings, 'Group the rows, with a subtotal after each group. Default: `none`.')),
  unit_ids: Type.Optional(Type.String({ description: 'Only these units, separated by commas.' })),
  group_id: Type.Optional(Type.String({ description: 'Only the units of this group.' })),
  geofence_ids: Type.Optional(Type.String({ description: 'Only these geofences, separated by commas.' })),
  min_duration: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1e8, description: 'Only rows that last at least this many seconds.' }),
  ),
  min_distance: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1e8, description: 'Only rows of at least this many metres.' }),
  ),
  columns: Type.Optional(Type.String({ description: 'Only these columns, separated by commas.' })),
  lang,
  measure,
  format: Type.Optional(EnumOf(formats, 'Default: `json`, one page of lines. The other formats are files.')),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e9, description: 'Where the page begins.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: linesMax, description: `Lines per page. Default: ${linesDefault}.` }),
  ),
})

const withMeasure = async (call: ClientCall, chosen: Habits['measure'] | undefined): Promise<Habits> => {
  const habits = await habitsOf(call, call.user)
  return { ...habits, measure: chosen ?? habits.measure }
}

function questionOf(query: Static<typeof ReportQuery>, habits: Habits): Question {
  const { group_id: groupId } = query
  if (groupId !== undefined && !isUuid(groupId)) refuse('NOT_FOUND', 'This group does not exist.')
  return {
    kind: query.kind,
    ...{ from: query.from, to: query.to, zone: query.tz ?? habits.zone ?? 'UTC', lang: query.lang ?? 'en' },
    habits,
    grouping: (query.by ?? 'none') as Grouping,
    columns: query.columns?.split(',').map((key) => key.trim()),
    ...{ unitIds: numberIds(query.unit_ids, 'unit_ids'), groupId },
    geofenceIds: uuidIds(query.geofence_ids, 'geofence_ids'),
    ...{ minSeconds: query.min_duration, minMetres: query.min_distance },
  }
}

export const clientRoutes = [
  route({
    tag,
    operation,
    method: 'GET',
    path: '/report-kinds',
    summary: 'List the reports that your plan includes',
    description: 'With their columns, groupings and filters.',
    query: exact({ lang, measure }),
    reply: bare(Type.Array(KindShape)),
    handle: async (call, { query }) => {
      const habits = await withMeasure(call, query.measure)
      return (await listKinds(call)).map((kind) => kindToWire(kind, query.lang ?? 'en', habits))
    },
  }),
  route({
    tag,
    operation,
    method: 'GET',
    path: '/report',
    summary: 'Read a report as a page, or download it as CSV, XLSX or PDF',
    description:
      'Every format has the same numbers, in the units of measure that you have chosen, and weeks begin on your first day. Rows are sorted by the unit’s name, then by time; grouped by day or week, by ' +
      'time first. A row belongs to the period and the day in which it begins; statistics split at midnight. Totals add ' +
      'up the rounded numbers of the rows. Short moves do not count as trips. A PDF has at most 10,000 rows; its totals ' +
      'include all rows.',
    query: ReportQuery,
    reply: bare(PageShape),
    handle: async (call, { query }) => {
      const question = questionOf(query, await withMeasure(call, query.measure))
      const { format = 'json', offset = 0, limit = linesDefault } = query
      if (format === 'json') return pageToWire(await readPage(call, question, offset, limit))
      const { pieces, contentType, fileName } = await reportFile(call, question, format)
      return { pieces, contentType, fileName }
    },
  }),
]
