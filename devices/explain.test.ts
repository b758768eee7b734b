import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, concat, hex, latin1, toHex } from './bytes/bytes.ts'
import { type ExplainedRange, explainFrame } from './explain.ts'
import { decoderByName, spoken } from './index.ts'
import { parameterOf } from './message.ts'
import type { Link } from './protocol.ts'
import type { ProtocolName } from './protocols/index.ts'
import { receivedAt, samplesOf } from './sample.ts'

/** Explains a frame of the samples, in the state of its conversation. */
async function explained(name: ProtocolName, what: string) {
  const decoder = decoderByName(name)!
  const samples = await samplesOf(name)
  let state: unknown
  let link: Link = 'tcp'
  for (const sample of samples) {
    if (sample.link) {
      link = sample.link
      state = decoder.start(link)
    }
    const given = { state, link, receivedAt, unit: sample.unit }
    if (sample.what === what) return { frame: sample.frame, ranges: explainFrame(decoder, sample.frame, given)! }
    state = decoder.decode(sample.frame, state, receivedAt, sample.unit).state ?? state
  }
  throw new Error(`no sample: ${what}`)
}

const shown = (ranges: readonly ExplainedRange[], frame: Uint8Array, write: (bytes: Uint8Array) => string) =>
  ranges.map(({ from, to, message, fields }) => [write(frame.subarray(from, to)), message, fields.join(' ')])

describe('an explained frame', () => {
  test('Teltonika: header, records and checksum, each value with the id before it', async () => {
    const what = 'two records, the second without a fix and with the last position known'
    const { frame, ranges } = await explained('teltonika', what)
    assert.deepEqual(shown(ranges, frame, toHex), [
      ['00000000000000410802', undefined, 'frame'],
      ['0000019e35ceaf2a', 0, 'timestamp'],
      ['01', 0, 'event.priority.enum'],
      ['0f116430', 0, 'position.longitude'],
      ['20989912', 0, 'position.latitude'],
      ['0070', 0, 'position.altitude'],
      ['005a', 0, 'position.direction'],
      ['0b', 0, 'position.satellites'],
      ['002b', 0, 'position.speed'],
      ['00', 0, 'event.enum'],
      ['00', undefined, ''],
      ['00000000', undefined, 'frame'],
      ['0000019e35ceaf2a', 1, 'timestamp'],
      ['00', 1, 'event.priority.enum'],
      ['0f116430', 1, 'position.longitude'],
      ['20989912', 1, 'position.latitude'],
      ['00000000', undefined, ''],
      ['00', 1, 'position.satellites position.valid'],
      ['0000', undefined, ''],
      ['00', 1, 'event.enum'],
      ['01', undefined, ''],
      ['01', undefined, 'frame'],
      ['4502', 1, 'gnss.state.enum gnss.status'],
      ['000000020000f17a', undefined, 'frame'],
    ])
  })

  test('GT06: what the reply repeats, and a checksum that the decoder only marks', async () => {
    const { frame, ranges } = await explained('gt06', 'a heartbeat brings the status and is answered')
    const [head, flags, ...rest] = shown(ranges, frame, toHex)
    assert.deepEqual(head, ['78780a13', undefined, 'frame'])
    assert.match(String(flags![2]), /engine\.ignition\.status/)
    assert.deepEqual(rest, [
      ['05', 0, 'battery.level'],
      ['03', 0, 'custom.rssi gsm.signal.level'],
      ['00', 0, 'alarm.code'],
      ['02', undefined, ''],
      ['0002', undefined, 'reply'],
      ['84550d0a', undefined, 'frame'],
    ])
  })

  test('GT06: a login gives the ident, and what the frames that follow need', async () => {
    const { frame, ranges } = await explained(
      'gt06',
      'a login with model and time zone is answered with its type and serial',
    )
    const all = shown(ranges, frame, toHex)
    assert.ok(all.some(([bytes, , fields]) => String(bytes).endsWith('0356307042441013') && fields === 'ident'))
    assert.ok(all.some(([bytes, , fields]) => bytes === '0c80' && fields === 'session'))
  })

  test('TK103: fields of a text without separators', async () => {
    const { frame, ranges } = await explained('tk103', 'a login with IMEI and position is answered')
    const all = new Map(shown(ranges, frame, latin1).map(([bytes, , fields]) => [fields, bytes]))
    assert.equal(all.get('position.latitude'), '5441.2294N')
    assert.equal(all.get('position.longitude'), '02516.7880E')
    assert.equal(all.get('position.speed'), '043.0')
    assert.equal(all.get('position.valid'), 'A')
    assert.equal(all.get('vehicle.mileage'), '00BC614E')
    assert.equal(all.get('ident'), '000012345678')
  })

  test('StarLink: fields between commas, fields that are not read, and the sum', async () => {
    const what = 'a report of a tracker whose template we do not know: what every usual one begins with'
    const { frame, ranges } = await explained('starlink', what)
    const all = shown(ranges, frame, latin1).map(([bytes, , fields]) => [bytes, fields])
    assert.deepEqual(all.slice(0, 4), [
      ['$SLU', 'frame'],
      ['861000000000047', 'ident'],
      [',06,', 'frame'],
      ['85', 'record.seqnum'],
    ])
    assert.deepEqual(all.slice(-4), [
      ['12.1', ''],
      [',', 'frame'],
      ['03.5', ''],
      [`*${latin1(frame).slice(-4, -2)}\r\n`, 'frame'],
    ])
  })

  test('BCE: also if only the sum shows where a frame ends', async () => {
    const what = 'stored structures are confirmed: a position, inputs, a cell, and an event'
    const { frame, ranges } = await explained('bce', what)
    const all = shown(ranges, frame, toHex)
    assert.deepEqual(all[0], ['27d0262f130f0300', undefined, 'ident'])
    assert.ok(
      all.some(([bytes, message, fields]) => bytes === '00c05a42' && message === 0 && fields === 'position.latitude'),
    )
    assert.ok(all.some(([bytes, message, fields]) => bytes === '6f07' && message === 1 && fields === 'custom.event'))
  })

  test('is undefined for an unreadable or empty frame, or if it would take too long', () => {
    const decoder = decoderByName('teltonika')!
    const given = { state: decoder.start('tcp'), link: 'tcp', receivedAt } as const
    assert.equal(explainFrame(decoder, hex('0102'), given), undefined)
    assert.equal(explainFrame(decoder, hex(''), given), undefined)
    assert.equal(explainFrame(decoder, concat([0, 15], ascii('356307042441013')), given, 16), undefined)
    assert.ok(explainFrame(decoder, concat([0, 15], ascii('356307042441013')), given, 17))
  })
})

const words = new Set(['frame', 'reply', 'session', 'ident', 'password'])

for (const { name } of spoken) {
  test(`frames of ${name} are explained completely, with names that exist`, async () => {
    const decoder = decoderByName(name as ProtocolName)!
    const samples = await samplesOf(name)
    let asked = 0
    const counting: typeof decoder = {
      ...decoder,
      decode(...given) {
        asked++
        return decoder.decode(...given)
      },
    }
    let state: unknown
    let link: Link = 'tcp'
    let told = 0
    for (const sample of samples.slice(0, 8)) {
      if (sample.link) {
        link = sample.link
        state = decoder.start(link)
      }
      asked = 0
      const before = toHex(sample.frame)
      const ranges = explainFrame(counting, sample.frame, { state, link, receivedAt, unit: sample.unit }, 512)
      assert.equal(toHex(sample.frame), before, 'the frame is left as it was')
      assert.ok(asked <= 512 + 8, `${asked} decodes`)
      let at = 0
      for (const { from, to, fields } of ranges ?? []) {
        assert.ok(from === at && to > from)
        at = to
        for (const field of fields) {
          assert.ok(words.has(field) || field.startsWith('custom.') || parameterOf(field), field)
          if (!words.has(field)) told++
        }
      }
      if (ranges) assert.equal(at, Math.min(sample.frame.length, 1024))
      state = decoder.decode(sample.frame, state, receivedAt, sample.unit).state ?? state
    }
    assert.ok(told > 0, 'some bytes say something')
  })
}
