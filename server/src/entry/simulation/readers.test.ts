/** Gateways that detect tags, with a real gateway: their reports become sensors that are where they are carried. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { tagsApp } from '#kernel/applications.ts'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { openApi } from '#testing/api.ts'
import { freePorts } from '#testing/ports.ts'
import { until } from '#testing/until.ts'
import { startGateway } from '#tracking/gateway/gateway.ts'
import { encoderOf } from './encoders.ts'
import { ownPorts, startFleet } from './fleet.ts'
import { readersForFleet } from './readers.ts'
import { readerPlace, readerVehicle, stationAt, tagIdOf } from './tags.ts'
import { callOf } from './units.ts'

const api = await openApi({ WAYMARK_GATEWAY_PORT: String(await freePorts()), WAYMARK_GATEWAY_UNIT_RATE: '1000' })
const notifications = listen(api.databaseUrl)
const gateway = await startGateway(api.ctx, notifications)
after(async () => {
  await gateway.close()
  await notifications.close()
})

test('a tag rests at each reader in turn, and returns the way it went', () => {
  const at = (seconds: number) => stationAt(0, 3, seconds)
  assert.deepEqual([0, 150, 180, 210, 420, 630, 840].map(at), [0, 0, 0.5, 1, 2, 1, 0])
  assert.equal(stationAt(5, 1, 12_345), 0)
})

test('a reader detects a tag that rests at it more strongly than its neighbours do', () => {
  const readers = [0, 1, 2].map((index) => ({ index, kind: 'ibeacon' as const }))
  const heard = readers.map((reader) => {
    const { beacons = [] } = readerVehicle(reader, readers, 1).advanceTo(113)
    return beacons.find(({ id }) => id === tagIdOf('ibeacon', 1))?.rssi ?? -200
  })
  assert.equal(stationAt(1, 3, 113), 1)
  assert.equal(Math.max(...heard), heard[1])
  assert.ok(heard[1]! >= heard[0]! + 6 && heard[1]! >= heard[2]! + 6, heard.join(' '))
})

test('reports of both kinds of readers become sensors that are at one of them', async () => {
  const dealer = await api.dealer()
  const encoders = [encoderOf('teltonika')!, encoderOf('minifinder2')!]
  const units = await readersForFleet(callOf(api.ctx, dealer.dealer), encoders, 4, 6)
  const again = await readersForFleet(callOf(api.ctx, dealer.dealer), encoders, 4, 6)
  assert.deepEqual(
    again.map(({ ident }) => ident),
    units.map(({ ident }) => ident),
  )
  const { gatewayPort } = api.ctx.config
  const options = { host: '127.0.0.1', portOf: ownPorts(gatewayPort), rate: 20, seconds: 30 }
  const fleet = startFleet({ units, clock: api.ctx.clock, ...options })
  await until('the 40th acknowledgement', () => fleet.tally.acknowledged >= 40)
  await fleet.finish(10_000)
  assert.equal(fleet.tally.acknowledged, fleet.tally.sent)
  const all = (await dealer.ask('GET', `/units?app_id=${tagsApp}`)).body as {
    id: number
    type: string
    ident: string
  }[]
  const sensors = all.filter(({ type }) => type === 'sensor')
  const expected = [1, 2, 3, 4, 5, 6].map((tag) => tagIdOf(tag % 2 === 0 ? 'ibeacon' : 'address', tag))
  assert.deepEqual(sensors.map(({ ident }) => ident).sort(), expected.sort())
  const places = [0, 1, 2, 3].map((index) => readerPlace(index))
  for (const { id } of sensors) {
    const { position } = (await dealer.ask('GET', `/units/${id}/telemetry`)).body.data
    const { latitude, longitude } = position.value
    const near = places.some((place) => Math.hypot(place.latitude - latitude, place.longitude - longitude) < 0.000_01)
    assert.ok(near, JSON.stringify(position))
  }
})
