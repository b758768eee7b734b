import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { ownedRoutes } from '#identity/sessions/owned-rows.ts'
import { habitsOf } from '#identity/users/people.ts'
import { exact } from '#kernel/api/fields.ts'
import { bare, byUuid, plainRoute } from '#kernel/api/route.ts'
import type { PublicCall } from '#kernel/context.ts'
import type { SavedReport } from './saved.ts'
import {
  changeSaved,
  linkedFile,
  listRuns,
  listSaved,
  readSaved,
  removeSaved,
  runFile,
  saveReport,
} from './saved-actions.ts'
import {
  NewSavedReport,
  noSettings,
  RunShape,
  runToWire,
  SavedReportChange,
  SavedReportShape,
  savedToWire,
  toChange,
} from './saved-wire.ts'

const route = plainRoute<ClientCall, Operation>()
const tag = 'Reports'
const view = 'client.read-messages'

export const savedRoutes = [
  ...ownedRoutes({
    ...{ tag, path: '/saved-reports', params: byUuid('report'), shape: SavedReportShape, toWire: savedToWire },
    // What is sent leaves the account.
    operations: { view, change: 'client.share' },
    list: {
      summary: 'List saved reports by name',
      description: 'People with an access list see only their own.',
      handle: listSaved,
    },
    create: {
      summary: 'Save a report, and send it on a schedule',
      description:
        'With `every` it is created for the previous day, week or month, and sent to each of `emails`. It ' +
        'shows what the person who saved it may see at that time, in the units of measure, dates and times of that person.',
      body: NewSavedReport,
      handle: async (call: ClientCall, { name, kind, ...body }): Promise<SavedReport> => {
        const { measure } = await habitsOf(call, call.user)
        return saveReport(call, { ...toChange(body, { ...noSettings, system: measure }), name, kind })
      },
    },
    read: { summary: 'Read a saved report', handle: readSaved },
    change: {
      summary: 'Change a saved report',
      description: 'From then on it shows what you may see.',
      body: SavedReportChange,
      handle: async (call: ClientCall, id: string, body) =>
        changeSaved(call, id, toChange(body, (await readSaved(call, id)).settings)),
    },
    remove: { summary: 'Delete a saved report with its files', handle: removeSaved },
  }),
  route({
    tag,
    operation: view,
    method: 'GET',
    path: '/report-runs',
    summary: 'List the latest runs of saved reports, newest first',
    description: 'At most 200. Files are kept for 90 days.',
    reply: bare(Type.Array(RunShape)),
    handle: async (call) => (await listRuns(call)).map(runToWire),
  }),
  route({
    tag,
    operation: view,
    method: 'GET',
    path: '/report-runs/:id/file',
    summary: 'Download the file of a run',
    params: byUuid('run'),
    produces: ['*/*'],
    reply: bare(Type.String()),
    handle: (call, { params }) => runFile(call, params.id),
  }),
]

export const publicRoutes = [
  plainRoute<PublicCall>()({
    tag,
    method: 'GET',
    path: '/report-file',
    summary: 'Download a report with the link from an email',
    query: exact({ key: Type.String({ minLength: 1, maxLength: 100, description: 'The secret in the link.' }) }),
    produces: ['*/*'],
    reply: bare(Type.String()),
    handle: (call, { query }) => linkedFile(call, query.key),
  }),
]
