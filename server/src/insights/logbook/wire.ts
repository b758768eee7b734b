import Type, { type Static } from 'typebox'
import { EnumOf, exact, fractionTimeInput, like, Nullable, Time, TimeOrNull, visibleLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import { AddressShape } from '../addresses/wire.ts'
import { tripKinds } from '../drivers/trip-kind.ts'
import { clockText, minuteOf, WallTime, Weekdays } from '../drivers/wire.ts'
import {
  type MonthBook,
  type NewSettings,
  type SeenChange,
  type SettingsOfUnit,
  tripsAtOnceMax,
  type WholeMonth,
} from './actions.ts'
import { monthPattern, noteKinds, type SeenEntry } from './entry.ts'

const Kind = EnumOf(tripKinds)
const kinds = '`business`, `private` or `commute`.'
export const Month = Type.String({ pattern: monthPattern, example: '2026-10', description: 'A month.' })

export const NewLogbook = exact({
  on: Type.Boolean({ description: 'False: trips from now on are not recorded. Existing entries stay.' }),
  tz: Type.String({ maxLength: 64, example: 'Europe/Berlin', description: 'Time zone of months and working hours.' }),
  other_kind: EnumOf(tripKinds, 'Kind of trips that start outside working hours; without `hours`, of all trips.'),
  hours: Type.Optional(
    Nullable(
      exact({
        kind: EnumOf(tripKinds, 'Kind of trips that start during working hours.'),
        weekdays: Weekdays,
        start: WallTime('08:00', 'By the clock in `tz`.'),
        end: WallTime('17:00', 'Not after `start`: on the next day.'),
      }),
    ),
  ),
  keeper_id: Type.Optional(Nullable(like(UuidId, '019a0000-0000-7000-8000-000000000001'))),
  from: Type.Optional(
    fractionTimeInput('Unix seconds. Only when the logbook is turned on for the first time. Default: now.'),
  ),
})

export const toSettings = (body: Static<typeof NewLogbook>): NewSettings => ({
  ...{ isOn: body.on, zone: body.tz, otherKind: body.other_kind, keeperId: body.keeper_id ?? null, from: body.from },
  hours: body.hours
    ? {
        ...{ kind: body.hours.kind, weekdays: [...new Set(body.hours.weekdays)].sort() },
        ...{ startMinute: minuteOf(body.hours.start), endMinute: minuteOf(body.hours.end) },
      }
    : null,
})

export const LogbookShape = Type.Object(
  {
    unit_id: Type.Integer(),
    on: Type.Boolean(),
    since: Type.Number({ example: 1790000000, description: 'Since when these settings apply; unix seconds.' }),
    tz: Type.String({ example: 'Europe/Berlin' }),
    other_kind: Kind,
    hours: Nullable(
      Type.Object({
        kind: Kind,
        weekdays: Type.Array(Type.Integer(), { example: [1, 2, 3, 4, 5] }),
        start: Type.String({ example: '08:00' }),
        end: Type.String({ example: '17:00' }),
      }),
    ),
    keeper: Nullable(
      Type.Object(
        { id: Type.String(), name: Type.String({ example: 'J. Driver' }) },
        { description: 'The person who owns private trips for which no driver with a linked user is known.' },
      ),
    ),
  },
  { title: 'Logbook' },
)

export const settingsToWire = (one: SettingsOfUnit) => ({
  ...{ unit_id: one.unitId, on: one.isOn, since: one.t0, tz: one.zone, other_kind: one.otherKind },
  hours:
    one.hoursKind === null
      ? null
      : {
          ...{ kind: one.hoursKind, weekdays: one.weekdays },
          ...{ start: clockText(one.startMinute ?? 0), end: clockText(one.endMinute ?? 0) },
        },
  keeper: one.keeperId === null ? null : { id: one.keeperId, name: one.keeperName ?? '' },
})

const Kilometres = (description?: string) => Type.Number({ example: 24.31, description: description ?? 'Kilometres.' })

export const EntryShape = Type.Object(
  {
    trip_id: Type.String(),
    from: Type.Number({ example: 1790000000, description: 'Start by the tracker’s clock; unix seconds.' }),
    to: Type.Number({ example: 1790001800, description: 'End.' }),
    open: Type.Boolean({ example: false, description: 'Still under way.' }),
    from_address: Nullable(AddressShape),
    to_address: Nullable(AddressShape),
    km: Kilometres('Kilometres with two decimals. Totals are sums of these.'),
    odometer_from: Nullable(Type.Number({ example: 48210.4, description: 'By the unit’s counter, in kilometres.' })),
    odometer_to: Nullable(Type.Number({ example: 48234.7 })),
    driver: Nullable(Type.Object({ id: Type.String(), name: Type.String({ example: 'J. Driver' }) })),
    kind: Kind,
    usual: Type.Boolean({ description: 'True if no one set the kind, so it comes from the unit’s settings.' }),
    purpose: Nullable(Type.String({ example: 'Maintenance of the heating' })),
    partner: Nullable(Type.String({ example: 'Example Ltd' })),
    hidden: Type.Boolean({
      example: false,
      description: 'True for someone else’s private trip: addresses, purpose and partner are left out.',
    }),
    may_change: Type.Boolean({ description: 'Whether you can change kind, purpose and partner.' }),
  },
  { title: 'LogbookEntry' },
)

export const entryToWire = (entry: SeenEntry) => ({
  ...{ trip_id: entry.tripId, open: entry.isOpen, km: entry.km, kind: entry.kind, usual: entry.isUsual },
  ...{ odometer_from: entry.startKm, odometer_to: entry.endKm, purpose: entry.purpose, partner: entry.partner },
  ...{ hidden: entry.isHidden, may_change: entry.mayChange, from_address: entry.from, to_address: entry.to },
  driver: entry.driverId === null ? null : { id: entry.driverId, name: entry.driverName ?? '' },
  from: entry.t0,
  to: entry.t1,
})

export const MonthShape = Type.Object(
  {
    unit_id: Type.Integer(),
    month: Type.String({ example: '2026-10' }),
    tz: Type.String({ example: 'Europe/Berlin' }),
    from: Type.Number({ example: 1790000000, description: 'First second of the month.' }),
    to: Type.Number({ example: 1792678400, description: 'First second of the next month.' }),
    closed_at: TimeOrNull,
    closed_by: Nullable(Type.String({ example: 'J. Owner' })),
    closed_months: Type.Array(Type.String(), { example: ['2026-09'] }),
    entries: Type.Array(EntryShape, { description: 'Trips that began in the month, in chronological order.' }),
    totals: Type.Object(
      { business: Kilometres(), private: Kilometres(), commute: Kilometres(), all: Kilometres() },
      { title: 'LogbookTotals' },
    ),
    notes: Type.Array(
      Type.Object(
        {
          kind: EnumOf(noteKinds),
          from: Type.Number({ example: 1790000000 }),
          to: Type.Number({ example: 1790001800 }),
          km: Kilometres(),
          before: Nullable(
            Type.Object({
              from: Type.Number({ example: 1790000000 }),
              to: Type.Number({ example: 1790001700 }),
              km: Kilometres(),
            }),
          ),
        },
        { title: 'LogbookNote' },
      ),
      { description: 'For a closed month: what data that arrived later would have changed.' },
    ),
  },
  { title: 'LogbookMonth' },
)

export const monthToWire = (book: MonthBook) => ({
  ...{ unit_id: book.settings.unitId, month: book.month, from: book.from, to: book.to, totals: book.totals },
  tz: book.closed?.zone ?? book.settings.zone,
  closed_at: book.closed?.closedAt ?? null,
  closed_by: book.closed?.closedByName ?? null,
  closed_months: book.closedMonths,
  entries: book.entries.map(entryToWire),
  notes: book.notes.map(({ kind, t0, t1, km, before }) => ({
    ...{ kind, from: t0, to: t1, km },
    before: before && { from: before.t0, to: before.t1, km: before.km },
  })),
})

export const Marks = exact({
  trip_ids: Type.Array(UuidId, {
    minItems: 1,
    maxItems: tripsAtOnceMax,
    description: 'Trips of this unit, in open months.',
  }),
  kind: Type.Optional(EnumOf(tripKinds, kinds)),
  purpose: Type.Optional(Nullable(visibleLine(1, 200, { example: 'Maintenance of the heating' }))),
  partner: Type.Optional(Nullable(visibleLine(1, 200, { example: 'Example Ltd', description: 'Who was visited.' }))),
})

export const ClosedMonth = exact({ month: Month })

export const ChangeShape = Type.Object(
  {
    id: Type.String(),
    trip_from: Type.Number({ example: 1790000000, description: 'Start of the trip at that time.' }),
    field: Type.String({ example: 'kind', description: '`kind`, `purpose` or `partner`.' }),
    before: Nullable(Type.String({ example: 'business' })),
    after: Nullable(Type.String({ example: 'private' })),
    hidden: Type.Boolean({ description: 'True for someone else’s private trip: the values are left out.' }),
    at: Time,
    by: Type.String({ example: 'J. Driver' }),
  },
  { title: 'LogbookChange' },
)

export const WholeMonthShape = Type.Object({ ...MonthShape.properties, changes: Type.Array(ChangeShape) })

export const changeToWire = (one: SeenChange) => ({
  ...{ id: one.id, trip_from: one.t0, field: one.field, before: one.before, after: one.after },
  ...{ hidden: one.isHidden, at: one.at, by: one.userName },
})

export const wholeMonthToWire = ({ book, changes }: WholeMonth) => ({
  ...monthToWire(book),
  changes: changes.map(changeToWire),
})
