import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aManagedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { assertRefused, payloadOf } from '#testing/checks/answers.ts'
import { startWriter } from './writing/writer.ts'

const api = await openApi()
const now = () => seconds(api.ctx.clock.now())
async function anOpenDealer(dialect: DialectName) {
  const dealer = await api.dealer(dialect)
  const plan = await aPlan(dealer, { quotas: { unit: 70, geofence: 0, unit_storage: 204800 } })
  return { dealer, account: (await aManagedAccount(dealer, plan.id)).id as number }
}
const open: Record<DialectName, { dealer: Caller; account: number }> = {
  provider: await anOpenDealer('provider'),
  partner: await anOpenDealer('partner'),
}
interface Sent {
  readonly timestamp: number
}

for (const dialect of dialectNames) {
  const { dealer, account } = open[dialect]
  const read = async (id: number, query = ''): Promise<Sent[]> =>
    payloadOf(await dealer.ask('GET', `/units/${id}/messages${query}`), 200, 'data')
  const telemetry = async (id: number) => payloadOf(await dealer.ask('GET', `/units/${id}/telemetry`), 200, 'data')

  suite(`what a tracker sent, in ${dialect}`, () => {
    test('is empty at first', async () => {
      const { id } = await aUnit(dealer, account)
      assert.deepEqual(await read(id), [])
      assert.deepEqual(await read(id, '?count=5&reverse=true'), [])
      assert.deepEqual(await telemetry(id), {})
    })

    test('is a flat message with what the platform adds, and the latest value of each parameter', async () => {
      const unit = await aUnit(dealer, account)
      const said = {
        timestamp: now() - 60.5,
        'position.latitude': 54.7,
        'position.longitude': 25.3,
        'position.speed': 41,
        'engine.ignition.status': true,
        'gsm.mcc': 246,
        'ain.1': 12.4,
        'custom.seal': 'closed',
      }
      await received(api, unit, [said])
      const [message, ...others] = await read(unit.id)
      assert.deepEqual(others, [])
      assert.deepEqual(message, {
        ...said,
        ident: unit.ident,
        'server.timestamp': (message as unknown as Record<string, number>)['server.timestamp'],
        peer: '192.0.2.1:4000',
        'channel.id': unit.channel_id,
        'device.id': unit.id,
        'device.name': unit.name,
        'device.type.id': unit.device_type_id,
        'protocol.id': unit.protocol_id,
      })
      const { timestamp: ts, ...parameters } = said
      const values = Object.entries(parameters).map(([name, value]) => [name, { ts, value }])
      const position = { latitude: 54.7, longitude: 25.3, speed: 41 }
      assert.deepEqual(await telemetry(unit.id), { ...Object.fromEntries(values), position: { ts, value: position } })
    })

    test('comes oldest or newest first, and a limit selects the newest', async () => {
      const unit = await aUnit(dealer, account)
      const start = now() - 10_000
      // Sent late and out of order, as by a tracker that was out of reach.
      const order = [5, 1, 4, 2, 9, 3, 8, 6, 7, 0]
      await received(
        api,
        unit,
        order.map((step) => ({ timestamp: start + step, 'din.1': true })),
      )
      const steps = async (query: string) => (await read(unit.id, query)).map(({ timestamp }) => timestamp - start)
      const all = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
      assert.deepEqual(await steps(''), all)
      assert.deepEqual(await steps('?reverse=false'), all)
      assert.deepEqual(await steps('?reverse=true'), all.toReversed())
      assert.deepEqual(await steps('?count=3'), [7, 8, 9])
      assert.deepEqual(await steps('?count=3&reverse=false'), [7, 8, 9])
      assert.deepEqual(await steps('?count=3&reverse=true'), [9, 8, 7])
      assert.deepEqual(await steps('?count=1'), [9])
      assert.deepEqual(await steps('?count=10'), all)
      assert.deepEqual(await steps('?count=20000'), all)
    })

    test('late data never replaces newer values', async () => {
      const unit = await aUnit(dealer, account)
      await received(api, unit, [
        { timestamp: now() - 10, 'ain.1': 2 },
        { timestamp: now() - 20, 'ain.1': 1, 'ain.2': 7 },
      ])
      assert.deepEqual(await telemetry(unit.id), {
        'ain.1': { ts: now() - 10, value: 2 },
        'ain.2': { ts: now() - 20, value: 7 },
      })
    })

    for (const query of [
      'count=0',
      'count=-1',
      'count=x',
      'count=',
      'count=1.5',
      'count=1e3',
      'count=NaN',
      'count=1&count=2',
    ]) {
      test(`is refused with ${query}`, async () => {
        const { id } = await aUnit(dealer, account)
        assertRefused(await dealer.ask('GET', `/units/${id}/messages?${query}`), 400, 'INVALID_QUERY count')
      })
    }
    for (const query of ['reverse=1', 'reverse=', 'reverse=True']) {
      test(`is refused with ${query}`, async () => {
        const { id } = await aUnit(dealer, account)
        assertRefused(await dealer.ask('GET', `/units/${id}/messages?${query}`), 400, 'INVALID_QUERY reverse')
      })
    }

    test('is deleted with its unit: the next unit with the ident starts empty', async () => {
      const unit = await aUnit(dealer, account)
      await received(api, unit, [{ timestamp: now() - 5, 'din.1': true }])
      assert.equal((await dealer.ask('DELETE', `/units/${unit.id}`)).status, 200)
      const next = await aUnit(dealer, account, { ident: unit.ident })
      assert.deepEqual(await read(next.id), [])
      assert.deepEqual(await telemetry(next.id), {})
      assert.equal(next.last_active, null)
      // Until then the dealer could restore it.
      const forGood = await api.ask('DELETE', `/console/deleted-units/${unit.id}`, undefined, {
        'x-accesstoken': dealer.token,
      })
      assert.ok(forGood.status < 300, forGood.text)
      for (const table of ['messageChunks', 'frameChunks', 'telemetry'] as const) {
        const left = api.ctx.db.selectFrom(table).select('unitId').where('unitId', '=', unit.id)
        assert.deepEqual(await left.execute(), [])
      }
    })
  })
}

test('a hundred messages are returned by default, and never more than ten thousand', async () => {
  const { dealer, account } = open.provider
  const unit = await aUnit(dealer, account)
  const start = now() - 20_000
  const sent = Array.from({ length: 10_050 }, (_, step) => ({ timestamp: start + step, 'din.1': true }))
  const writer = startWriter(api.ctx)
  const tracked = { id: unit.id, ident: unit.ident, name: unit.name, deviceTypeId: 101, protocolId: 1 }
  for (let first = 0; first < sent.length; first += 500) {
    const messages = sent.slice(first, first + 500)
    await writer.append({ unit: tracked, messages, frame: Buffer.from('frame'), peer: '192.0.2.1:4000' })
  }
  await writer.close()
  const times = async (query: string) =>
    (await dealer.ask('GET', `/units/${unit.id}/messages${query}`)).body.data.map((message: Sent) => message.timestamp)
  const newest = (count: number) => sent.slice(-count).map(({ timestamp }) => timestamp)
  assert.deepEqual(await times(''), newest(100))
  assert.deepEqual(await times('?count=10000'), newest(10_000))
  assert.deepEqual(await times('?count=10001'), newest(10_000))
  assert.deepEqual(await times('?count=99999999999999999999&reverse=true'), newest(10_000).toReversed())
})
