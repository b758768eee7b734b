import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, latin1 } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import osmand from './osmand.ts'

const state = osmand.start('http')
const decode = (address: string) => osmand.decode(ascii(`GET ${address} HTTP/1.1\r\n\r\n`), state, receivedAt)

describe('osmand', () => {
  const moments = [
    ['1779019198', 1779019198],
    ['1779019198.5', 1779019198.5],
    ['1779019198250', 1779019198.25],
    ['2026-05-17T11:59:58Z', 1779019198],
    ['2026-05-17T11:59:58.250Z', 1779019198.25],
    ['2026-05-17+11:59:58', 1779019198],
    ['2026-05-17T14:59:58%2B03:00', 1779019198],
    ['2026-05-17T14:59:58+03:00', 1779019198],
    ['2026-05-17T08:29:58-0330', 1779019198],
    ['2026-05-17T11:59Z', 1779019140],
    ['yesterday', undefined],
    ['2026-02-30T11:59:58Z', undefined],
    ['-1', undefined],
  ] as const

  for (const [text, expected] of moments) {
    test(`the time ${text} is ${expected ?? 'none'}`, () => {
      assert.equal(decode(`/?id=1&lat=1&lon=2&timestamp=${text}`).messages?.[0]?.timestamp, expected)
    })
  }

  test('an id that no unit can have gets a reply, and the connection stays open', () => {
    for (const id of ['', 'my%20phone', 'x'.repeat(65), '%00']) {
      assert.match(latin1(decode(`/?id=${id}&lat=1&lon=2`).reply!), /^HTTP\/1\.1 400 /)
    }
  })

  for (const [what, model, form, expected] of [
    ['no model', undefined, 'speed=10', 18.52],
    ['Traccar Client', 'Traccar Client', 'speed=10', 18.52],
    ['OsmAnd', 'OsmAnd', 'speed=10', 36],
    ['OsmAnd with an accuracy and an hdop', 'OsmAnd', 'speed=10&hdop=1&accuracy=5&batt=80', 36],
    ['Traccar Client as OsmAnd', 'OsmAnd', 'speed=10&accuracy=5&batt=80', 18.52],
    ['GPSLogger', 'GPSLogger', 'speed=10&accuracy=5&batt=80', 36],
    ['Locus Map', 'Locus Map', 'speed=10', 36],
    ['the name that only GPSLogger has', undefined, 'spd=10', 36],
    ['the first name of its manual', undefined, 's=10', 36],
    ['a unit in the address', 'OsmAnd', 'speed=10&speed_unit=mph', 16.09],
    ['knots in the address', 'GPSLogger', 'spd=10&speed_unit=knots', 18.52],
    ['a unit that is none', 'OsmAnd', 'speed=10&speed_unit=constructor', 36],
  ] as const) {
    test(`a speed with ${what} is ${expected} km/h`, () => {
      const unit = model === undefined ? undefined : { model }
      const frame = ascii(`GET /?id=1&lat=1&lon=2&${form} HTTP/1.1\r\n\r\n`)
      assert.equal(osmand.decode(frame, state, receivedAt, unit).messages?.[0]?.['position.speed'], expected)
    })
  }

  test('an alarm by any other word is still an alarm', () => {
    const message = decode('/?id=1&alarm=lowBattery').messages?.[0]
    assert.equal(message?.['alarm.type'], 'low_battery')
    assert.deepEqual(decode('/?id=1&alarm=constructor').messages?.[0], {
      'alarm.event': true,
      'alarm.type': 'general',
      'custom.alarm': 'constructor',
    })
  })

  test('a request above the limit is rejected before it arrives', () => {
    const head = ascii('POST / HTTP/1.1\r\nContent-Length: 270000\r\n\r\n')
    assert.throws(() => osmand.frame(head, state), ProtocolError)
  })

  test('an endless form costs no more than a long one', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `p${index}=1`).join('&')
    const frame = ascii(`POST /?id=1 HTTP/1.1\r\nContent-Length: ${many.length}\r\n\r\n${many}`)
    const message = osmand.decode(frame, state, receivedAt).messages![0]!
    assert.equal(Object.keys(message).length, 256)
  })

  test('a body with endless nesting is not accepted as JSON', () => {
    const body = '['.repeat(60_000)
    const frame = ascii(`POST / HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    assert.match(latin1(osmand.decode(frame, state, receivedAt).reply!), /^HTTP\/1\.1 400 /)
  })
})
