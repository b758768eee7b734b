import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAfter } from '#kernel/time/day.ts'
import { forecastOf } from './figures.ts'

const daysOf = (count: number, bytesOn: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => ({ day: dayAfter('2026-10-01', index), bytes: bytesOn(index) }))

test('linear growth of storage is continued for 90 days', () => {
  assert.deepEqual(forecastOf(daysOf(30, (index) => 1_000 + 50 * index)), {
    bytesADay: 50,
    bytesLater: 1_000 + 50 * 29 + 90 * 50,
  })
})

test('only the last 30 days count', () => {
  const sizes = daysOf(60, (index) => (index < 30 ? 0 : 5_000))
  assert.deepEqual(forecastOf(sizes), { bytesADay: 0, bytesLater: 5_000 })
})

test('shrinking storage does not fall below zero', () => {
  assert.deepEqual(forecastOf(daysOf(10, (index) => 1_000 - 100 * index)), { bytesADay: -100, bytesLater: 0 })
})

test('a day without a count is not a day of zero', () => {
  const sizes = daysOf(14, (index) => 100 * index).filter((_, index) => index % 2 === 1)
  assert.equal(forecastOf(sizes)?.bytesADay, 100)
})

test('less than a week gives no forecast', () => {
  assert.equal(forecastOf(daysOf(6, (index) => index)), null)
  assert.equal(forecastOf([]), null)
})
