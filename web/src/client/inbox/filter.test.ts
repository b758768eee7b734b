import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterOf, queryOf, writtenOf } from './filter.ts'

const geofence = '019a8f0e-7c11-7d20-9b3a-4f2e6d8c1c01'
const whole = { unit: 7, kind: 'sos', geofence, seen: 'no', from: '2026-11-01', to: '2026-11-15' } as const

test('the filter is written to the address, and read from it', () => {
  assert.deepEqual(filterOf(writtenOf(whole)), whole)
  assert.equal(writtenOf({}), '')
  assert.deepEqual(filterOf(''), {})
})

test('invalid values are left out', () => {
  assert.deepEqual(filterOf('unit=x&kind=%3Cb%3E&geofence=1&seen=perhaps&from=2026-02-30&to=&more=1'), {})
})

test('the API gets days from midnight to midnight, and kinds by their names', () => {
  const { from = 0, to = 0, ...rest } = queryOf(whole, [])
  assert.equal(to - from, 15 * 86_400)
  assert.deepEqual(rest, { unit_ids: '7', kind: 'sos', geofence_id: geofence, acknowledged: false })
  assert.deepEqual(queryOf({ kind: 'places' }, []), { kind: 'enter,leave' })
  assert.deepEqual(queryOf({ kind: 'alarms', seen: 'yes' }, ['sos', 'fall']), {
    kind: 'sos,fall',
    acknowledged: true,
  })
})
