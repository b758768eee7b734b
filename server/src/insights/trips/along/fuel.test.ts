import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Sample } from '../../sensors/values/sampled.ts'
import type { Trip } from '../trip.ts'
import { consumedOf, countedOf, fuelEvents, fuelIn, fuelSources } from './fuel.ts'

const segment = (kind: 'trip' | 'stop', t0: number, t1: number): Trip =>
  ({ id: `${kind}-${t0}`, kind, t0, t1, lat0: 50, lon0: 10 }) as Trip

/** Drives from 0 to 1000, stands to 2000, drives to 3000; one sample every 20 s, sloshing while it drives. */
const trips = [segment('trip', 0, 1000), segment('stop', 1000, 2000), segment('trip', 2000, 3000)]
const levels = (at: (t: number) => number): Sample[] =>
  Array.from({ length: 150 }, (_, index): Sample => {
    const t = index * 20
    const slosh = t < 1000 || t >= 2000 ? 3 * Math.sin(index * 1.3) : 0
    return [t, at(t) + slosh]
  })
const burnt = (t: number) => (Math.min(t, 1000) + Math.max(0, t - 2000)) / 500

suite('the level at a stop', () => {
  test('that rises is a filling', () => {
    const samples = levels((t) => 50 - burnt(t) + (t >= 1500 ? 30 : t >= 1300 ? ((t - 1300) / 200) * 30 : 0))
    const [filling, ...more] = fuelEvents(samples, trips, 'l')
    assert.deepEqual(more, [])
    assert.equal(filling?.kind, 'filling')
    assert.ok(Math.abs(filling!.amount - 30) < 2, String(filling?.amount))
    assert.ok(filling!.t >= 1300 && filling!.t <= 1500, String(filling?.t))
    assert.equal(filling?.stopId, 'stop-1000')
    const consumed = consumedOf(samples, fuelEvents(samples, trips, 'l'))!
    assert.ok(Math.abs(consumed - 4) < 3, String(consumed))
  })

  test('that falls is a drain, and was not burnt', () => {
    const samples = levels((t) => 70 - burnt(t) - (t >= 1400 ? 25 : 0))
    const events = fuelEvents(samples, trips, '%')
    assert.deepEqual(
      events.map(({ kind, t }) => [kind, t]),
      [['drain', 1400]],
    )
    assert.ok(Math.abs(consumedOf(samples, events)! - 4) < 3)
  })

  test('that stays means nothing, however it sloshes on the way', () => {
    assert.deepEqual(
      fuelEvents(
        levels((t) => 50 - burnt(t)),
        trips,
        'l',
      ),
      [],
    )
  })

  test('is known from later samples, if the sensor sleeps with the engine', () => {
    const samples = levels((t) => 50 - burnt(t) + (t >= 2000 ? 40 : 0)).filter(([t]) => t < 1000 || t >= 2000)
    assert.deepEqual(
      fuelEvents(samples, trips, 'l').map(({ kind, t }) => [kind, t]),
      [['filling', 2000]],
    )
  })
})

test('several tanks count as one', () => {
  const [canVolume, volume, , level] = fuelSources as [never, never, never, never]
  assert.equal(fuelIn({ 'fuel.volume.1': 40, 'fuel.volume.3': 2.5 }, volume), 42.5)
  assert.equal(fuelIn({ 'fuel.level.1': 40, 'fuel.level.2': 20 }, level), 30)
  assert.equal(fuelIn({ 'fuel.level': 12, 'fuel.level.2': 20 }, level), 12)
  assert.equal(fuelIn({ 'fuel.level': 12 }, canVolume), undefined)
})

test('a counter continues after a reset', () => {
  assert.equal(
    countedOf([
      [0, 100],
      [1, 104],
      [2, 0],
      [3, 3],
    ]),
    7,
  )
  assert.equal(countedOf([[0, 1]]), undefined)
})
