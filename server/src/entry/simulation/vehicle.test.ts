import assert from 'node:assert/strict'
import { test } from 'node:test'
import { city } from './city.ts'
import { vehicleIn } from './vehicle.ts'

const startsAt = 1_779_019_200

test('an hour of a vehicle is plausible: speed, mileage and position agree, and it drives, waits and parks', () => {
  for (const name of ['one', 'two', 'three']) {
    const vehicle = vehicleIn(city(), name, startsAt)
    let before = vehicle.advanceTo(startsAt)
    const seen = { parked: 0, waiting: 0, driving: 0, fastest: 0 }
    for (let second = 1; second <= 3600; second++) {
      const fix = vehicle.advanceTo(startsAt + second)
      const driven = (fix.mileageKm - before.mileageKm) * 1000
      assert.ok(driven >= 0 && driven <= 95 / 3.6, `${driven} metres in a second`)
      // As the crow flies it cannot go further than on its wheels, apart from rounding.
      const north = (fix.latitude - before.latitude) * 111_320
      const east = (fix.longitude - before.longitude) * 111_320 * Math.cos((fix.latitude * Math.PI) / 180)
      assert.ok(Math.hypot(north, east) <= driven + 1.5, `${Math.hypot(north, east)} metres but ${driven} driven`)
      assert.ok(Math.abs(fix.speedKmh - before.speedKmh) <= 45, `from ${before.speedKmh} to ${fix.speedKmh} km/h`)
      if (!fix.ignition) assert.equal(fix.speedKmh, 0)
      assert.ok(fix.ignition ? fix.volts > 13 : fix.volts < 13)
      seen[fix.ignition ? (fix.speedKmh > 0 ? 'driving' : 'waiting') : 'parked'] += 1
      seen.fastest = Math.max(seen.fastest, fix.speedKmh)
      before = fix
    }
    assert.ok(seen.driving > 600 && seen.waiting > 20 && seen.parked > 60, JSON.stringify(seen))
    assert.ok(seen.fastest >= 40 && seen.fastest <= 95, JSON.stringify(seen))
  }
})

test('a vehicle continues where it was left, and a clock that jumps by days costs nothing', () => {
  const there = city()[40]!
  const vehicle = vehicleIn(city(), 'left', startsAt, { ...there, mileageKm: 1234.5 })
  const first = vehicle.advanceTo(startsAt)
  assert.deepEqual([first.mileageKm, first.latitude], [1234.5, Number(there.latitude.toFixed(6))])
  assert.equal(vehicle.advanceTo(startsAt + 30 * 86_400).at, startsAt + 30 * 86_400)
})
