import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueOf, type MaintenanceTask } from './maintenance.ts'

const since = new Date('2026-03-01T12:00:00Z')
const service: MaintenanceTask = {
  id: '019a8f0e-7c11-7d20-9b3a-4f2e6d8c1d01',
  unitId: 7,
  name: 'Oil change',
  everyKm: 1000,
  everyHours: null,
  everyDays: null,
  since,
  sinceKm: 5000,
  sinceHours: 40,
  createdAt: since,
  updatedAt: since,
}
const counters = (km: number, hours = 40) => ({
  unitId: 7,
  mileage: { value: km, source: 'reported' as const, correctedAt: null },
  hours: { value: hours, source: 'trips' as const, correctedAt: null },
})

test('an interval runs out: a tenth before its end it is due soon, a tenth after it overdue', () => {
  for (const [km, state, left] of [
    [5000, 'ok', 1000],
    [5899, 'ok', 101],
    [5900, 'soon', 100],
    [5999, 'soon', 1],
    [6000, 'due', 0],
    [6100, 'due', -100],
    [6101, 'overdue', -101],
  ] as const) {
    const due = dueOf(service, counters(km), since)
    assert.deepEqual([due.state, due.kmLeft, due.hoursLeft, due.daysLeft], [state, left, null, null], String(km))
  }
})

test('of several intervals the earliest decides', () => {
  const all = { ...service, everyHours: 10, everyDays: 30 }
  const after = (days: number) => new Date(since.getTime() + days * 86_400_000)
  assert.equal(dueOf(all, counters(5000), after(1)).state, 'ok')
  assert.equal(dueOf(all, counters(5000, 49.5), after(1)).state, 'soon')
  assert.equal(dueOf(all, counters(5000, 49.5), after(30)).state, 'due')
  assert.equal(dueOf(all, counters(6200, 49.5), after(30)).state, 'overdue')
})
