import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UnitEvent } from '../types.ts'
import { daysOf } from './days.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime() / 1000
const event = (id: string, unit_id: number, time: number) => ({ id, unit_id, at: time }) as UnitEvent

test('events stand under their day and unit, the newest first', () => {
  const events = [
    event('a', 2, at(15, 9)),
    event('b', 1, at(15, 8)),
    event('c', 2, at(15, 7)),
    event('d', 1, at(14, 23)),
  ]
  assert.deepEqual(
    daysOf(events).map(({ date, units }) => [
      date,
      units.map((one) => [one.unit, one.events.map(({ id }) => id).join('')]),
    ]),
    [
      [
        '2026-11-15',
        [
          [2, 'ac'],
          [1, 'b'],
        ],
      ],
      ['2026-11-14', [[1, 'd']]],
    ],
  )
})
