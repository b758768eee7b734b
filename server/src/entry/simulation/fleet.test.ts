/** A fleet with a real gateway: whatever its trackers do, what was acknowledged is stored, once. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { openApi } from '#testing/api.ts'
import { freePorts } from '#testing/ports.ts'
import { until } from '#testing/until.ts'
import { startGateway } from '#tracking/gateway/gateway.ts'
import type { NumberedFix } from './encoder.ts'
import { encoders } from './encoders.ts'
import { ownPorts, startFleet } from './fleet.ts'
import { fleetName, unitsForFleet } from './units.ts'

const api = await openApi({ WAYMARK_GATEWAY_PORT: String(await freePorts()), WAYMARK_GATEWAY_UNIT_RATE: '1000' })
const notifications = listen(api.databaseUrl)
const gateway = await startGateway(api.ctx, notifications)
after(async () => {
  await gateway.close()
  await notifications.close()
})

const { gatewayPort } = api.ctx.config

test('every acknowledged record of every protocol is stored exactly once, with gaps, repeats and late records', async () => {
  const dealer = await api.dealer()
  const wish = { encoders, count: encoders.length * 2, takesOthers: false }
  const units = await unitsForFleet(api.ctx, dealer.dealer, wish)
  assert.equal(units.length, wish.count)
  assert.deepEqual(new Set(units.map(({ encoder }) => encoder)), new Set(encoders))

  const acknowledged = new Map<string, NumberedFix[]>(units.map(({ ident }) => [ident, []]))
  const fleet = startFleet({
    units,
    clock: api.ctx.clock,
    host: '127.0.0.1',
    portOf: ownPorts(gatewayPort),
    rate: 25,
    seconds: 60,
    quirks: { gaps: true, duplicates: true, late: true },
    onAcknowledged: (ident, fixes) => acknowledged.get(ident)!.push(...fixes),
  })
  const leastOf = () => Math.min(...[...acknowledged.values()].map(({ length }) => length))
  await until('some records of each tracker', () => leastOf() > 5 && fleet.tally.repeated > 0)
  await fleet.finish(20_000)
  const { sent, acknowledged: taken, refused } = fleet.tally
  assert.deepEqual({ missing: sent - taken, refused }, { missing: 0, refused: 0 })

  const listed = (await dealer.ask('GET', '/units')).body
  for (const [ident, fixes] of acknowledged) {
    const unit = listed.find((one: { ident: string }) => one.ident === ident)
    const messages = (await dealer.ask('GET', `/units/${unit.id}/messages?count=10000`)).body.data
    const stored = messages.flatMap((message: Record<string, number>) =>
      message['position.latitude'] === undefined ? [] : [message.timestamp],
    )
    assert.deepEqual(
      stored,
      fixes.map(({ at }) => at).sort((a, b) => a - b),
      unit.name,
    )
  }

  const again = await unitsForFleet(api.ctx, dealer.dealer, wish)
  assert.deepEqual(again.map(({ ident }) => ident).sort(), units.map(({ ident }) => ident).sort())
  const accounts = (await dealer.ask('GET', '/accounts')).body.data
  assert.deepEqual(
    accounts.map((account: { title: string }) => account.title),
    [fleetName],
  )
})

test('a refused tracker keeps its records, and all of them arrive on the port for any protocol', async () => {
  const dealer = await api.dealer()
  const [unit] = await unitsForFleet(api.ctx, dealer.dealer, { encoders: [encoders[0]!], count: 1, takesOthers: true })
  const unknown = { ...unit!, ident: '864000000000000' }
  const options = { clock: api.ctx.clock, host: '127.0.0.1', portOf: () => gatewayPort, rate: 20, seconds: 60 }
  const fleet = startFleet({ ...options, units: [unit!, unknown] })
  await until('a refusal and some records', () => fleet.tally.refused > 0 && fleet.tally.acknowledged > 5)
  await fleet.finish(1_500)
  assert.equal(fleet.tally.spoke, 1)
})
