import Type from 'typebox'
import { EnumOf, like, Nullable } from '#kernel/api/fields.ts'
import { type Item, reasons, type Score } from './score.ts'
import type { DriverScore, Scored } from './scores.ts'

const Points = Type.Number({ example: 2.4, description: 'Points subtracted from 100.' })
const DeviceTime = Type.Number({ description: 'Unix seconds by the tracker’s clock.' })

const scoreFields = {
  score: Nullable(Type.Number({ example: 91.5, description: '0 to 100. Null without a trip.' })),
  distance: Type.Number({ example: 412300.5, description: 'Metres.' }),
  moving_seconds: Type.Number({ example: 19800 }),
  trips: Type.Integer({ example: 14 }),
}
const lostFields = Type.Array(
  Type.Object(
    { reason: EnumOf(reasons), events: Type.Integer({ example: 3 }), points: Points },
    { title: 'PointsLost' },
  ),
  { description: 'By reason; only reasons that cost points.' },
)

const ItemShape = Type.Object(
  {
    reason: EnumOf(reasons),
    points: Points,
    unit_id: Type.Integer(),
    from: like(DeviceTime, 1790000040),
    to: like(DeviceTime, 1790000070),
    latitude: Nullable(Type.Number()),
    longitude: Nullable(Type.Number()),
    seconds: Type.Number({ example: 30, description: 'Of speeding, of idling, or of driving at night.' }),
    speed: Nullable(Type.Number({ example: 71, description: 'km/h.' })),
    limit: Nullable(Type.Number({ example: 50, description: 'Of the road, in km/h.' })),
    posted: Nullable(Type.Boolean({ example: true, description: 'False: `limit` is what is usual on such a road.' })),
    street: Nullable(Type.String({ example: 'Harbour Street' })),
  },
  { title: 'ScoreEvent' },
)

export const ScoreShape = Type.Object(
  {
    ...scoreFields,
    lost: lostFields,
    days: Type.Array(
      Type.Object({ date: Type.String({ example: '2026-03-02' }), ...scoreFields }, { title: 'ScoreOfDay' }),
    ),
    events: Type.Array(ItemShape, { description: 'Each with its points, in chronological order.' }),
  },
  { title: 'DrivingScore' },
)

export const DriverScoreShape = Type.Object(
  { driver_id: Type.String(), name: Type.String({ example: 'J. Driver' }), ...scoreFields, lost: lostFields },
  { title: 'DriverScore' },
)

const tenth = (value: number): number => Math.round(value * 10) / 10
const hundredth = (value: number): number => Math.round(value * 100) / 100

const fieldsOf = ({ score, metres, movingSeconds, trips }: Score) => ({
  ...{ score, trips, distance: tenth(metres), moving_seconds: tenth(movingSeconds) },
})

const lostOf = (items: readonly Item[]) =>
  reasons.flatMap((reason) => {
    const own = items.filter((item) => item.reason === reason)
    const points = hundredth(own.reduce((sum, item) => sum + item.points, 0))
    return own.length > 0 ? [{ reason, events: own.length, points }] : []
  })

const itemToWire = ({ reason, points, unitId, t0, t1, lat, lon, seconds, kmh, limitKmh, isPosted, street }: Item) => ({
  ...{ reason, points, unit_id: unitId, from: t0, to: t1, latitude: lat, longitude: lon, seconds: tenth(seconds) },
  ...{ speed: kmh === null ? null : tenth(kmh), limit: limitKmh, posted: isPosted, street },
})

export const scoreToWire = ({ days, ...score }: Scored) => ({
  ...fieldsOf(score),
  lost: lostOf(score.items),
  days: days.map((day) => ({ date: day.date, ...fieldsOf(day) })),
  events: score.items.map(itemToWire),
})

export const driverScoreToWire = ({ driverId, name, score }: DriverScore) => ({
  ...{ driver_id: driverId, name, ...fieldsOf(score), lost: lostOf(score.items) },
})
