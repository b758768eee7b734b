/** What a dealer sees when setting up or inspecting a tracker. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { modelById, protocolByName } from '@waymark/devices'
import { dialectNames } from '#kernel/api/dialects.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { assertRefused, payloadOf } from '#testing/checks/answers.ts'
import { dataFrame, loginFrame } from '#testing/people/teltonika.ts'
import { startWriter } from '../messages/writing/writer.ts'

const api = await openApi()

interface Range {
  from: number
  to: number
  message: number | null
  fields: string[]
}
interface Frame {
  received_at: number
  peer: string | null
  protocol: string | null
  kind: string
  hex: string | null
  messages: Record<string, unknown>[]
  error: string | null
  ranges: Range[] | null
}

for (const dialect of dialectNames) {
  const dealer = await api.dealer(dialect)
  const plan = await aPlan(dealer, { quotas: { unit: 70, geofence: 0, unit_storage: 204800 } })
  const account = (await aManagedAccount(dealer, plan.id)).id as number

  /** The unit's tracker has sent these, one second apart. */
  async function said(
    unit: { id: number; ident: string; name: string },
    hwId: number,
    deliveries: readonly { frame: Buffer; openers?: readonly Buffer[] }[],
  ): Promise<void> {
    const protocolId = protocolByName(modelById(hwId)!.protocol).id
    const tracked = { id: unit.id, ident: unit.ident, name: unit.name, deviceTypeId: hwId, protocolId }
    for (const { frame, openers = [] } of deliveries) {
      const writer = startWriter(api.ctx)
      const timestamp = seconds(api.ctx.clock.now())
      await writer.append({ unit: tracked, messages: [{ timestamp }], frame, openers, peer: '192.0.2.7:4711' })
      await writer.close()
      api.ctx.clock.advance(1)
    }
  }
  const traffic = async (id: number, query = ''): Promise<Frame[]> =>
    payloadOf(await dealer.ask('GET', `/units/${id}/traffic${query}`), 200, 'data')
  const told = ({ hex, ranges }: Frame, field: string) =>
    ranges!.filter(({ fields }) => fields.includes(field)).map(({ from, to }) => hex!.slice(from * 2, to * 2))

  suite(`the toolbox of a unit, in ${dialect}`, () => {
    test('traffic: empty at first', async () => {
      const { id } = await aUnit(dealer, account)
      assert.deepEqual(await traffic(id), [])
    })

    test('traffic: frames in hex, newest first, with the bytes of each field', async () => {
      const unit = await aUnit(dealer, account, { hw_id: 110 })
      const at = seconds(api.ctx.clock.now())
      const frames = [1, 2, 3].map((step) => dataFrame([{ at: at + step, speed: 40 + step }]))
      const login = loginFrame('352093081452251')
      await said(unit, 110, [{ frame: frames[0]!, openers: [login] }, { frame: frames[1]! }, { frame: frames[2]! }])
      const all = await traffic(unit.id)
      assert.deepEqual(
        all.map(({ kind, hex }) => [kind, hex]),
        [
          ['data', frames[2]!.toString('hex')],
          ['data', frames[1]!.toString('hex')],
          ['data', frames[0]!.toString('hex')],
          ['login', login.toString('hex')],
        ],
      )
      const [newest] = all
      assert.deepEqual([newest!.protocol, newest!.peer, newest!.error], ['teltonika', '192.0.2.7:4711', null])
      assert.equal(newest!.messages[0]!['position.speed'], 43)
      assert.deepEqual(told(newest!, 'position.speed'), ['002b'])
      assert.equal(told(newest!, 'position.latitude')[0]!.length, 8)
      assert.deepEqual(told(all[3]!, 'ident'), [Buffer.from('352093081452251').toString('hex')])
      const bytes = newest!.hex!.length / 2
      assert.deepEqual([newest!.ranges![0]!.from, newest!.ranges!.at(-1)!.to], [0, bytes])
    })

    test('traffic: in pages, and a login stays with its frame', async () => {
      const unit = await aUnit(dealer, account, { hw_id: 110 })
      const at = seconds(api.ctx.clock.now())
      const frames = [1, 2, 3].map((step) => ({ frame: dataFrame([{ at: at + step }]) }))
      await said(unit, 110, [{ ...frames[0]!, openers: [loginFrame('352093081452251')] }, ...frames.slice(1)])
      const first = await traffic(unit.id, '?count=2')
      assert.equal(first.length, 2)
      const rest = await traffic(unit.id, `?count=1&before=${first[1]!.received_at}`)
      assert.deepEqual(
        rest.map(({ kind }) => kind),
        ['data', 'login'],
      )
      assert.deepEqual(await traffic(unit.id, `?before=${rest[0]!.received_at}`), [])
    })

    test('traffic: a tracker’s password is masked', async () => {
      const unit = await aUnit(dealer, account, { hw_id: 4101 })
      const login = Buffer.from('#L#861000000000013;s3cret\r\n')
      const frame = Buffer.from('#D#170526;115958;5441.2294;N;02516.7880;E;43;90;112;9;NA;NA;NA;;NA;NA\r\n')
      await said(unit, 4101, [{ frame, openers: [login] }])
      const [report, opener] = await traffic(unit.id)
      assert.equal(report!.protocol, 'wialon')
      assert.equal(opener!.kind, 'login')
      assert.equal(Buffer.from(opener!.hex!, 'hex').toString(), '#L#861000000000013;******\r\n')
    })

    test('traffic: a frame that cannot be read says so', async () => {
      const unit = await aUnit(dealer, account, { hw_id: 110 })
      await said(unit, 110, [{ frame: Buffer.from('nonsense') }])
      const [frame] = await traffic(unit.id)
      assert.deepEqual([frame!.messages, frame!.ranges], [[], null])
      assert.equal(frame!.error, 'the datagram is shorter than it says')
    })

    test('set-up texts are filled with the channel, the access point and the ident', async () => {
      const unit = await aUnit(dealer, account, { hw_id: 110 })
      const ask = async (query = '') =>
        payloadOf(await dealer.ask('GET', `/units/${unit.id}/setup${query}`), 200, 'data')
      const channel = payloadOf(await dealer.ask('GET', `/units/${unit.id}/channel`), 200, 'data')
      const plain = await ask()
      assert.deepEqual([plain.manufacturer, plain.model, plain.protocol], ['Teltonika', 'FMB920', 'teltonika'])
      assert.deepEqual([plain.host, String(plain.port)], [channel.host, channel.port])
      assert.equal(plain.texts[0].sms, '  setparam 2001:{apn}')
      const { texts } = await ask('?apn=internet')
      assert.equal(texts[0].sms, '  setparam 2001:internet')
      assert.equal(texts[1].sms, `  setparam 2004:${channel.host};2005:${channel.port};2006:0`)
      assert.equal(
        texts[1].any_port_sms,
        `  setparam 2004:${channel.host};2005:${channel.configuration.any_port};2006:0`,
      )
    })

    test('a model with unknown texts has none', async () => {
      const unit = await aUnit(dealer, account, { hw_id: 3001 })
      const { texts } = payloadOf(await dealer.ask('GET', `/units/${unit.id}/setup`), 200, 'data')
      assert.deepEqual(texts, [])
    })

    test('a legacy model has no set-up tool and no connection log, but a channel', async () => {
      const unit = await aUnit(dealer, account, { hw_id: 129 })
      for (const what of ['setup', 'connections']) {
        const answer = await dealer.ask('GET', `/units/${unit.id}/${what}`)
        assertRefused(answer, 409, 'CONFLICT')
        assert.match(answer.text, /FM1100 is a legacy model without set-up tool and connection log\./)
      }
      const channel = payloadOf(await dealer.ask('GET', `/units/${unit.id}/channel`), 200, 'data')
      assert.equal(channel.configuration.protocol, 'teltonika')
    })

    test('traffic: refuses invalid counts and times', async () => {
      const { id } = await aUnit(dealer, account)
      for (const query of ['count=0', 'count=1.5', 'before=x', 'before=-1']) {
        const answer = await dealer.ask('GET', `/units/${id}/traffic?${query}`)
        assertRefused(answer, 400, `INVALID_QUERY ${query.split('=')[0]}`)
      }
    })
  })
}
