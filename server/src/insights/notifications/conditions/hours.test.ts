/** Hours of days, in the zone of their rule. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { hoursProblems, isWithin, type Quiet, quietUntil, type Schedule } from './hours.ts'

const at = (text: string) => Date.parse(text) / 1000
const every = [1, 2, 3, 4, 5, 6, 7]

suite('a schedule', () => {
  const work: Schedule = { days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00', isOutside: false }
  for (const [time, zone, is] of [
    ['2026-03-02T08:00:00Z', 'UTC', true],
    ['2026-03-02T07:59:59Z', 'UTC', false],
    ['2026-03-02T16:59:59Z', 'UTC', true],
    ['2026-03-02T17:00:00Z', 'UTC', false],
    ['2026-03-01T12:00:00Z', 'UTC', false],
    ['2026-03-02T07:00:00Z', 'Europe/Berlin', true],
    ['2026-03-02T16:00:00Z', 'Europe/Berlin', false],
    // Summer time since the night before.
    ['2026-03-30T06:00:00Z', 'Europe/Berlin', true],
    ['2026-03-02T22:30:00Z', 'Pacific/Auckland', true],
  ] as const) {
    test(`${time} in ${zone}: ${is}`, () => {
      assert.equal(isWithin(work, zone, at(time)), is)
      assert.equal(isWithin({ ...work, isOutside: true }, zone, at(time)), !is)
    })
  }

  test('past midnight belongs to the day on which it began', () => {
    const night: Schedule = { days: [5], from: '22:00', to: '06:00', isOutside: false }
    assert.equal(isWithin(night, 'UTC', at('2026-03-06T23:00:00Z')), true)
    assert.equal(isWithin(night, 'UTC', at('2026-03-07T05:59:00Z')), true)
    assert.equal(isWithin(night, 'UTC', at('2026-03-06T05:00:00Z')), false)
    assert.equal(isWithin(night, 'UTC', at('2026-03-07T23:00:00Z')), false)
  })

  test('without hours is always, and one from a time to the same is the whole day', () => {
    assert.equal(isWithin(null, 'UTC', 0), true)
    const day: Schedule = { days: [1], from: '00:00', to: '00:00', isOutside: false }
    assert.equal(isWithin(day, 'UTC', at('2026-03-02T00:00:00Z')), true)
    assert.equal(isWithin(day, 'UTC', at('2026-03-02T23:59:59Z')), true)
    assert.equal(isWithin(day, 'UTC', at('2026-03-03T00:00:00Z')), false)
  })
})

suite('quiet hours', () => {
  const night: Quiet = { days: every, from: '22:00', to: '06:00', meanwhile: 'hold' }
  test('end in the morning of the zone', () => {
    assert.equal(quietUntil(night, 'Europe/Berlin', at('2026-03-02T21:30:00Z')), at('2026-03-03T05:00:00Z'))
    assert.equal(quietUntil(night, 'Europe/Berlin', at('2026-03-03T03:00:00Z')), at('2026-03-03T05:00:00Z'))
    assert.equal(quietUntil(night, 'Europe/Berlin', at('2026-03-03T05:00:00Z')), undefined)
    assert.equal(quietUntil(null, 'UTC', 0), undefined)
  })

  test('end by the clock in nights when it is changed', () => {
    assert.equal(quietUntil(night, 'Europe/Berlin', at('2026-03-28T21:30:00Z')), at('2026-03-29T04:00:00Z'))
    assert.equal(quietUntil(night, 'Europe/Berlin', at('2026-10-24T20:30:00Z')), at('2026-10-25T05:00:00Z'))
    // An end that the clocks skip, and one that they show twice.
    const short: Quiet = { ...night, to: '02:30' }
    assert.equal(quietUntil(short, 'Europe/Berlin', at('2026-03-28T21:30:00Z')), at('2026-03-29T01:30:00Z'))
    assert.equal(quietUntil(short, 'Europe/Berlin', at('2026-10-25T01:10:00Z')), at('2026-10-25T01:30:00Z'))
  })

  test('that touch are merged, and without an end they end after a week', () => {
    const weekend: Quiet = { days: [6, 7], from: '00:00', to: '00:00', meanwhile: 'hold' }
    assert.equal(quietUntil(weekend, 'UTC', at('2026-03-07T10:00:00Z')), at('2026-03-09T00:00:00Z'))
    const always: Quiet = { days: every, from: '00:00', to: '00:00', meanwhile: 'hold' }
    assert.equal(quietUntil(always, 'UTC', at('2026-03-02T00:00:00Z')), at('2026-03-10T00:00:00Z'))
  })
})

test('invalid hours are refused with the field', () => {
  assert.deepEqual(
    hoursProblems('quiet', { days: [1, 1], from: '24:00', to: '7:00' }).map(({ field }) => field),
    ['quiet.days', 'quiet.from', 'quiet.to'],
  )
})
