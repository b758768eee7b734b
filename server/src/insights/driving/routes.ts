import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { exact, timeInput } from '#kernel/api/fields.ts'
import { bare, byNumber, byUuid, plainRoute } from '#kernel/api/route.ts'
import { requireStretch, requireZone, stretchDaysMax } from '../trips/actions.ts'
import { TripShape, toWire } from '../trips/wire.ts'
import { tripsOfDriver } from './actions.ts'
import { scoreOfDriver, scoreOfUnit, scoresOfDrivers } from './scores.ts'
import { DriverScoreShape, driverScoreToWire, ScoreShape, scoreToWire } from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const driving = { tag: 'Drivers', module: 'timeline', operation: 'client.read-messages' } as const

const stretch = {
  from: timeInput('Start, in unix seconds.'),
  to: timeInput(`End, in unix seconds; at most ${stretchDaysMax} days later.`),
}

const scores = { ...driving, module: 'statistics' } as const
const inZone = exact({
  ...stretch,
  tz: Type.Optional(Type.String({ description: 'Time zone of days and nights. Default: UTC.' })),
})
const explained =
  '100, less points for harsh acceleration, braking and cornering, speeding over the road’s limit, idling and driving at ' +
  'night, per 100 km. Trips and events count on the day they begin; late data corrects them.'

export const clientRoutes = [
  route({
    ...driving,
    method: 'GET',
    path: '/drivers/:id/trips',
    summary: 'List the trips of a driver',
    description:
      'Trips of which this driver drove most, in chronological order. The driver is found by assignment, then by a ' +
      'key in messages, then by the plan. Later changes to keys and assignments apply at once.',
    params: byUuid('driver'),
    query: exact(stretch),
    reply: bare(Type.Array(TripShape)),
    handle: async (call, { params, query }) =>
      (await tripsOfDriver(call, params.id, requireStretch(query))).map(toWire),
  }),
  route({
    ...scores,
    method: 'GET',
    path: '/driver-scores',
    summary: 'List driving scores of all drivers, by name',
    description: explained,
    query: inZone,
    reply: bare(Type.Array(DriverScoreShape)),
    handle: async (call, { query }) =>
      (await scoresOfDrivers(call, requireStretch(query), requireZone(query.tz))).map(driverScoreToWire),
  }),
  route({
    ...scores,
    method: 'GET',
    path: '/drivers/:id/score',
    summary: 'Read a driver’s driving score, with every event that cost points',
    description: explained,
    params: byUuid('driver'),
    query: inZone,
    reply: bare(ScoreShape),
    handle: async (call, { params, query }) =>
      scoreToWire(await scoreOfDriver(call, params.id, requireStretch(query), requireZone(query.tz))),
  }),
  route({
    ...scores,
    method: 'GET',
    path: '/units/:id/score',
    summary: 'Read a unit’s driving score, with every event that cost points',
    description: `${explained} Covers all trips of the unit, with any driver or none.`,
    params: byNumber('unit'),
    query: inZone,
    reply: bare(ScoreShape),
    handle: async (call, { params, query }) =>
      scoreToWire(await scoreOfUnit(call, params.id, requireStretch(query), requireZone(query.tz))),
  }),
]
