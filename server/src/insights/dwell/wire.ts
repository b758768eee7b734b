import Type from 'typebox'
import { Nullable, Time } from '#kernel/api/fields.ts'
import { cell } from '../trips/formats.ts'
import type { AssetStay } from './actions.ts'
import type { Report } from './report.ts'

const Seconds = Type.Number({ description: 'Seconds.' })
const DeviceTime = Type.Number({ description: 'Unix seconds by the gateway’s clock.' })

const NamedShape = Type.Object(
  {
    id: Nullable(Type.String({ description: 'Null: those that have none.' })),
    name: Nullable(Type.String({ description: 'Null: it is gone, or there is none.' })),
  },
  { title: 'ReportName' },
)

export const ReportShape = Type.Object(
  {
    of: Type.String(),
    at: Type.String(),
    tz: Type.String({ description: 'The time zone in which days begin.' }),
    days: Type.Array(Type.Object({ date: Type.String(), from: Time, to: Time }, { title: 'ReportDay' })),
    rows: Type.Array(
      Type.Object(
        {
          of: NamedShape,
          at: NamedShape,
          seconds: Type.Number({ description: 'Of all assets of the row together.' }),
          stays: Type.Integer({ description: 'How often one of them came.' }),
          by_day: Type.Array(Seconds, { description: 'Seconds on each of the days.' }),
        },
        { title: 'ReportRow' },
      ),
      { description: 'By name, and for each the place with most time first.' },
    ),
  },
  { title: 'DwellReport' },
)

const whole = (seconds: number): number => Math.round(seconds)

export const reportToWire = ({ of, at, zone, days, rows }: Report) => ({
  of,
  at,
  tz: zone,
  days,
  rows: rows.map((row) => ({ ...row, seconds: whole(row.seconds), by_day: row.days.map(whole) })),
})

/** A line for each subject, place and day on which there was something. */
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
    sensor_id: Type.Integer({ description: 'The sensor that it carried.' }),
    gateway_id: Type.Integer(),
    gateway: Nullable(Type.String({ description: 'Its name; null: it is gone.' })),
    from: DeviceTime,
    to: DeviceTime,
    duration: Seconds,
    open: Type.Boolean({ description: 'It goes on, as far as is known.' }),
  },
  { title: 'Stay' },
)

export const stayToWire = ({ sensorId, gatewayId, gateway, t0, t1, settled }: AssetStay) => ({
  sensor_id: sensorId,
  gateway_id: gatewayId,
  gateway,
  from: t0,
  to: t1,
  duration: whole(t1 - t0),
  open: settled === null,
})
