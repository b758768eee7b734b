/** What a map with streets adds to a trip. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Message } from '@waymark/devices'
import { modulesOf } from '#billing/plans/modules.ts'
import { fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { aMapFile } from '#testing/files/map-file.ts'
import { aRoad, aTile } from '#testing/files/map-tile.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { routeStart } from '#testing/routes.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { computeTrips } from '../compute.ts'

/** A straight street of three tiles, just south of the equator. */
const [firstTile, tileCount, tileY, streetY] = [16_000, 3, 16_384, 1000]
const degreesPerUnit = 360 / 2 ** 15 / 4096
const street = { lat: -streetY * degreesPerUnit, lon: firstTile * 4096 * degreesPerUnit - 180 }
const length = tileCount * 4096 * degreesPerUnit
const metresPerDegree = 40_075_016.686 / 360

const folder = await mkdtemp(join(tmpdir(), 'waymark-roads-'))
after(() => rm(folder, { recursive: true }))
const path = join(folder, 'street.pmtiles')
const road = aRoad('Main Street', [0, streetY], [4096, streetY])
const tile = aTile({ roads: [{ ...road, properties: { ...road.properties, maxspeed: '50' } }] })
const tiles = Object.fromEntries(
  Array.from({ length: tileCount }, (_, index) => [`15/${firstTile + index}/${tileY}`, tile]),
)
await writeFile(path, aMapFile({ tiles }))

const api = await openApi({ WAYMARK_MAP_FILE: path })
const { ctx } = api
let ask: Client['ask']
let unitId: number
const period = `from=${routeStart}&to=${routeStart + 3600}`

/** Stands for ten minutes, drives along the street, some metres next to it, and stands again. */
function* wayAlongTheStreet(): Generator<Message> {
  const message = (t: number, speed: number, lon: number, metresNorth: number): Message => ({
    timestamp: routeStart + t,
    'position.latitude': street.lat + metresNorth / metresPerDegree,
    'position.longitude': lon,
    'position.speed': speed,
    'position.direction': 90,
    'position.valid': true,
  })
  let t = 0
  for (; t < 600; t += 60) yield message(t, 0, street.lon, 0)
  let lon = street.lon
  // A little slower than allowed, too fast in the middle.
  while (lon < street.lon + length) {
    const part = (lon - street.lon) / length
    const kmh = part > 0.4 && part < 0.6 ? 61 : 48
    yield message(t, kmh, lon, t % 4 ? 4 : -4)
    lon += ((kmh / 3.6) * 2) / metresPerDegree
    t += 2
  }
  for (const end = t + 900; t < end; t += 60) yield message(t, 0, street.lon + length, 0)
}

before(async () => {
  const dealer = await api.dealer('provider')
  const plan = await aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    quotas: { unit: 2, geofence: 0, unit_storage: 10240 },
    modules: modulesOf(fleetApp).map(({ name }) => name),
  })
  const account = await anActivatedAccount(api, dealer, plan.id)
  ask = await askFor(api, dealer, account.user)
  const { id, ident, name } = await aUnit(dealer, account.id)
  unitId = id
  const writer = startWriter(ctx)
  const unit = { id, ident, name, deviceTypeId: 101, protocolId: 1 }
  const messages = [...wayAlongTheStreet()]
  await writer.append({ unit, messages, frame: Buffer.from('frame'), peer: '192.0.2.1:4000' })
  await writer.close()
  await computeTrips({ ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } })
})

test('speeding is the stretch over the map’s limit, with its street', async () => {
  const { status, body, text } = await ask('GET', `/units/${unitId}/speeding?${period}`)
  assert.equal(status, 200, text)
  assert.equal(body.stretches.length, 1, text)
  const [{ speed, limit, posted, street: name, from, to, at, longitude }] = body.stretches
  assert.deepEqual({ speed, limit, posted, name }, { speed: 61, limit: 50, posted: true, name: 'Main Street' })
  assert.ok(from <= at && at <= to && to - from > 30, text)
  assert.ok(Math.abs(longitude - street.lon - length / 2) < length * 0.11, text)
})

test('a trip on roads keeps to the middle of the street, where its positions did not', async () => {
  const { status, body, text } = await ask('GET', `/units/${unitId}/road-trips?${period}`)
  assert.equal(status, 200, text)
  assert.equal(body.trips.length, 1, text)
  const [{ pieces }] = body.trips
  assert.deepEqual(
    pieces.map((piece: { on_roads: boolean }) => piece.on_roads),
    [true],
  )
  const line = pieces[0].line as [lat: number, lon: number][]
  for (const [lat] of line) assert.ok(Math.abs(lat - street.lat) * metresPerDegree < 0.5, `${lat} is beside the street`)
  const covered = Math.max(...line.map(([, lon]) => lon)) - Math.min(...line.map(([, lon]) => lon))
  assert.ok(covered > length * 0.9, `covers ${covered} of ${length}`)
})
