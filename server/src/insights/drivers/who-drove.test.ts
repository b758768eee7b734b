import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { plainCode, type Shift } from './driver.ts'
import { type Claim, claimsOfShift, driverOf, type Source, settled } from './who-drove.ts'

const claim = (driverId: string, source: Source, t0: number, t1: number): Claim => ({ driverId, source, t0, t1 })

suite('who drove', () => {
  const cases: Record<string, [readonly Claim[], readonly Claim[]]> = {
    'is nobody without a claim': [[], []],
    'is by hand before a key, and by a key before the plan': [
      [claim('c', 'plan', 0, 100), claim('b', 'message', 20, 80), claim('a', 'hand', 40, 60)],
      [
        claim('c', 'plan', 0, 20),
        claim('b', 'message', 20, 40),
        claim('a', 'hand', 40, 60),
        claim('b', 'message', 60, 80),
        claim('c', 'plan', 80, 100),
      ],
    ],
    'is the key that was shown later of two that overlap': [
      [claim('a', 'message', 0, 100), claim('b', 'message', 50, 70)],
      [claim('a', 'message', 0, 50), claim('b', 'message', 50, 70), claim('a', 'message', 70, 100)],
    ],
    'is one piece where the same claim follows itself': [
      [claim('a', 'plan', 0, 50), claim('a', 'plan', 50, 90)],
      [claim('a', 'plan', 0, 90)],
    ],
  }
  for (const [name, [claims, pieces]] of Object.entries(cases)) {
    test(name, () => {
      assert.deepEqual(settled(claims), pieces)
      assert.deepEqual(settled(claims.toReversed()), pieces)
    })
  }
})

suite('a trip', () => {
  const pieces = [claim('a', 'message', 0, 40), claim('b', 'hand', 40, 100), claim('a', 'plan', 100, 110)]
  const cases: Record<string, [number, number, string | undefined]> = {
    'is of who drove most of it': [0, 100, 'b'],
    'is of who drove at all, however short that was': [105, 500, 'a'],
    'is nobody’s where nobody drove': [200, 300, undefined],
    'is of the first of two who drove the same time': [20, 60, 'a'],
  }
  for (const [name, [t0, t1, driver]] of Object.entries(cases)) {
    test(name, () => assert.equal(driverOf(pieces, t0, t1)?.driverId, driver))
  }
})

suite('a weekly shift', () => {
  const at = (text: string) => Date.parse(text) / 1000
  const shift: Shift = {
    ...{ id: '', accountId: 1, driverId: 'a', unitId: 1, createdAt: new Date(0), t0: 0, t1: null },
    ...{ weekdays: [1, 7], startMinute: 22 * 60, endMinute: 6 * 60, zone: 'Europe/Berlin' },
  }
  test('over midnight belongs to the day on which it starts, even when the clocks change', () => {
    // The clocks change on Sunday, 29 March 2026, at 2 o’clock.
    const found = claimsOfShift(shift, at('2026-03-28T00:00:00Z'), at('2026-04-01T00:00:00Z'))
    assert.deepEqual(
      found.map(({ t0, t1 }) => [new Date(t0 * 1000).toISOString(), new Date(t1 * 1000).toISOString()]),
      [
        ['2026-03-29T20:00:00.000Z', '2026-03-30T04:00:00.000Z'],
        ['2026-03-30T20:00:00.000Z', '2026-03-31T04:00:00.000Z'],
      ],
    )
  })
  test('that began the day before is found, and cut at its end', () => {
    const until = { ...shift, t1: at('2026-03-30T02:00:00Z') }
    const [first, ...others] = claimsOfShift(until, at('2026-03-30T00:00:00Z'), at('2026-04-05T00:00:00Z'))
    assert.deepEqual([first?.t0, first?.t1, others.length], [at('2026-03-30T00:00:00Z'), until.t1, 0])
  })
})

test('a key is the same however it is written', () => {
  const codes = ['01-00-00-1a-2b', '010000:1A2B', '00 01 00 00 1A 2B']
  assert.deepEqual([...new Set(codes.map(plainCode))], ['100001A2B'])
  assert.equal(plainCode('0000'), '0')
  assert.equal(plainCode('-- :'), '')
})
