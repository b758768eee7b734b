import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { habitsOf } from '#identity/users/people.ts'
import { EnumOf, exact, timeInput } from '#kernel/api/fields.ts'
import { arrayPieces, isUuid, numberIds } from '#kernel/api/lists.ts'
import { bare, byNumber, byUuid, plainRoute } from '#kernel/api/route.ts'
import { refuse } from '#kernel/errors.ts'
import { firstWeekday } from '#kernel/time/habits.ts'
import { type Period, periods, spansOf } from '#kernel/time/zone.ts'
import { piecesMax } from '../projections/pieces.ts'
import {
  type Choice,
  chosenUnits,
  daysUnitsMax,
  exportTrack,
  listDays,
  listStanding,
  listTrips,
  readFuel,
  readStatistics,
  readTimeline,
  readTrip,
  requireStretch,
  requireZone,
  statisticsDaysMax,
  stretchDaysMax,
} from './actions.ts'
import { speedingLimits } from './along/speeding.ts'
import { type FormatName, formatNames, formats } from './formats.ts'
import { readParameter } from './parameters/parameter-actions.ts'
import { readRoadTrips, readSpeeding } from './roads/roads.ts'
import { RoadTripsShape, roadTripsToWire, SpeedingShape, speedingToWire } from './roads/roads-wire.ts'
import { type Kind, kinds } from './segments/segment.ts'
import { thresholds } from './segments/thresholds.ts'
import {
  dayToWire,
  FuelShape,
  fuelToWire,
  ParameterShape,
  StandingShape,
  StatisticsShape,
  statisticsPieces,
  TimelineShape,
  TripShape,
  timelineToWire,
  toWire,
  UnitDayShape,
  writeTrip,
} from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const timeline = { tag: 'Timeline', module: 'timeline', operation: 'client.read-messages' } as const
const statistics = { tag: 'Statistics', module: 'statistics', operation: 'client.read-messages' } as const

const stretch = (days: number) => ({
  from: timeInput('Start, in unix seconds.'),
  to: timeInput(`End, in unix seconds; at most ${days} days later.`),
})
const tz = Type.Optional(Type.String({ description: 'Time zone, such as `Europe/Berlin`. Default: yours, or `UTC`.' }))
const choice = {
  unit_ids: Type.Optional(Type.String({ description: 'Only these units, separated by commas.' })),
  group_id: Type.Optional(Type.String({ description: 'Only the units of this group.' })),
}

const choiceOf = (query: { unit_ids?: string; group_id?: string }): Choice => {
  const { unit_ids, group_id: groupId } = query
  if (groupId !== undefined && !isUuid(groupId)) refuse('NOT_FOUND', 'This group does not exist.')
  return { unitIds: numberIds(unit_ids, 'unit_ids'), groupId }
}

/** A day has 25 hours when the clocks change. */
const daysDaysMax = 2
const pointsDefault = 2_000
const pointsMax = 10_000
const seriesMax = 8

function seriesNames(text = 'position.speed'): readonly string[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '')
  if (names.length > seriesMax) refuse('INVALID_QUERY', `series may name ${seriesMax} parameters at most.`, 'series')
  if (names.some((name) => !/^[a-z][a-z0-9_.]{0,127}$/.test(name))) {
    refuse('INVALID_QUERY', 'series must be names of parameters, separated by commas.', 'series')
  }
  return names
}

export const clientRoutes = [
  route({
    tag: 'Units',
    operation: 'client.read-messages',
    method: 'GET',
    path: '/standing',
    summary: 'List stationary units and since when',
    description:
      'Based on their stops, so a short halt does not count, and late data corrects it. Units that move or have not ' +
      'reported are left out. Included in every plan.',
    reply: bare(Type.Array(StandingShape)),
    handle: async (call) => (await listStanding(call)).map(({ unitId, since }) => ({ unit_id: unitId, since })),
  }),
  route({
    ...timeline,
    method: 'GET',
    path: '/units/:id/timeline',
    summary: 'Read a unit’s timeline: trips, stops, track and graphs',
    description:
      'Trips and stops are computed by the tracker’s own time a few seconds after messages arrive, and revised when ' +
      'late data arrives. Each gives the reason for its start and its end.',
    params: byNumber('unit'),
    query: exact({
      ...stretch(stretchDaysMax),
      points: Type.Optional(
        Type.Integer({
          minimum: 2,
          maximum: pointsMax,
          description: `Points of the track. Default: ${pointsDefault}.`,
        }),
      ),
      series: Type.Optional(
        Type.String({ description: 'Parameters to graph, separated by commas. Default: `position.speed`.' }),
      ),
    }),
    reply: bare(TimelineShape),
    handle: async (call, { params, query }) => {
      const names = seriesNames(query.series)
      const asked = requireStretch(query)
      return timelineToWire(await readTimeline(call, params.id, asked, query.points ?? pointsDefault, names))
    },
  }),
  route({
    ...timeline,
    method: 'GET',
    path: '/units/:id/speeding',
    summary: 'Read where a unit was too fast for the road',
    description:
      `The worst stretches of each trip, from ${speedingLimits.toleranceKmh} km/h over the limit that the map has for the ` +
      'road. Where the map has none, the usual speed on such a road is used instead, and ' +
      `\`posted\` is false: then only stretches more than ${Math.round((speedingLimits.usualFactor - 1) * 100)} % faster are listed. ` +
      'Computed on request from the map in use; empty without a map with streets.',
    params: byNumber('unit'),
    query: exact(stretch(daysDaysMax)),
    reply: bare(SpeedingShape),
    handle: async (call, { params, query }) =>
      speedingToWire(await readSpeeding(call, params.id, requireStretch(query, daysDaysMax))),
  }),
  route({
    ...timeline,
    method: 'GET',
    path: '/units/:id/road-trips',
    summary: 'Read the trips of a unit on the roads that it most likely drove',
    description:
      'Positions are matched to the roads of the map in use. Where no road fits, the raw positions are returned. Use ' +
      'it for drawing only: distances and times are those of the timeline.',
    params: byNumber('unit'),
    query: exact(stretch(daysDaysMax)),
    reply: bare(RoadTripsShape),
    handle: async (call, { params, query }) =>
      roadTripsToWire(await readRoadTrips(call, params.id, requireStretch(query, daysDaysMax))),
  }),
  route({
    ...timeline,
    method: 'GET',
    path: '/units/:id/track',
    summary: 'Download a unit’s track',
    description:
      'GPX, KML and GeoJSON have the trips, KML and GeoJSON also the stops; CSV has every position. Trips and stops have their ' +
      'geofences and addresses. Local times carry their offset, and each file names the time zone. Names and descriptions have dates, ' +
      'times and distances as you have chosen.',
    params: byNumber('unit'),
    query: exact({ ...stretch(stretchDaysMax), format: EnumOf(formatNames, 'The kind of file.'), tz }),
    produces: formatNames.map((name) => formats[name].contentType),
    reply: bare(Type.String()),
    handle: (call, { params, query }) =>
      exportTrack(call, params.id, requireStretch(query), query.format as FormatName, query.tz),
  }),
  route({
    ...timeline,
    method: 'GET',
    path: '/trips',
    summary: 'List trips, stops and gaps of one or more units',
    description: 'Unit by unit, in chronological order. A trip that overlaps the period is returned whole.',
    query: exact({ ...stretch(stretchDaysMax), ...choice, kind: Type.Optional(EnumOf(kinds, 'Only these.')) }),
    reply: bare(Type.Array(TripShape)),
    handle: async (call, { query }) => {
      const asked = requireStretch(query)
      const units = await chosenUnits(call, choiceOf(query))
      return { pieces: arrayPieces(listTrips(call, units, asked, query.kind as Kind | undefined), writeTrip) }
    },
  }),
  route({
    ...timeline,
    method: 'GET',
    path: '/days',
    summary: 'Read a summary of a day for many units: figures, and when each drove, idled and stood',
    description: `At most ${daysUnitsMax} units at a time, in the order of their ids.`,
    query: exact({ ...stretch(daysDaysMax), ...choice }),
    reply: bare(Type.Array(UnitDayShape)),
    handle: async (call, { query }) => {
      const asked = requireStretch(query, daysDaysMax)
      return (await listDays(call, await chosenUnits(call, choiceOf(query)), asked)).map(dayToWire)
    },
  }),
  route({
    ...timeline,
    method: 'GET',
    path: '/trips/:id',
    summary: 'Read a trip, a stop or a gap',
    params: byUuid('trip'),
    reply: bare(TripShape),
    handle: async (call, { params }) => toWire(await readTrip(call, params.id)),
  }),
  route({
    tag: 'Statistics',
    module: 'fuel',
    operation: 'client.read-messages',
    method: 'GET',
    path: '/units/:id/fuel',
    summary: 'Read a unit’s fuel: level, fillings, drains and consumption',
    description:
      'From the unit’s sensors of kind `fuel`, added up if there are several. Otherwise from the first of `can.fuel.volume`, `fuel.volume`, `can.fuel.level` and `fuel.level` that the unit sends, and from ' +
      'the engine’s counter `can.fuel.consumed` or `fuel.consumed` where there is one. Fillings and drains are changes ' +
      `of at least ${thresholds.fuelLitres} litres or ${thresholds.fuelPercent} % at a stop.`,
    params: byNumber('unit'),
    query: exact(stretch(stretchDaysMax)),
    reply: bare(FuelShape),
    handle: async (call, { params, query }) => fuelToWire(await readFuel(call, params.id, requireStretch(query))),
  }),
  route({
    ...timeline,
    method: 'GET',
    path: '/units/:id/parameter',
    summary: 'Read one parameter of a unit over time',
    description: `At most ${piecesMax} pieces of equal length, each with its lowest, highest and average value. Pieces without a value are left out. True counts as 1, false as 0.`,
    params: byNumber('unit'),
    query: exact({
      ...stretch(stretchDaysMax),
      name: Type.String({ minLength: 1, maxLength: 100, example: 'can.engine.rpm', description: 'The parameter.' }),
    }),
    reply: bare(ParameterShape),
    handle: async (call, { params, query }) => readParameter(call, params.id, query.name, requireStretch(query)),
  }),
  route({
    ...statistics,
    method: 'GET',
    path: '/statistics',
    summary: 'Read distance, times and speeds by day, week or month',
    description:
      'Whole periods in the given time zone; weeks begin on your first day. A trip that crosses midnight is split by time, and counted in the period it starts in.',
    query: exact({
      ...stretch(statisticsDaysMax),
      ...choice,
      by: Type.Optional(EnumOf(periods, 'Default: `day`.')),
      tz,
    }),
    reply: bare(StatisticsShape),
    handle: async (call, { query }) => {
      const habits = await habitsOf(call, call.user)
      const zone = requireZone(query.tz ?? habits.zone ?? undefined)
      const by = (query.by ?? 'day') as Period
      const { from, to } = requireStretch(query, statisticsDaysMax)
      const units = await chosenUnits(call, choiceOf(query))
      // Whole periods: the first and last may extend beyond the request.
      const spans = spansOf(zone, by, from, to, firstWeekday(habits))
      return { pieces: statisticsPieces(readStatistics(call, units, spans), spans, zone, by) }
    },
  }),
]
