import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pastOf } from './past.ts'

const now = 1_790_000_000

test('a past ends now, in order of time, with drives and nights, and is the same each time', () => {
  const messages = pastOf('864123050000010', now)
  const times = messages.map(({ timestamp }) => timestamp as number)
  assert.deepEqual(
    times,
    [...new Set(times)].sort((a, b) => a - b),
  )
  assert.ok(times.at(-1)! < now && times.at(-1)! > now - 3600)
  assert.ok(times[0]! < now - 3 * 86_400 + 12 * 3600)
  const drives = messages.filter(
    (one, index) => one['engine.ignition.status'] && !messages[index - 1]?.['engine.ignition.status'],
  )
  assert.ok(drives.length > 20 && drives.length < 120, String(drives.length))
  const mileages = messages.map((one) => one['vehicle.mileage'] as number)
  assert.ok(mileages.every((one, index) => index === 0 || one >= mileages[index - 1]!))
  assert.ok(messages.every((one) => (one['fuel.volume'] as number) > 0))
  assert.deepEqual(messages, pastOf('864123050000010', now))
})
