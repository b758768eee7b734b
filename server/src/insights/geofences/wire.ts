import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Nullable, Time, timeInput, visibleLine } from '#kernel/api/fields.ts'
import { isUuid } from '#kernel/api/lists.ts'
import { projector } from '#kernel/api/project.ts'
import { UuidId } from '#kernel/api/route.ts'
import { invalidField, type Problem, refuse } from '#kernel/errors.ts'
import type { Address } from '#kernel/geo/addresses.ts'
import { AddressedPlaceShape, addressedPlace, NamedPlaceShape, namedPlace } from '../addresses/wire.ts'
import { scopeInput } from '../groups/wire.ts'
import type { AddressedVisit, GeofenceChange, NamedEvent } from './actions.ts'
import { bounds, type Geofence, type Shape, shapeTypes } from './geofence.ts'
import { limits } from './limits.ts'

const DeviceTime = Type.Number({ example: 1790000045, description: 'Unix seconds by the tracker’s clock.' })

const PlaceInput = exact({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
})
const PlaceShape = Type.Object({ latitude: Type.Number(), longitude: Type.Number() }, { title: 'Place' })

const typeText = '`circle` with `center` and `radius`, `polygon` with `points`, `corridor` with `points` and `width`.'
const radius = { description: 'Metres.', minimum: bounds.radius.min, maximum: bounds.radius.max }
const width = { description: 'Metres from side to side.', minimum: bounds.width.min, maximum: bounds.width.max }
const points = {
  maxItems: bounds.pointsMax,
  description: 'The corners of a polygon, which must not touch itself, or the line in the middle of a corridor.',
}

const ShapeInput = exact({
  type: EnumOf(shapeTypes, typeText),
  center: Type.Optional(PlaceInput),
  radius: Type.Optional(like(Type.Number(radius), 200)),
  points: Type.Optional(Type.Array(PlaceInput, points)),
  width: Type.Optional(Type.Number(width)),
})

const ShapeWire = Type.Object(
  {
    type: Type.String({ example: 'circle', description: typeText }),
    center: Type.Optional(PlaceShape),
    radius: Type.Optional(Type.Number({ example: 200, description: radius.description })),
    points: Type.Optional(Type.Array(PlaceShape, { description: points.description })),
    width: Type.Optional(Type.Number({ description: width.description })),
  },
  { title: 'GeofenceShape' },
)

const Name = visibleLine(1, 100, { example: 'Vans of the north' })
const optional = {
  colour: Type.Optional(
    Type.String({ example: '#2563eb', pattern: '^#[0-9a-f]{6}$', description: 'Such as `#2563eb`.' }),
  ),
  min_seconds: Type.Optional(
    Type.Integer({
      example: 30,
      minimum: 0,
      maximum: limits.minSecondsMax,
      description: `Shorter stays and absences are ignored. Default: ${limits.minSeconds}.`,
    }),
  ),
  since: Type.Optional(timeInput('Visits are computed from this device time on, in unix seconds. Default: now.')),
  ...scopeInput,
}

export const NewGeofenceBody = exact({ name: Name, shape: ShapeInput, ...optional })
export const GeofenceChangeBody = exact({ name: Type.Optional(Name), shape: Type.Optional(ShapeInput), ...optional })

type PlaceInput = Static<typeof PlaceInput>
const placeOf = ({ latitude, longitude }: PlaceInput) => ({ lat: latitude, lon: longitude })

const fieldsOf = {
  circle: ['center', 'radius'],
  polygon: ['points'],
  corridor: ['points', 'width'],
} as const satisfies Record<Shape['type'], readonly string[]>

/** What a shape of its type needs, and nothing else. */
function toShape(input: Static<typeof ShapeInput>): { shape?: Shape; problems: Problem[] } {
  const { type, center, radius = 0, points = [], width = 0 } = input
  const needed: readonly string[] | undefined = fieldsOf[type]
  // The schema says so.
  if (!needed) return { problems: [] }
  const given = Object.keys(input).filter((name) => name !== 'type')
  const problems = [
    ...needed
      .filter((name) => !given.includes(name))
      .map((name) => invalidField(`shape.${name}`, `A ${type} needs ${name}.`)),
    ...given
      .filter((name) => !needed.includes(name))
      .map((name) => invalidField(`shape.${name}`, `A ${type} has no ${name}.`)),
  ]
  if (problems.length > 0) return { problems }
  if (type === 'circle') return { shape: { type, center: placeOf(center as PlaceInput), radius }, problems }
  const line = points.map(placeOf)
  return { shape: type === 'polygon' ? { type, points: line } : { type, points: line, width }, problems }
}

type ChangeBody = Static<typeof GeofenceChangeBody>

/** Values that the schema has refused may be of any kind: only objects are examined. */
export function toInput(body: ChangeBody): { input: GeofenceChange; problems: readonly Problem[] } {
  const { name, colour, min_seconds: minSeconds, since, for_all: isForAll, unit_ids, group_ids } = body
  const { shape, problems } = body.shape ? toShape(body.shape) : { shape: undefined, problems: [] }
  const input = {
    ...(name !== undefined && { name }),
    ...(colour !== undefined && { colour }),
    ...(shape && { shape }),
    ...(minSeconds !== undefined && { minSeconds }),
    ...(since !== undefined && { since }),
    ...(isForAll !== undefined && { isForAll }),
    ...(unit_ids && { unitIds: [...new Set(unit_ids)] }),
    ...(group_ids && { groupIds: [...new Set(group_ids)] }),
  }
  return { input, problems }
}

export const GeofenceShape = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ example: 'Depot' }),
    colour: Type.String({ example: '#2563eb' }),
    shape: ShapeWire,
    min_seconds: Type.Integer({ example: 30, description: 'Shorter stays and absences are ignored.' }),
    since: Type.Number({
      example: 1790000000,
      description: 'Visits are computed from this tracker time on, in unix seconds.',
    }),
    for_all: Type.Boolean({ description: 'Applies to all units, including future ones.' }),
    unit_ids: Type.Array(Type.Integer(), { example: [] }),
    group_ids: Type.Array(Type.String(), { example: [] }),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Geofence' },
)

const placeOrNull = (lat: number | null, lon: number | null, address: Address | null | undefined) =>
  lat === null || lon === null ? null : addressedPlace(lat, lon, address)

const exactPlace = ({ lat, lon }: { lat: number; lon: number }) => ({ latitude: lat, longitude: lon })

const shapeToWire = (shape: Shape) =>
  shape.type === 'circle'
    ? { ...shape, center: exactPlace(shape.center) }
    : { ...shape, points: shape.points.map(exactPlace) }

export const toWire = (geofence: Geofence) => ({
  ...geofence,
  shape: shapeToWire(geofence.shape),
  for_all: geofence.isForAll,
})

const CrossingShape = Type.Object(
  {
    place: Nullable(AddressedPlaceShape),
    seen_before: Nullable(
      Type.Number({
        example: 1790000030,
        description: 'Time of the last position before the border, in unix seconds.',
      }),
    ),
    seen_after: Type.Number({
      example: 1790000060,
      description: 'Time of the first position beyond the border, in unix seconds.',
    }),
    why: Type.String({
      example: 'The position of 2026-09-21 13:33:50 UTC was outside, that of 2026-09-21 13:34:20 UTC inside.',
      description: 'The same in words.',
    }),
  },
  { title: 'Crossing' },
)

export const VisitShape = Type.Object(
  {
    id: Type.String(),
    geofence_id: Type.String(),
    unit_id: Type.Integer(),
    from: DeviceTime,
    to: Nullable(
      Type.Number({
        example: 1790003600,
        description: 'Unix seconds by the tracker’s clock; null while the unit is inside.',
      }),
    ),
    duration: Nullable(Type.Number({ example: 3555, description: 'Seconds.' })),
    came: CrossingShape,
    left: like(Nullable(CrossingShape), null),
    created_at: Time,
    revised_at: Nullable(Type.Integer({ description: 'When late data changed it, in unix seconds.' })),
  },
  { title: 'GeofenceVisit' },
)

export const EffectShape = Type.Object(
  {
    visits: Type.Integer({ example: 41, description: 'Number of visits.' }),
    events: Type.Integer({ example: 82, description: 'Number of events.' }),
  },
  { title: 'GeofenceEffect' },
)

/** Filters of events. */
export const ofGeofence = Type.Optional(Type.String({ description: 'Only of this geofence.' }))
export const timeFilters = {
  from: Type.Optional(timeInput('Not older than this, in unix seconds.')),
  to: Type.Optional(timeInput('Older than this, in unix seconds.')),
}

export function geofenceIdOf({ geofence_id: id }: { geofence_id?: string }): string | undefined {
  if (id !== undefined && !isUuid(id)) refuse('NOT_FOUND', 'This geofence does not exist.')
  return id
}

export function kindsOf(text: string | undefined, known: readonly string[]): readonly string[] | undefined {
  const kinds = text?.split(',').map((kind) => kind.trim())
  if (kinds?.some((kind) => !known.includes(kind))) {
    refuse('INVALID_QUERY', `kind must be some of ${known.join(', ')}.`, 'kind')
  }
  return kinds
}

export const EventsBody = exact({ event_ids: Type.Array(UuidId, { minItems: 1, maxItems: 1000 }) })

const clock = (t: number): string => new Date(t * 1000).toISOString().slice(0, 19).replace('T', ' ')

function why(kind: 'enter' | 'leave', before: number | null, after: number): string {
  if (before === null) return `It was inside when it was first checked, by the position of ${clock(after)} UTC.`
  const [one, other] = kind === 'enter' ? ['outside', 'inside'] : ['inside', 'outside']
  return `The position of ${clock(before)} UTC was ${one}, that of ${clock(after)} UTC ${other}.`
}

export const visitToWire = (visit: AddressedVisit) => ({
  ...visit,
  from: visit.t0,
  to: visit.t1,
  duration: visit.t1 === null ? null : visit.t1 - visit.t0,
  came: {
    place: placeOrNull(visit.lat0, visit.lon0, visit.addresses[0]),
    seen_before: visit.before0,
    seen_after: visit.after0,
    why: why('enter', visit.before0, visit.after0),
  },
  left:
    visit.after1 === null
      ? null
      : {
          place: placeOrNull(visit.lat1, visit.lon1, visit.addresses[1]),
          seen_before: visit.before1,
          seen_after: visit.after1,
          why: why('leave', visit.before1, visit.after1),
        },
})

/** For rows that are written while they are read. */
export const writeVisit = (visit: AddressedVisit) => projectVisit(visitToWire(visit))
const projectVisit = projector(VisitShape)

export const SpeedShape = Nullable(
  Type.Number({ example: 64, description: 'Speed in the message that revealed it, in km/h; null if it had none.' }),
)

export const EventShape = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({
      example: 'enter',
      description:
        '`enter` and `leave` of a geofence, the alarm that the unit reported, or `condition`: that of a rule was met.',
    }),
    unit_id: Type.Integer(),
    at: DeviceTime,
    geofence_id: Nullable(Type.String()),
    visit_id: Nullable(Type.String()),
    rule_id: like(Nullable(Type.String({ description: 'The rule that matched.' })), null),
    rule_name: Nullable(Type.String({ description: 'Current name; null if it was deleted.' })),
    place: Nullable(NamedPlaceShape),
    speed: SpeedShape,
    count: Type.Integer({ description: 'How often the alarm was reported while it lasted.' }),
    seen_before: Nullable(
      Type.Number({
        example: 1790000030,
        description: 'Time of the last position on this side of the border; null for alarms.',
      }),
    ),
    seen_after: Nullable(
      Type.Number({
        example: 1790000060,
        description: 'Time of the first position on the other side of the border; null for alarms.',
      }),
    ),
    until: Type.Number({
      example: 1790000045,
      description: 'When it was last reported; unix seconds by the tracker’s clock.',
    }),
    why: Type.String({
      example: 'The position of 2026-09-21 13:33:50 UTC was outside, that of 2026-09-21 13:34:20 UTC inside.',
      description: 'The data behind it.',
    }),
    noticed_at: Type.Integer({ example: 1790000064, description: 'When the server recognised it, in unix seconds.' }),
    acknowledged_at: like(Nullable(Time), null),
  },
  { title: 'UnitEvent' },
)

function eventWhy({ kind, geofenceId, ruleName, seenBefore, seenAfter, t, count }: NamedEvent): string {
  if (ruleName !== null) {
    const begin = `The condition of the rule “${ruleName}” was met from the message of ${clock(t)} UTC on`
    return `${begin}; with that of ${clock(seenAfter ?? t)} UTC it had been met for long enough.`
  }
  if (geofenceId !== null) return why(kind as 'enter' | 'leave', seenBefore, seenAfter ?? t)
  const often = count === 1 ? '' : `, and ${count} times in all while it lasted`
  return `The unit reported ${kind} with its message of ${clock(t)} UTC${often}.`
}

export const eventToWire = (event: NamedEvent) => ({
  ...event,
  at: event.t,
  place: event.lat === null || event.lon === null ? null : namedPlace(event.lat, event.lon, event.names[0]),
  seen_before: event.geofenceId === null ? null : event.seenBefore,
  seen_after: event.geofenceId === null ? null : event.seenAfter,
  why: eventWhy(event),
  noticed_at: event.createdAt,
})
