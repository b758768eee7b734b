import Type from 'typebox'
import { like, Nullable, Time } from '#kernel/api/fields.ts'
import { cell } from '../trips/formats.ts'
import type { AssetStay } from './actions.ts'
import type { Report } from './report.ts'

const Seconds = Type.Number({ example: 3600, description: 'Seconds.' })
const DeviceTime = Type.Number({ description: 'Unix seconds by the gateway’s clock.' })

const NamedShape = Type.Object(
  {
    id: Nullable(Type.String({ example: '731820465540', description: 'Null: items without one.' })),
    name: Nullable(Type.String({ example: 'Pallet jack', description: 'Null if it was deleted or never set.' })),
  },
  { title: 'ReportName' },
)

export const ReportShape = Type.Object(
  {
    of: Type.String({ example: 'asset' }),
    at: Type.String({ example: 'gateway' }),
    tz: Type.String({ description: 'Time zone in which days start.' }),
    days: Type.Array(
      Type.Object({ date: Type.String({ example: '2026-09-21' }), from: Time, to: Time }, { title: 'ReportDay' }),
    ),
    rows: Type.Array(
      Type.Object(
        {
          of: NamedShape,
          at: like(NamedShape, { id: '731820465520', name: 'North reader' }),
          seconds: Type.Number({ example: 30600, description: 'Total of all assets in the row.' }),
          stays: Type.Integer({ example: 4, description: 'Number of stays.' }),
          by_day: Type.Array(Seconds, { example: [30600], description: 'Seconds per day.' }),
        },
        { title: 'ReportRow' },
      ),
      { description: 'By name; for each, the place with the most time first.' },
    ),
  },
  { title: 'DwellReport' },
)

const whole = (seconds: number): number => Math.round(seconds)

export const reportToWire = (report: Report) => ({
  ...report,
  tz: report.zone,
  rows: report.rows.map((row) => ({ ...row, seconds: whole(row.seconds), by_day: row.days.map(whole) })),
})

/** A line for each subject, place and day with any time. */
export async function* reportLines({ of, at, zone, days, rows }: Report): AsyncGenerator<string> {
  yield `date,time_zone,${of},${at},seconds,hours\r\n`
  for (const { of: subject, at: place, days: byDay } of rows) {
    for (const [index, seconds] of byDay.entries()) {
      if (seconds <= 0) continue
      const hours = (seconds / 3600).toFixed(2)
      const cells = [days[index]!.date, zone, subject.name ?? '', place.name ?? place.id, whole(seconds), hours]
      yield `${cells.map(cell).join(',')}\r\n`
    }
  }
}

export const StayShape = Type.Object(
  {
    sensor_id: Type.Integer({ description: 'The sensor attached to the asset.' }),
    gateway_id: Type.Integer(),
    gateway: Nullable(
      Type.String({ example: 'North reader', description: 'Name of the gateway; null if it was deleted.' }),
    ),
    from: like(DeviceTime, 1790000000),
    to: like(DeviceTime, 1790003600),
    duration: Seconds,
    open: Type.Boolean({ example: false, description: 'Still in progress.' }),
  },
  { title: 'Stay' },
)

export const stayToWire = (stay: AssetStay) => ({
  ...stay,
  from: stay.t0,
  to: stay.t1,
  duration: whole(stay.t1 - stay.t0),
  open: stay.settled === null,
})
