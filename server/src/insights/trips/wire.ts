import Type from 'typebox'
import { EnumOf, like, MapOf, Nullable, Time } from '#kernel/api/fields.ts'
import { projector } from '#kernel/api/project.ts'
import type { Span } from '#kernel/time/zone.ts'
import { NamedPlaceShape, namedPlace } from '../addresses/wire.ts'
import { TripDriverShape } from '../drivers/wire.ts'
import { PieceShape } from '../projections/pieces.ts'
import type { Fuel, Timeline, UnitDay, UnitStatistics } from './actions.ts'
import { averageOf, type Figures, noFigures, sumOf } from './along/statistics.ts'
import { type Rule, ruleSeconds, rules } from './segments/segment.ts'
import { thresholds } from './segments/thresholds.ts'
import { activities, averageKmh, isOpen, isShort, type NamedTrip, qualityOf } from './trip.ts'

const DeviceTime = Type.Number({ description: 'Unix seconds by the tracker’s clock.' })
const Metres = Type.Number({ example: 86210.4, description: 'Metres.' })
const Kmh = Type.Number({ example: 92.5, description: 'km/h.' })

const BoundaryShape = Type.Object(
  {
    rule: Type.String({ example: 'ignition_on', description: 'Name of the rule.' }),
    message_at: Type.Number({ example: 1790000030, description: 'Time of the message that decided it; unix seconds.' }),
    seconds: Nullable(Type.Integer({ description: 'Duration the rule refers to, if any.' })),
    why: Type.String({
      example: 'The ignition was switched on, and the unit left its place.',
      description: 'The rule as a sentence.',
    }),
  },
  { title: 'Boundary' },
)

export const TripShape = Type.Object(
  {
    id: Type.String(),
    unit_id: Type.Integer(),
    kind: Type.String({
      example: 'trip',
      description: '`trip`, `stop`, or `gap`: no messages, and the unit was elsewhere afterwards.',
    }),
    from: like(DeviceTime, 1790000000),
    to: like(DeviceTime, 1790001800),
    private: Type.Boolean({
      example: false,
      description:
        'True for someone else’s private trip and the time until the next trip: places and top speed are left out.',
    }),
    from_place: Nullable(NamedPlaceShape),
    to_place: Nullable(NamedPlaceShape),
    driver: Nullable(TripDriverShape),
    duration: Type.Number({ example: 1800, description: 'Seconds.' }),
    distance: Type.Number({ example: 24310.5, description: 'Metres; for a gap, in a straight line.' }),
    max_speed: Kmh,
    average_speed: Type.Number({ example: 51.2, description: 'km/h while moving.' }),
    moving_seconds: Type.Number({ example: 1710 }),
    idle_seconds: Type.Number({
      example: 90,
      description: 'On a trip: time standing. At a stop: time with the engine on.',
    }),
    silent_seconds: Type.Number({ example: 0, description: 'Time without messages.' }),
    quality: Type.Integer({
      example: 98,
      description: 'Data quality, 0 to 100: the share of time with messages, times the share of plausible positions.',
    }),
    open: Type.Boolean({ example: false, description: 'Still in progress.' }),
    short: Type.Boolean({
      example: false,
      description: `A short move: under ${thresholds.shortMetres} m and ${thresholds.shortSeconds} seconds. Statistics do not count it as a trip.`,
    }),
    began: BoundaryShape,
    ended: Nullable(
      like(BoundaryShape, { rule: 'ignition_off', why: 'The ignition was switched off, and the unit stayed.' }),
    ),
    created_at: Time,
    revised_at: Nullable(Type.Integer({ description: 'When late data changed it, in unix seconds.' })),
  },
  { title: 'Trip' },
)

const boundary = (rule: Rule, seen: number) => ({
  rule,
  seconds: ruleSeconds[rule] ?? null,
  message_at: seen,
  why: rules[rule],
})
const tenth = (value: number): number => Math.round(value * 10) / 10

export const toWire = (trip: NamedTrip) => ({
  ...trip,
  from: trip.t0,
  to: trip.t1,
  private: trip.isPrivate,
  from_place: trip.isPrivate ? null : namedPlace(trip.lat0, trip.lon0, trip.names[0]),
  to_place: trip.isPrivate ? null : namedPlace(trip.lat1, trip.lon1, trip.names[1]),
  duration: tenth(trip.t1 - trip.t0),
  distance: tenth(trip.metres),
  max_speed: tenth(trip.topKmh),
  average_speed: tenth(averageKmh(trip)),
  moving_seconds: tenth(trip.movingSeconds),
  idle_seconds: tenth(trip.idleSeconds),
  silent_seconds: tenth(trip.silentSeconds),
  quality: qualityOf(trip),
  open: isOpen(trip),
  short: isShort(trip),
  began: boundary(trip.beganRule, trip.beganSeen),
  ended: trip.endedRule === null ? null : boundary(trip.endedRule, trip.endedSeen as number),
})

/** For rows that are written while they are read. */
export const writeTrip = (trip: NamedTrip) => projectTrip(toWire(trip))
const projectTrip = projector(TripShape)

export const StandingShape = Type.Object(
  {
    unit_id: Type.Integer(),
    since: Type.Number({ example: 1790000000, description: 'By the tracker’s clock: unix seconds.' }),
  },
  { title: 'Standing' },
)

export const TimelineShape = Type.Object(
  {
    unit_id: Type.Integer(),
    from: Time,
    to: Time,
    trips: Type.Array(TripShape, { description: 'Trips, stops and gaps that overlap the period.' }),
    track: Type.Array(Type.Array(Nullable(Type.Number())), {
      example: [
        [1790000000, 50.0755, 14.4378, 0],
        [1790000090, 50.0801, 14.4502, 48.5],
      ],
      description:
        'For drawing: time, latitude, longitude, speed in km/h or null. Fewer points than were sent, same line.',
    }),
    series: Type.Unsafe<Record<string, readonly (readonly number[])[]>>({
      ...like(MapOf(Type.Array(Type.Array(Type.Number()))), {
        'position.speed': [
          [1790000000, 0],
          [1790000090, 48.5],
        ],
      }),
      description: 'For graphs: by parameter, pairs of time and value. Peaks and valleys are kept.',
    }),
  },
  { title: 'Timeline' },
)

export const timelineToWire = (timeline: Timeline) => ({
  ...timeline,
  trips: timeline.trips.map(toWire),
  track: timeline.track.map(({ t, lat, lon, speed }) => [t, lat, lon, speed]),
})

const figureFields = {
  distance: Metres,
  moving_seconds: Type.Number({ example: 1710 }),
  idle_seconds: Type.Number({ example: 90, description: 'Standing on trips, and with the engine on at stops.' }),
  stop_seconds: Type.Number({ example: 61200 }),
  silent_seconds: Type.Number({ example: 0 }),
  max_speed: Kmh,
  average_speed: Type.Number({ example: 51.2, description: 'km/h while moving.' }),
  trips: Type.Integer({ example: 4, description: 'Trips that began, without short moves.' }),
}
const FiguresShape = Type.Object(figureFields, { title: 'Figures' })

export const StatisticsShape = Type.Object(
  {
    tz: Type.String({ description: 'Time zone in which days start.' }),
    by: Type.String({ example: 'day' }),
    periods: Type.Array(
      Type.Object(
        {
          date: Type.String({ example: '2026-09-21', description: 'First day of the period.' }),
          from: Time,
          to: Time,
          ...figureFields,
        },
        { title: 'PeriodFigures' },
      ),
      { description: 'All units together.' },
    ),
    total: FiguresShape,
    units: Type.Array(
      Type.Object(
        {
          unit_id: Type.Integer(),
          total: FiguresShape,
          periods: Type.Array(FiguresShape, { description: 'In the order of the periods above.' }),
        },
        { title: 'UnitFigures' },
      ),
    ),
  },
  { title: 'Statistics' },
)

const figuresToWire = (figures: Figures) => ({
  distance: tenth(figures.metres),
  moving_seconds: tenth(figures.movingSeconds),
  idle_seconds: tenth(figures.idleSeconds),
  stop_seconds: tenth(figures.stopSeconds),
  silent_seconds: tenth(figures.silentSeconds),
  max_speed: tenth(figures.topKmh),
  average_speed: tenth(averageOf(figures)),
  trips: figures.trips,
})

export const UnitDayShape = Type.Object(
  {
    unit_id: Type.Integer(),
    ...figureFields,
    parts: Type.Array(
      Type.Object(
        {
          activity: EnumOf(activities, 'A stop is `idling` if the engine ran for most of it.'),
          from: like(DeviceTime, 1790000000),
          to: like(DeviceTime, 1790001800),
          open: Type.Boolean({ example: false, description: 'Still in progress.' }),
        },
        { title: 'DayPart' },
      ),
      { description: 'In chronological order. The first and last may reach beyond the period.' },
    ),
  },
  { title: 'UnitDay' },
)

export const dayToWire = ({ unitId, figures, parts }: UnitDay) => ({
  unit_id: unitId,
  ...figuresToWire(figures),
  parts: parts.map(({ activity, from, to, isOpen }) => ({ activity, from, to, open: isOpen })),
})

const unitToWire = ({ unitId, total, periods }: UnitStatistics) => ({
  unit_id: unitId,
  total: figuresToWire(total),
  periods: periods.map(figuresToWire),
})

/** Written while it is read; the totals of all units come last. */
export async function* statisticsPieces(
  pages: AsyncIterable<readonly UnitStatistics[]>,
  spans: readonly Span[],
  tz: string,
  by: string,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ tz, by }).slice(0, -1)},"units":[`
  let sums: readonly Figures[] = spans.map(() => noFigures)
  let before = ''
  for await (const page of pages) {
    sums = sums.map((sum, index) => sumOf([sum, ...page.map(({ periods }) => periods[index]!)]))
    yield before + page.map((unit) => JSON.stringify(unitToWire(unit))).join(',\n')
    before = ',\n'
  }
  const periods = spans.map(({ date, from, to }, index) => ({ date, from, to, ...figuresToWire(sums[index]!) }))
  yield `],${JSON.stringify({ periods, total: figuresToWire(sumOf(sums)) }).slice(1)}`
}

const FuelEventShape = Type.Object(
  {
    kind: Type.String({ example: 'filling', description: '`filling` or `drain`' }),
    at: like(DeviceTime, 1790004200),
    place: NamedPlaceShape,
    amount: Type.Number({ example: 41.5 }),
    level_before: Type.Number({ example: 12.5 }),
    level_after: Type.Number({ example: 54 }),
    stop_id: Type.String({ description: 'The stop at which it happened.' }),
  },
  { title: 'FuelEvent' },
)

export const FuelShape = Type.Object(
  {
    unit_id: Type.Integer(),
    from: Time,
    to: Time,
    parameter: Nullable(
      Type.String({
        example: 'can.fuel.volume',
        description: 'Parameter the level is read from; null if the unit reports none.',
      }),
    ),
    sensor: Nullable(
      Type.String({
        example: 'Fuel tank',
        description: 'Sensors the level is read from instead; null if there are none.',
      }),
    ),
    unit: Nullable(Type.String({ example: 'l', description: 'Unit of levels and amounts: `l` or `%`.' })),
    level: Type.Array(Type.Array(Type.Number()), {
      example: [
        [1790000000, 54],
        [1790001800, 51.5],
      ],
      description: 'Pairs of time and level. Peaks and valleys are kept.',
    }),
    events: Type.Array(FuelEventShape),
    distance: Metres,
    consumed: Nullable(
      Type.Object(
        {
          amount: Type.Number({ example: 6.9 }),
          unit: Type.String({ example: 'l', description: '`l` or `%`' }),
          counted: Type.Boolean({ description: 'True: from the engine’s own counter, not from the level.' }),
          per_100_km: Nullable(
            Type.Number({
              example: 8,
              description: `Null below ${thresholds.fuelMetresMin / 1000} km, where it would be a guess.`,
            }),
          ),
        },
        { title: 'Consumed' },
      ),
    ),
  },
  { title: 'Fuel' },
)

export const fuelToWire = ({ unitId, from, to, source, samples, events, consumed, metres }: Fuel) => ({
  unit_id: unitId,
  from,
  to,
  parameter: source?.parameter || null,
  sensor: source?.sensor ?? null,
  unit: source?.unit ?? null,
  level: samples,
  events: events.map(({ kind, t, lat, lon, names, amount, before, after, stopId }) => ({
    kind,
    at: t,
    place: namedPlace(lat, lon, names[0]),
    amount: tenth(amount),
    level_before: tenth(before),
    level_after: tenth(after),
    stop_id: stopId,
  })),
  distance: tenth(metres),
  consumed: consumed
    ? {
        amount: tenth(consumed.amount),
        unit: consumed.unit,
        counted: consumed.isCounted,
        per_100_km: metres < thresholds.fuelMetresMin ? null : tenth((consumed.amount / metres) * 100_000),
      }
    : null,
})

export const ParameterShape = Type.Object(
  {
    unit_id: Type.Integer(),
    name: Type.String({ example: 'can.engine.rpm' }),
    from: Time,
    to: Time,
    values: Type.Array(PieceShape),
  },
  { title: 'ParameterHistory' },
)
