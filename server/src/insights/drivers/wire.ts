import Type, { type Static } from 'typebox'
import { EnumOf, exact, fractionTimeInput, like, Nullable, oneLine, Time, visibleLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import type { DriverChange as Change, DriverWithKeys, NewKey as Key } from './actions.ts'
import type { CurrentDriver } from './claims.ts'
import { type Assignment, keyKinds, type Shift } from './driver.ts'
import { sources } from './who-drove.ts'

const orNone = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema))
const Name = visibleLine(1, 100, { example: 'J. Driver' })
const details = {
  user_id: orNone(UuidId),
  phone: orNone(oneLine(1, 50, { example: '+49 30 5550123' })),
  email: orNone(oneLine(3, 254, { example: 'driver@example.com' })),
  licence_number: orNone(oneLine(1, 50, { example: 'B072RRE2I55' })),
  licence_expires_on: orNone(
    Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', example: '2028-03-31', description: 'A day.' }),
  ),
  notes: orNone(Type.String({ maxLength: 2000, example: 'Also drives trailers' })),
}
export const NewDriver = exact({ name: Name, ...details })
export const DriverChange = exact({ name: Type.Optional(Name), ...details })

export const toChange = <B extends Static<typeof DriverChange>>(body: B): Change & { name: B['name'] } => ({
  ...(body.user_id !== undefined && { userId: body.user_id }),
  ...(body.phone !== undefined && { phone: body.phone }),
  ...(body.email !== undefined && { email: body.email }),
  ...(body.licence_number !== undefined && { licenceNumber: body.licence_number }),
  ...(body.licence_expires_on !== undefined && { licenceExpiresOn: body.licence_expires_on }),
  ...(body.notes !== undefined && { notes: body.notes }),
  ...({ ...(body.name !== undefined && { name: body.name }) } as { name: B['name'] }),
})

const From = Type.Optional(fractionTimeInput('Unix seconds by the tracker’s clock. Default: now.'))
const To = Type.Optional(Nullable(fractionTimeInput('Unix seconds. Null or absent: no end yet.')))

export const NewKey = exact({
  kind: EnumOf(keyKinds),
  code: visibleLine(1, 100, {
    example: '01-00-00-1A-2B-3C-4D-5E',
    description: 'As trackers send it. Upper case, separators and leading zeros make no difference.',
  }),
  from: From,
  to: To,
})
export const KeyChange = exact({ from: From, to: To })
export const toKey = ({ kind, code, from, to = null }: Static<typeof NewKey>): Key => ({ kind, code, from, to })

const Device = like(Type.Number({ description: 'Unix seconds by the tracker’s clock.' }), 1790000000)
const End = Nullable(Type.Number({ example: 1795000000, description: 'Null: no end yet.' }))

const KeyShape = Type.Object(
  {
    id: Type.String(),
    kind: EnumOf(keyKinds),
    code: Type.String({ example: '01-00-00-1A-2B-3C-4D-5E' }),
    from: Device,
    to: End,
    created_at: Time,
  },
  { title: 'DriverKey' },
)

export const DriverShape = Type.Object(
  {
    id: Type.String(),
    user_id: Nullable(Type.String({ description: 'The driver’s own login.' })),
    name: Type.String({ example: 'J. Driver' }),
    phone: Nullable(Type.String({ example: '+49 30 5550123' })),
    email: Nullable(Type.String({ example: 'driver@example.com' })),
    licence_number: Nullable(Type.String({ example: 'B072RRE2I55' })),
    licence_expires_on: Nullable(Type.String({ example: '2028-03-31' })),
    notes: Nullable(Type.String({ example: 'Also drives trailers' })),
    keys: Type.Array(KeyShape, { description: 'In chronological order.' }),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Driver' },
)

export const toWire = ({ keys, ...driver }: DriverWithKeys) => ({
  ...driver,
  keys: keys.map(({ t0, t1, ...key }) => ({ ...key, from: t0, to: t1 })),
})

export const NewAssignment = exact({
  driver_id: UuidId,
  unit_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  from: From,
  to: To,
})
export const EndChange = exact({ to: Nullable(fractionTimeInput('Unix seconds. Null: no end yet.')) })

export const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
export const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
export const WallTime = (example: string, description: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', example, description })

export const Weekdays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  minItems: 1,
  maxItems: 7,
  example: [1, 2, 3, 4, 5],
  description: '1 is Monday.',
})

export const NewShift = exact({
  driver_id: UuidId,
  unit_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  weekdays: Weekdays,
  start: WallTime('06:00', 'By the clock in `tz`.'),
  end: WallTime('14:00', 'Not after `start`: on the next day.'),
  tz: Type.String({ maxLength: 64, example: 'Europe/Berlin' }),
  from: From,
  to: To,
})

export const toShift = ({
  driver_id,
  unit_id,
  weekdays,
  start,
  end,
  tz,
  from,
  to = null,
}: Static<typeof NewShift>) => ({
  ...{ driverId: driver_id, unitId: unit_id, weekdays, from, to, zone: tz },
  ...{ startMinute: minuteOf(start), endMinute: minuteOf(end) },
})

const assignmentFields = {
  id: Type.String(),
  driver_id: Type.String(),
  unit_id: Type.Integer(),
  from: Device,
  to: End,
  created_at: Time,
}
export const AssignmentShape = Type.Object(assignmentFields, { title: 'DriverAssignment' })
export const ShiftShape = Type.Object(
  {
    ...assignmentFields,
    weekdays: Type.Array(Type.Integer(), { example: [1, 2, 3, 4, 5] }),
    start: Type.String({ example: '06:00' }),
    end: Type.String({ example: '14:00' }),
    tz: Type.String({ example: 'Europe/Berlin' }),
  },
  { title: 'DriverShift' },
)

export const assignmentToWire = ({ t0, t1, ...one }: Assignment) => ({ ...one, from: t0, to: t1 })
export const shiftToWire = ({ startMinute, endMinute, zone, ...shift }: Shift) => ({
  ...assignmentToWire(shift),
  weekdays: shift.weekdays,
  start: clockText(startMinute),
  end: clockText(endMinute),
  tz: zone,
})

const driverFields = {
  id: Type.String(),
  name: Type.String({ example: 'J. Driver' }),
  source: EnumOf(sources, 'How it is known: assigned by a person (`hand`), by a key in messages, or by the plan.'),
}
export const TripDriverShape = Type.Object(driverFields, { title: 'TripDriver' })
export const CurrentDriverShape = Type.Object(
  { unit_id: Type.Integer(), driver: TripDriverShape, since: Device },
  { title: 'CurrentDriver' },
)
export const currentToWire = ({ unitId, since, ...driver }: CurrentDriver) => ({ unit_id: unitId, driver, since })
