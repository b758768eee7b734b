import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createAddresses } from '#insights/addresses/sources.ts'
import { MapFiles } from '#kernel/geo/map-file/map-files.ts'
import { createMeters } from '#kernel/runtime/meters.ts'
import { city, wayBetween } from '../city.ts'
import { randomFrom } from '../random.ts'
import { writeTownIfNeeded } from './file.ts'
import { roadNetwork } from './network.ts'
import { toDegrees } from './plane.ts'
import { town } from './town.ts'

const folder = await mkdtemp(join(tmpdir(), 'waymark-town-'))
after(() => rm(folder, { recursive: true }))
const path = join(folder, 'town.pmtiles')

test('it is the same each time', async () => {
  const again: typeof import('./network.ts') = await import(`${import.meta.resolve('./network.ts')}?again`)
  assert.notEqual(again.roadNetwork(), roadNetwork())
  assert.deepEqual(again.roadNetwork(), roadNetwork())
})

test('from every junction one can drive to every other', () => {
  const next = city().map(({ roads }) => roads.map(({ to }) => to))
  const previous: number[][] = next.map(() => [])
  for (const [from, all] of next.entries()) for (const to of all) previous[to]!.push(from)
  for (const way of [next, previous]) {
    const seen = new Set([0])
    for (const junction of seen) for (const to of way[junction]!) seen.add(to)
    assert.equal(seen.size, city().length)
  }
})

test('nobody drives the wrong way in a one-way street', () => {
  const forbidden = new Set(
    roadNetwork().roads.flatMap(({ from, to, isOneWay }) => (isOneWay ? [`${to} ${from}`] : [])),
  )
  for (const { from, to, isOneWay } of roadNetwork().roads) {
    forbidden.delete(`${from} ${to}`)
    if (!isOneWay) forbidden.delete(`${to} ${from}`)
  }
  assert.ok(forbidden.size > 50, String(forbidden.size))
  for (const pair of forbidden) {
    const [from, to] = pair.split(' ').map(Number) as [number, number]
    const way = wayBetween(city(), from, to)
    assert.ok(way.length > 2, pair)
    for (const [i, junction] of way.entries()) assert.ok(!forbidden.has(`${junction} ${way[i + 1]}`), pair)
  }
})

test('its file is small, is written once, and locates each house', async () => {
  assert.equal(await writeTownIfNeeded(path), true)
  assert.equal(await writeTownIfNeeded(path), false)
  const { size } = await stat(path)
  assert.ok(size < 5_000_000, `${size} bytes`)
  const log = { warn: assert.fail }
  const maps = new MapFiles([path], log)
  after(() => maps.close())
  const addresses = createAddresses({ maps, log, meters: createMeters() })
  const random = randomFrom('some houses')
  const houses = town().buildings.filter(({ address }) => address)
  const wrong: string[] = []
  for (let i = 0; i < 300; i++) {
    const { centre, address } = houses[Math.floor(random() * houses.length)]!
    const { latitude: lat, longitude: lon } = toDegrees(centre)
    const found = await addresses.at({ lat, lon })
    const { street, number } = address!
    if (found?.street !== street || found.houseNumber !== number) wrong.push(`${street} ${number}: ${found?.text}`)
  }
  assert.ok(wrong.length <= 15, wrong.join('\n'))
})
