import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { exact } from '#kernel/api/fields.ts'
import { bare, byNumber, plainRoute } from '#kernel/api/route.ts'
import { closeMonth, keepLogbook, listEntryChanges, listLogbooks, markTrips, readMonth } from './actions.ts'
import {
  ChangeShape,
  ClosedMonth,
  changeToWire,
  EntryShape,
  entryToWire,
  LogbookShape,
  Marks,
  Month,
  MonthShape,
  monthToWire,
  NewLogbook,
  settingsToWire,
  toSettings,
} from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const logbook = { tag: 'Logbook', module: 'timeline' } as const
// Where its vehicles have been is private to the owner.
const read = { ...logbook, operation: 'client.read-messages' } as const

export const clientRoutes = [
  route({
    ...read,
    method: 'GET',
    path: '/logbooks',
    summary: 'List units that have a logbook, with its settings',
    reply: bare(Type.Array(LogbookShape)),
    handle: async (call) => (await listLogbooks(call)).map(settingsToWire),
  }),
  route({
    ...logbook,
    operation: 'client.close-logbook',
    method: 'PUT',
    path: '/units/:id/logbook',
    summary: 'Turn on the logbook of a unit, or change its settings',
    description:
      'Applies to trips from now on; earlier trips do not change. Only the first settings of a unit can start in the past.',
    params: byNumber('unit'),
    body: NewLogbook,
    reply: bare(LogbookShape),
    handle: async (call, { params, body }) => settingsToWire(await keepLogbook(call, params.id, toSettings(body))),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/units/:id/logbook',
    summary: 'Read a month of a unit’s logbook',
    description:
      'Each trip is an entry, without short moves. Open months follow late data; closed ones never change. A private trip ' +
      'shows addresses, purpose and partner only to the user linked to its driver, or to the unit’s keeper if there is no ' +
      'such user.',
    params: byNumber('unit'),
    query: exact({ month: Type.Optional({ ...Month, description: 'Default: the current month.' }) }),
    reply: bare(MonthShape),
    handle: async (call, { params, query }) => monthToWire(await readMonth(call, params.id, query.month)),
  }),
  route({
    ...logbook,
    operation: 'client.keep-logbook',
    method: 'PUT',
    path: '/units/:id/logbook/entries',
    summary: 'Set kind, purpose and partner of one or many trips',
    description:
      'Omitted fields stay as they are. Drivers can change their own trips, owners and dispatchers all but private trips of ' +
      'others. Every change is recorded.',
    params: byNumber('unit'),
    body: Marks,
    reply: bare(Type.Array(EntryShape)),
    handle: async (call, { params, body: { trip_ids, ...said } }) =>
      (await markTrips(call, params.id, trip_ids, said)).map(entryToWire),
  }),
  route({
    ...read,
    method: 'GET',
    path: '/units/:id/logbook/changes',
    summary: 'List changes to a month’s entries, newest first',
    description: 'Who changed what and when, with the previous value. At most 1,000.',
    params: byNumber('unit'),
    query: exact({ month: Month }),
    reply: bare(Type.Array(ChangeShape)),
    handle: async (call, { params, query }) => (await listEntryChanges(call, params.id, query.month)).map(changeToWire),
  }),
  route({
    ...logbook,
    operation: 'client.close-logbook',
    method: 'POST',
    path: '/units/:id/logbook/closed-months',
    summary: 'Close a month of a unit’s logbook for good',
    description:
      'Afterwards neither edits nor late data change it; what late data would have changed is in `notes`. A month can be ' +
      'closed once it is over, and cannot be reopened.',
    params: byNumber('unit'),
    body: ClosedMonth,
    reply: bare(MonthShape, 201),
    handle: async (call, { params, body }) => monthToWire(await closeMonth(call, params.id, body.month)),
  }),
]
