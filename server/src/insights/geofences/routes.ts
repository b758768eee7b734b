import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { ownedRoutes } from '#identity/sessions/owned-rows.ts'
import { exact, timeInput } from '#kernel/api/fields.ts'
import { arrayPieces, isUuid, listing, listParameters, numberIds } from '#kernel/api/lists.ts'
import { bare, bareList, byUuid, plainRoute } from '#kernel/api/route.ts'
import { refuse } from '#kernel/errors.ts'
import { type Choice, requireStretch } from '../trips/actions.ts'
import {
  changeGeofence,
  createGeofence,
  effectOfRemoval,
  eventKinds,
  eventSorts,
  eventsOf,
  listAllInside,
  listGeofences,
  listInside,
  type NamedEvent,
  readGeofence,
  removeGeofence,
  visitsOf,
} from './actions.ts'
import {
  EffectShape,
  EventShape,
  eventToWire,
  GeofenceChangeBody,
  GeofenceShape,
  geofenceIdOf,
  kindsOf,
  NewGeofenceBody,
  ofGeofence,
  timeFilters,
  toInput,
  toWire,
  VisitShape,
  visitToWire,
  writeVisit,
} from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const geofence = { tag: 'Geofences', module: 'geofence' } as const
const events = { tag: 'Events', module: 'unit_event' } as const
const params = byUuid('geofence')
// Where its vehicles have been is private to the owner.
const readPast = 'client.read-messages'

const choice = {
  unit_ids: Type.Optional(Type.String({ description: 'Only these units, separated by commas.' })),
  group_id: Type.Optional(Type.String({ description: 'Only the units of this group.' })),
}
const visitDaysMax = 400

function choiceOf({ unit_ids, group_id: groupId }: { unit_ids?: string; group_id?: string }): Choice {
  if (groupId !== undefined && !isUuid(groupId)) refuse('NOT_FOUND', 'This group does not exist.')
  return { unitIds: numberIds(unit_ids, 'unit_ids'), groupId }
}

export const clientRoutes = [
  ...ownedRoutes({
    ...{ ...geofence, path: '/geofences', params, shape: GeofenceShape, toWire },
    list: { summary: 'List geofences by name', handle: listGeofences },
    create: {
      summary: 'Create a geofence',
      description:
        'A circle, a polygon or a corridor; as many as the quota `geofence` of the plan allows, then 409 `QUOTA_EXCEEDED`. ' +
        'Visits are computed from `since` on, including from messages already stored.',
      body: NewGeofenceBody,
      handle: (call, body) => {
        const { input, problems } = toInput(body)
        return createGeofence(call, { ...input, name: body.name }, problems)
      },
    },
    read: { summary: 'Read a geofence', handle: readGeofence },
    change: {
      summary: 'Change a geofence',
      description: 'A new shape, other units or another `since` recomputes all its visits.',
      body: GeofenceChangeBody,
      handle: (call, id, body) => {
        const { input, problems } = toInput(body)
        return changeGeofence(call, id, input, problems)
      },
    },
    remove: {
      summary: 'Delete a geofence',
      description: 'Its visits and their events are deleted too.',
      handle: removeGeofence,
    },
  }),
  route({
    ...geofence,
    method: 'GET',
    path: '/geofences/:id/effect',
    operation: readPast,
    summary: 'Preview what deleting a geofence removes',
    params,
    reply: bare(EffectShape),
    handle: (call, { params }) => effectOfRemoval(call, params.id),
  }),
  route({
    ...geofence,
    method: 'GET',
    path: '/geofences/inside',
    operation: readPast,
    summary: 'List units inside any geofence',
    description: 'A unit inside two geofences is listed twice.',
    reply: bare(Type.Array(VisitShape)),
    handle: async (call) => (await listAllInside(call)).map(visitToWire),
  }),
  route({
    ...geofence,
    method: 'GET',
    path: '/geofences/:id/inside',
    operation: readPast,
    summary: 'List units inside a geofence',
    description: 'Open visits, the longest first, by each unit’s last position, however old.',
    params,
    reply: bare(Type.Array(VisitShape)),
    handle: async (call, { params }) => (await listInside(call, params.id)).map(visitToWire),
  }),
  route({
    ...geofence,
    method: 'GET',
    path: '/geofence-visits',
    operation: readPast,
    summary: 'List geofence visits in chronological order',
    description:
      'Visits that overlap the period are returned whole. Each says between which positions the border was crossed, ' +
      'and is revised when late data arrives.',
    query: exact({
      from: timeInput('Start, in unix seconds.'),
      to: timeInput(`End, in unix seconds; at most ${visitDaysMax} days later.`),
      ...choice,
      geofence_id: ofGeofence,
    }),
    reply: bare(Type.Array(VisitShape)),
    handle: async (call, { query }) => {
      const stretch = requireStretch(query, visitDaysMax)
      return { pieces: arrayPieces(await visitsOf(call, choiceOf(query), geofenceIdOf(query), stretch), writeVisit) }
    },
  }),
  route({
    ...events,
    method: 'GET',
    path: '/events',
    operation: readPast,
    summary: 'List alarms and geofence crossings, newest first',
    description:
      'Ordered by the tracker’s clock, so late events appear where they belong. An alarm that a tracker repeats ' +
      'while it lasts is one event; so is a message that was sent twice.',
    query: exact({
      limit: listParameters.limit,
      cursor: listParameters.cursor,
      ...choice,
      kind: Type.Optional(
        Type.String({ description: '`enter`, `leave` or alarm names such as `sos`, separated by commas.' }),
      ),
      geofence_id: ofGeofence,
      ...timeFilters,
      acknowledged: Type.Optional(Type.Boolean({ description: 'Only events that were, or were not, acknowledged.' })),
    }),
    reply: bareList(EventShape),
    handle: async (call, { query }) => {
      const { from, to, acknowledged: isAcknowledged } = query
      const question = {
        kinds: kindsOf(query.kind, eventKinds),
        geofenceId: geofenceIdOf(query),
        from,
        to,
        isAcknowledged,
      }
      const read = await eventsOf(call, choiceOf(query), question)
      return listing<NamedEvent>({ sorts: eventSorts, sort: '-at', read, toWire: eventToWire })
    },
  }),
]
