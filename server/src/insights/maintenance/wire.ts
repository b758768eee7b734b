import Type from 'typebox'
import { exact, like, Nullable, Time, timeInput, visibleLine } from '#kernel/api/fields.ts'
import type { DueTask } from './actions.ts'
import type { Counters, ServiceRecord } from './maintenance.ts'

const Amount = (maximum: number, example: number, description: string) =>
  Type.Number({ minimum: 0, maximum, example, description })
const Kilometres = Amount(10_000_000, 34_000, 'Kilometres.')
const Hours = Amount(1_000_000, 1204.5, 'Hours.')
const Name = visibleLine(1, 100, { example: 'Oil change' })
const Every = (maximum: number, example: number, description: string) =>
  Type.Optional(Nullable(Type.Number({ minimum: 1, maximum, example, description })))
const intervals = {
  every_km: Every(1_000_000, 15_000, 'After so many kilometres.'),
  every_hours: Every(100_000, 500, 'Interval in engine hours.'),
  every_days: Type.Optional(
    Nullable(Type.Integer({ example: 365, minimum: 1, maximum: 10_000, description: 'Interval in days.' })),
  ),
}

export const NewTask = exact({ name: Name, ...intervals })
export const TaskChange = exact({ name: Type.Optional(Name), ...intervals })
export const CounterChange = exact({
  mileage: Type.Optional(Kilometres),
  engine_hours: Type.Optional(Hours),
})
export const NewServiceRecord = exact({
  done_at: Type.Optional(timeInput('Unix seconds. Default: now.')),
  mileage: Type.Optional(Kilometres),
  engine_hours: Type.Optional(Hours),
  note: Type.Optional(Nullable(Type.String({ example: 'Filter changed as well', maxLength: 2000 }))),
  cost: Type.Optional(
    Nullable(
      Type.Integer({
        example: 18900,
        minimum: 0,
        maximum: 1e12,
        description: 'In the currency’s smallest unit, as in bills.',
      }),
    ),
  ),
  currency: Type.Optional(Nullable(Type.String({ pattern: '^[a-z]{3}$', description: 'Such as `eur`.' }))),
})

const CounterShape = Type.Object(
  {
    value: Type.Number({ example: 48210.4 }),
    source: Type.String({ example: 'reported', description: '`reported` by the unit, or counted from its `trips`' }),
    corrected_at: Nullable(
      Type.Integer({
        example: 1782000000,
        description: 'When a person last set the counter, in unix seconds; it is counted from there.',
      }),
    ),
  },
  { title: 'Counter' },
)
export const CountersShape = Type.Object(
  { unit_id: Type.Integer(), mileage: CounterShape, engine_hours: CounterShape },
  { title: 'Counters' },
)

const tenth = (value: number): number => Math.round(value * 10) / 10
const tenthOrNull = (value: number | null): number | null => (value === null ? null : tenth(value))

export const countersToWire = ({ unitId, mileage, hours }: Counters) => ({
  unit_id: unitId,
  mileage: { ...mileage, value: tenth(mileage.value) },
  engine_hours: { ...hours, value: tenth(hours.value) },
})

const Left = Nullable(Type.Number({ description: 'Remaining until due; negative when overdue.' }))

export const TaskShape = Type.Object(
  {
    id: Type.String(),
    unit_id: Type.Integer(),
    name: Type.String({ example: 'Oil change' }),
    every_km: Nullable(Type.Number({ example: 15000 })),
    every_hours: Nullable(Type.Number({ example: 500 })),
    every_days: Nullable(Type.Integer({ example: 365 })),
    since: Type.Integer({ example: 1782000000, description: 'When it was last done, or created, in unix seconds.' }),
    since_mileage: Type.Number({ example: 34000 }),
    since_engine_hours: Type.Number({ example: 1204.5 }),
    state: Type.String({
      example: 'soon',
      description: '`ok`, `soon` (a tenth of the interval remains), `due`, or `overdue` (a tenth past due)',
    }),
    km_left: like(Left, 789.6),
    hours_left: like(Left, 210.3),
    days_left: like(Left, 272.4),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Service' },
)

export const toWire = ({ service, due }: DueTask) => ({
  ...service,
  since_mileage: tenth(service.sinceKm),
  since_engine_hours: tenth(service.sinceHours),
  state: due.state,
  km_left: tenthOrNull(due.kmLeft),
  hours_left: tenthOrNull(due.hoursLeft),
  days_left: tenthOrNull(due.daysLeft),
})

export const ServiceRecordShape = Type.Object(
  {
    id: Type.String(),
    service_id: Type.String(),
    done_at: Time,
    mileage: Type.Number({ example: 34000 }),
    engine_hours: Type.Number({ example: 1204.5 }),
    note: Nullable(Type.String({ example: 'Filter changed as well' })),
    cost: Nullable(Type.Integer({ example: 18900 })),
    currency: Nullable(Type.String()),
    created_at: Time,
  },
  { title: 'ServiceVisit' },
)

export const recordToWire = (visit: ServiceRecord) => ({
  ...visit,
  mileage: tenth(visit.km),
  engine_hours: tenth(visit.hours),
})
