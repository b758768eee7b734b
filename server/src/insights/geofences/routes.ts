import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { timeInput } from '#kernel/api/fields.ts'
import { arrayPieces, isUuid, listing, listParameters, numberIds } from '#kernel/api/lists.ts'
import { bare, bareList, byUuid, plainRoute } from '#kernel/api/route.ts'
import { refuse } from '#kernel/errors.ts'
import { type Choice, requireStretch } from '../trips/actions.ts'
import {
  acknowledgeEvent,
  acknowledgeEvents,
  changeGeofence,
  createGeofence,
  effectOfRemoval,
  eventKinds,
  eventSorts,
  eventsOf,
  listAllInside,
  listGeofences,
  listInside,
  readGeofence,
  removeGeofence,
  type UnitEvent,
  visitsOf,
} from './actions.ts'
import {
  EffectShape,
  EventShape,
  EventsBody,
  eventToWire,
  GeofenceChangeBody,
  GeofenceShape,
  NewGeofenceBody,
  toWire,
  toWish,
  VisitShape,
  visitToWire,
} from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const geofence = { tag: 'Geofences', module: 'geofence' } as const
const events = { tag: 'Events', module: 'unit_event' } as const
const params = byUuid('geofence')
const look = 'client.look'
const arrange = 'client.arrange'
// Where its vehicles have been is the owner's own business.
const readPast = 'client.read-messages'

const exact = { additionalProperties: false } as const
const choice = {
  unit_ids: Type.Optional(Type.String({ description: 'Only these units, separated by commas.' })),
  group_id: Type.Optional(Type.String({ description: 'Only the units of this group.' })),
}
const ofGeofence = Type.Optional(Type.String({ description: 'Only of this geofence.' }))
const visitDaysMax = 400

function choiceOf({ unit_ids, group_id: groupId }: { unit_ids?: string; group_id?: string }): Choice {
  if (groupId !== undefined && !isUuid(groupId)) refuse('NOT_FOUND', 'There is no such group.')
  return { unitIds: numberIds(unit_ids, 'unit_ids'), groupId }
}

function geofenceIdOf({ geofence_id: id }: { geofence_id?: string }): string | undefined {
  if (id !== undefined && !isUuid(id)) refuse('NOT_FOUND', 'There is no such geofence.')
  return id
}

function kindsOf(text: string | undefined): readonly string[] | undefined {
  const kinds = text?.split(',').map((kind) => kind.trim())
  if (kinds?.some((kind) => !eventKinds.includes(kind))) {
    refuse('INVALID_QUERY', `kind must be some of ${eventKinds.join(', ')}.`, 'kind')
  }
  return kinds
}

export const clientRoutes = [
  route({
    ...geofence,
    method: 'GET',
    path: '/geofences',
    operation: look,
    summary: 'List the own geofences, by name',
    reply: bare(Type.Array(GeofenceShape)),
    handle: async (call) => (await listGeofences(call)).map(toWire),
  }),
  route({
    ...geofence,
    method: 'POST',
    path: '/geofences',
    operation: arrange,
    summary: 'Draw a geofence',
    description:
      'A circle, a polygon or a corridor; as many as the quota `geofence` of the plan allows, then 409 `QUOTA_EXCEEDED`. ' +
      'Visits are computed from `since` on, also of messages that are there already.',
    body: NewGeofenceBody,
    reply: bare(GeofenceShape, 201),
    handle: async (call, { body }) => {
      const { wish, problems } = toWish(body)
      return toWire(await createGeofence(call, { ...wish, name: body.name }, problems))
    },
  }),
  route({
    ...geofence,
    method: 'GET',
    path: '/geofences/:id',
    operation: look,
    summary: 'Read a geofence',
    params,
    reply: bare(GeofenceShape),
    handle: async (call, { params }) => toWire(await readGeofence(call, params.id)),
  }),
  route({
    ...geofence,
    method: 'PATCH',
    path: '/geofences/:id',
    operation: arrange,
    summary: 'Change a geofence',
    description:
      'Drawn otherwise, for other units, or from another time on, its visits are computed anew, as if it had always been so.',
    params,
    body: GeofenceChangeBody,
    reply: bare(GeofenceShape),
    handle: async (call, { params, body }) => {
      const { wish, problems } = toWish(body)
      return toWire(await changeGeofence(call, params.id, wish, problems))
    },
  }),
  route({
    ...geofence,
    method: 'DELETE',
    path: '/geofences/:id',
    operation: arrange,
    summary: 'Delete a geofence',
    description: 'Its visits and their events go with it.',
    params,
    reply: bare(Type.Null(), 204),
    handle: (call, { params }) => removeGeofence(call, params.id),
  }),
  route({
    ...geofence,
    method: 'GET',
    path: '/geofences/:id/effect',
    operation: readPast,
    summary: 'What goes with a geofence when it is deleted',
    params,
    reply: bare(EffectShape),
    handle: (call, { params }) => effectOfRemoval(call, params.id),
  }),
  route({
    ...geofence,
    method: 'GET',
    path: '/geofences/inside',
    operation: readPast,
    summary: 'List who is inside of any geofence now',
    description: 'As for one of them; a unit that is in two is there twice.',
    reply: bare(Type.Array(VisitShape)),
    handle: async (call) => (await listAllInside(call)).map(visitToWire),
  }),
  route({
    ...geofence,
    method: 'GET',
    path: '/geofences/:id/inside',
    operation: readPast,
    summary: 'List who is inside now',
    description:
      'Visits that go on, who came first before: by the last positions that were heard, however old they are.',
    params,
    reply: bare(Type.Array(VisitShape)),
    handle: async (call, { params }) => (await listInside(call, params.id)).map(visitToWire),
  }),
  route({
    ...geofence,
    method: 'GET',
    path: '/geofence-visits',
    operation: readPast,
    summary: 'List visits of geofences, in the order of time',
    description:
      'What reaches into the time asked for is in it whole. Each says between which positions the border was crossed, and is ' +
      'revised when late data comes.',
    query: Type.Object(
      {
        from: timeInput('Begin, in unix seconds.'),
        to: timeInput(`End, in unix seconds; at most ${visitDaysMax} days later.`),
        ...choice,
        geofence_id: ofGeofence,
      },
      exact,
    ),
    reply: bare(Type.Array(VisitShape)),
    handle: async (call, { query }) => {
      const stretch = requireStretch(query, visitDaysMax)
      return { pieces: arrayPieces(await visitsOf(call, choiceOf(query), geofenceIdOf(query), stretch), visitToWire) }
    },
  }),
  route({
    ...events,
    method: 'GET',
    path: '/events',
    operation: readPast,
    summary: 'List what units reported, and who came to or left a geofence; the newest first',
    description:
      'By the time of trackers, so what comes late stands where it belongs. An alarm that a tracker repeats while it lasts is one ' +
      'event, and so is what it sends again.',
    query: Type.Object(
      {
        limit: listParameters.limit,
        cursor: listParameters.cursor,
        ...choice,
        kind: Type.Optional(
          Type.String({ description: '`enter`, `leave` or names of alarms as in `sos`, separated by commas.' }),
        ),
        geofence_id: ofGeofence,
        from: Type.Optional(timeInput('Not older than this, in unix seconds.')),
        to: Type.Optional(timeInput('Older than this, in unix seconds.')),
        acknowledged: Type.Optional(Type.Boolean({ description: 'Only those that somebody has seen, or has not.' })),
      },
      exact,
    ),
    reply: bareList(EventShape),
    handle: async (call, { query }) => {
      const { from, to, acknowledged: isAcknowledged } = query
      const question = { kinds: kindsOf(query.kind), geofenceId: geofenceIdOf(query), from, to, isAcknowledged }
      const read = await eventsOf(call, choiceOf(query), question)
      return listing<UnitEvent>({ sorts: eventSorts, sort: '-at', read, toWire: eventToWire })
    },
  }),
  route({
    ...events,
    method: 'PUT',
    path: '/events/:id/acknowledged',
    operation: readPast,
    summary: 'Say that an event was seen',
    description: 'The first time counts.',
    params: byUuid('event'),
    reply: bare(EventShape),
    handle: async (call, { params }) => eventToWire(await acknowledgeEvent(call, params.id)),
  }),
  route({
    ...events,
    method: 'PUT',
    path: '/events/acknowledged',
    operation: readPast,
    summary: 'Say that many events were seen',
    description:
      'Named one by one, so that what came meanwhile is not among them. The first time counts; what is not there any more is ' +
      'left out.',
    body: EventsBody,
    reply: bare(Type.Object({ acknowledged: Type.Integer({ description: 'How many nobody had seen before.' }) })),
    handle: async (call, { body }) => ({ acknowledged: await acknowledgeEvents(call, body.event_ids) }),
  }),
]
