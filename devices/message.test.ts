import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as message from './message.ts'
import { raise } from './values/alarms.ts'

function built(write: (into: message.Draft) => void) {
  const into = message.draft()
  write(into)
  return message.finish(into)
}

describe('a message', () => {
  test('leaves impossible values out and keeps the rest', () => {
    const values = built((into) => {
      message.put(into, 'timestamp', 1779019198)
      message.put(into, 'position.speed', Number.NaN)
      message.put(into, 'position.altitude', Number.POSITIVE_INFINITY)
      message.put(into, 'position.satellites', -1)
      message.put(into, 'battery.level', 101)
      message.put(into, 'battery.voltage', 4.1)
      message.put(into, 'engine.ignition.status', 1)
      message.put(into, 'vehicle.vin', '\0\0')
    })
    assert.deepEqual(values, { timestamp: 1779019198, 'battery.voltage': 4.1 })
  })

  test('takes coordinates together or not at all, and never both zero', () => {
    assert.equal(
      built((into) => message.putPosition(into, 91, 10)),
      undefined,
    )
    assert.equal(
      built((into) => message.putPosition(into, 10, 181)),
      undefined,
    )
    assert.equal(
      built((into) => message.putPosition(into, 0, 0)),
      undefined,
    )
    assert.equal(
      built((into) => message.putPosition(into, Number.NaN, 1)),
      undefined,
    )
    assert.deepEqual(
      built((into) => message.putPosition(into, 0, 10)),
      {
        'position.latitude': 0,
        'position.longitude': 10,
      },
    )
  })

  test('rounds away conversion noise', () => {
    const values = built((into) => message.put(into, 'position.speed', 10 * 1.852))
    assert.deepEqual(values, { 'position.speed': 18.52 })
    assert.ok(Object.is(built((into) => message.put(into, 'x.acceleration', -0.00001))?.['x.acceleration'], 0))
  })

  test('rejects invalid keys, and keeps the keys that a device chose readable', () => {
    for (const name of ['', '__proto__', 'a.constructor', 'x'.repeat(200)]) {
      assert.equal(
        built((into) => message.putCustom(into, name, 1)),
        undefined,
        name,
      )
    }
    const values = built((into) => {
      message.putCustom(into, 'Батарея', '100 %')
      message.putCustom(into, 'Fuel Level', 7)
      message.putCustom(into, '101_521347', 3)
    })
    assert.deepEqual(values, { 'custom.batareya': '100 %', 'custom.fuel_level': 7, 'custom.101_521347': 3 })
  })

  test('has a limited number of keys', () => {
    const values = built((into) => {
      for (let index = 0; index < 1000; index++) message.putCustom(into, `p${index}`, index)
      message.putCustom(into, 'p0', 'replaced')
    })
    assert.equal(Object.keys(values!).length, message.keysMax)
    assert.equal(values!['custom.p0'], 'replaced')
  })

  test('removes characters from texts that no database accepts', () => {
    assert.equal(message.cleanText(' a\0b\u001bc\r\nd\ud800 '), 'abc  d\ufffd')
    assert.equal(message.cleanText('x'.repeat(10_000))?.length, message.textMax)
  })

  test('keeps integers that are not exact as text', () => {
    const values = built((into) => message.put(into, 'custom.id', 2n ** 63n))
    assert.deepEqual(values, { 'custom.id': '9223372036854775808' })
  })

  test('has the serving cell by name and its neighbours as a list, without padding', () => {
    const values = built((into) =>
      message.putCells(into, [
        { mcc: 246, mnc: 1, lac: 20, cellid: 300 },
        { mcc: 246, mnc: 1, lac: 0, cellid: 0 },
        { mcc: 246, mnc: 1, lac: 21, cellid: 301, dbm: -70 },
      ]),
    )
    assert.deepEqual(values, {
      'gsm.mcc': 246,
      'gsm.mnc': 1,
      'gsm.lac': 20,
      'gsm.cellid': 300,
      'gsm.cells': [
        { mcc: 246, mnc: 1, lac: 20, cellid: 300 },
        { mcc: 246, mnc: 1, lac: 21, cellid: 301, dbm: -70 },
      ],
    })
  })

  test('joins several alarms into one list of words', () => {
    const values = built((into) => {
      raise(into, 'sos')
      raise(into, 'low_battery')
      raise(into, 'sos')
    })
    assert.deepEqual(values, {
      'alarm.panic.status': true,
      'alarm.event': true,
      'alarm.type': 'sos,low_battery',
      'battery.low.alarm': true,
    })
  })
})
