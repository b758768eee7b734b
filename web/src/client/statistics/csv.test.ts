import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from './csv.ts'

test('there is a line for each unit and period, and the time zone is named', () => {
  const figures = {
    distance: 1500.5,
    trips: 2,
    moving_seconds: 60,
    idle_seconds: 5,
    stop_seconds: 7,
    max_speed: 50,
    average_speed: 30,
  }
  const statistics = {
    tz: 'Europe/Berlin',
    by: 'day',
    periods: [{ ...figures, date: '2026-11-15', from: 1 }],
    total: figures,
    units: [{ unit_id: 7, total: figures, periods: [figures] }],
  } as const
  assert.equal(
    csvOf(statistics, (unit) => `Unit ${unit}`),
    'Period (Europe/Berlin),Unit,distance_metres,trips,moving_seconds,idle_seconds,stop_seconds,max_speed_kmh,average_speed_kmh\r\n' +
      '2026-11-15,Unit 7,1500.5,2,60,5,7,50,30',
  )
})
