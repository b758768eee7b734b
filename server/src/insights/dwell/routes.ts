import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { EnumOf, exact, timeInput } from '#kernel/api/fields.ts'
import { bare, byNumber, plainRoute, UuidId } from '#kernel/api/route.ts'
import { requireStretch, requireZone, stretchDaysMax } from '../trips/actions.ts'
import { listStays, readReport, reportDaysMax } from './actions.ts'
import { type PlaceKind, places, type Subject, subjects } from './report.ts'
import { silentSeconds } from './stay.ts'
import { ReportShape, reportLines, reportToWire, StayShape, stayToWire } from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const operation = 'client.read-messages'
const stretch = (days: number) => ({
  from: timeInput('Start, in unix seconds.'),
  to: timeInput(`End, in unix seconds; at most ${days} days later.`),
})
const oneOf = <T extends string>(names: readonly T[], description: string) => Type.Optional(EnumOf(names, description))

export const clientRoutes = [
  route({
    tag: 'Reports',
    module: 'report',
    operation,
    method: 'GET',
    path: '/dwell-report',
    summary: 'Read how long assets stayed at each place, by day',
    description:
      'Whole days in the given time zone. An asset is at the gateway with the strongest signal from its sensor; ' +
      `if no gateway detects it for ${silentSeconds / 60} minutes, its location is unknown. Rooms, floors and buildings are those ` +
      'where gateways are placed now. An asset is in a geofence while its gateway is: by the gateway’s set position, ' +
      'otherwise by its visits. The CSV has a line for each day.',
    query: exact({
      ...stretch(reportDaysMax),
      of: oneOf(subjects, 'Whose time is added up. Default: `asset`.'),
      at: oneOf(places, 'At what. Default: `gateway`. Others require the modules `building` and `geofence`.'),
      tz: Type.Optional(Type.String({ description: 'Time zone, such as `Europe/Berlin`. Default: `UTC`.' })),
      category: Type.Optional(
        Type.String({ minLength: 1, maxLength: 50, description: 'Only assets of this category.' }),
      ),
      label_id: Type.Optional(Type.String({ ...UuidId, description: 'Only assets with this label.' })),
      format: oneOf(['json', 'csv'], 'Default: `json`.'),
    }),
    reply: bare(ReportShape),
    handle: async (call, { query }) => {
      const { category, label_id: labelId, format } = query
      const asked = requireStretch(query, reportDaysMax)
      const of = (query.of ?? 'asset') as Subject
      const at = (query.at ?? 'gateway') as PlaceKind
      const report = await readReport(call, { ...asked, of, at, zone: requireZone(query.tz), category, labelId })
      if (format !== 'csv') return reportToWire(report)
      const fileName = `dwell-${report.days[0]!.date}-${report.days.at(-1)!.date}.csv`
      return { pieces: reportLines(report), contentType: 'text/csv; charset=utf-8', fileName }
    },
  }),
  route({
    tag: 'Tags',
    module: 'timeline',
    operation,
    method: 'GET',
    path: '/assets/:id/stays',
    summary: 'List an asset’s stays in chronological order',
    params: byNumber('asset'),
    query: exact(stretch(stretchDaysMax)),
    reply: bare(Type.Array(StayShape)),
    handle: async (call, { params, query }) =>
      (await listStays(call, params.id, requireStretch(query))).map(stayToWire),
  }),
]
