import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyOf, leftOf, type Service } from './due.ts'

const service = (change: Partial<Service>): Service => ({
  id: '1',
  unit_id: 7,
  name: 'Oil',
  every_km: null,
  every_hours: null,
  every_days: null,
  since: 0,
  state: 'ok',
  km_left: null,
  hours_left: null,
  days_left: null,
  ...change,
})

test('the remainder is listed with the most urgent first', () => {
  const oil = service({ every_km: 10_000, km_left: 8_000.4, every_days: 365, days_left: 12 })
  assert.equal(leftOf(oil), 'due in 12 days or 8,000 km')
  assert.equal(everyOf(oil), 'every 10,000 km or 365 days')
})

test('once an interval has passed, only overdue ones are listed', () => {
  assert.equal(leftOf(service({ every_km: 100, km_left: -20, every_hours: 50, hours_left: 3 })), '20 km overdue')
  assert.equal(
    leftOf(service({ every_hours: 50, hours_left: -1.2, every_days: 30, days_left: -3 })),
    '3 days and 1 hour overdue',
  )
})
