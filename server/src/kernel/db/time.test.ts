import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toDate } from './time.ts'

for (const [text, expected] of [
  ['2026-03-01 12:00:00+00', '2026-03-01T12:00:00.000Z'],
  ['2026-03-01 12:00:00.1+00', '2026-03-01T12:00:00.100Z'],
  ['2026-03-01 12:00:00.019+00', '2026-03-01T12:00:00.019Z'],
  ['2026-03-01 12:00:00.999999+00', '2026-03-01T12:00:00.999Z'],
  ['0999-12-31 23:59:59+00', '0999-12-31T23:59:59.000Z'],
  ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
  ['12026-03-01 12:00:00+00', '+012026-03-01T12:00:00.000Z'],
  ['2026-03-01 12:00:00+05:30', '2026-03-01T06:30:00.000Z'],
  ['2026-03-01 12:00:00.5-03', '2026-03-01T15:00:00.500Z'],
] as const) {
  test(`the time ${text} is read`, () => {
    assert.equal(toDate(text).toISOString(), expected)
  })
}

test('infinite times stay infinite', () => {
  assert.equal(toDate('infinity') as unknown, Number.POSITIVE_INFINITY)
  assert.equal(toDate('-infinity') as unknown, Number.NEGATIVE_INFINITY)
})

test('every time reads back as it was written', () => {
  const times = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(times, (time) => {
      const text = time
        .toISOString()
        .replace('T', ' ')
        .replace(/\.?0*Z$/, '+00')
      assert.equal(toDate(text).getTime(), time.getTime(), text)
    }),
  )
})
