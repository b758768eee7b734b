import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, hex } from '../bytes/bytes.ts'
import { draft } from '../message.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import { prefixed } from './binary.ts'
import { binary, columns, flag, putBits, putFields, times } from './fields.ts'
import { opensJointech } from './jointech.ts'
import { defineLines } from './lines.ts'
import { lonLatOf } from './lonlat.ts'
import { nmeaSum, putRmc } from './nmea.ts'
import { anyOf, digits, except, opening } from './opening.ts'

describe('an opening', () => {
  const one = opening('$', digits(2, 4), ',', except(',', 1, 5), ',')

  test('is sure once all its steps match, and waits while they still can', () => {
    assert.equal(one(ascii('$123,ab,rest')), 'yes')
    for (const start of ['$', '$1', '$1234', '$123,', '$123,abcd']) assert.equal(one(ascii(start)), 'more', start)
    for (const start of ['#', '$a', '$1,', '$12345', '$123,,', '$123,abcdef'])
      assert.equal(one(ascii(start)), 'no', start)
  })

  test('can have alternatives', () => {
    const both = anyOf(opening('ab'), opening('ac', digits(1)))
    assert.equal(both(ascii('ab')), 'yes')
    assert.equal(both(ascii('ac')), 'more')
    assert.equal(both(ascii('ad')), 'no')
  })
})

describe('lines', () => {
  const lines = defineLines({
    opening: opening('x'),
    end: '##',
    frameBytesMax: 8,
    read: ({ text }) => ({ ident: text }),
  })

  test('end with their terminator, and everything between them is skipped', () => {
    assert.equal(lines.frame(ascii('\r\n'), {}), 1)
    assert.equal(lines.frame(ascii('abc#'), {}), 0)
    assert.equal(lines.frame(ascii('abc##d'), {}), 5)
    assert.equal(lines.decode(ascii(' abc##'), {}, receivedAt).ident, 'abc')
    assert.deepEqual(lines.decode(ascii('\r'), {}, receivedAt), {})
    assert.throws(() => lines.frame(ascii('abcdefghi'), {}), ProtocolError)
  })
})

describe('fields', () => {
  test('go where the table says, and empty ones are skipped', () => {
    const into = draft()
    putFields(
      into,
      ['12', '', 'x', '1', '1200', 'on', '0101'],
      [
        'position.satellites',
        'position.hdop',
        undefined,
        'door.open.status',
        times('battery.voltage', 0.001),
        flag('din.1', 'on'),
        binary('din'),
      ],
    )
    assert.deepEqual(into.values, {
      'position.satellites': 12,
      'door.open.status': true,
      'battery.voltage': 1.2,
      'din.1': true,
      din: 5,
    })
  })

  test('of a mask are states or alarms, up to the highest bit', () => {
    const into = draft()
    putBits(into, 0x8000_0001, { 0: 'din.1', 1: 'din.2', 31: { alarm: 'sos' } })
    assert.deepEqual(into.values, {
      'din.1': true,
      'din.2': false,
      'alarm.panic.status': true,
      'alarm.event': true,
      'alarm.type': 'sos',
    })
  })

  test('in columns are split, unless one is missing', () => {
    assert.deepEqual(columns('abcdef', 1, 2), ['a', 'bc'])
    assert.equal(columns('ab', 1, 2), undefined)
  })

  test('of a sentence without a fix make no position', () => {
    const into = draft()
    putRmc(into, '115958,A,0000.0000,N,00000.0000,E,,,170526'.split(','))
    assert.deepEqual(into.values, { timestamp: 1779019198, 'position.valid': false })
    assert.equal(nmeaSum('ECHK,MSG00002,0'), '5E')
  })
})

test('a packet with a length waits for all of it, and an impossible length is rejected', () => {
  const length = prefixed({ start: [0x24, 0x24], at: 2, size: 2, isLittle: true, plus: 4, max: 64 })
  assert.equal(length(hex('2424')), 0)
  assert.equal(length(hex('2424 0200 aa')), 0)
  assert.equal(length(hex('2424 0200 aabb cc')), 6)
  assert.throws(() => length(hex('2425')), ProtocolError)
  assert.throws(() => length(hex('2424 ff00')), ProtocolError)
})

test('Wondex and IntelliTrac lines differ after the event, and are not recognised before it', () => {
  const line = '1010000002,20260517115958,25.279800,54.687157,20,157,0,7,0,'
  const whose = (text: string, link: 'tcp' | 'udp' = 'tcp') =>
    (['wondex', 'intellitrac'] as const).map((name) => lonLatOf(name)(ascii(text), link)).join(' ')
  for (const start of [line.slice(0, 12), line, `${line}11`, `${line}11,1`]) assert.equal(whose(start), 'more more')
  assert.equal(whose(`${line}11,15,0.096,`), 'no yes')
  assert.equal(whose(`${line}11,15\r\n`), 'no yes')
  assert.equal(whose(`${line}11,15`, 'udp'), 'no yes')
  assert.equal(whose(`${line}0.0,`), 'yes no')
  assert.equal(whose(`${line}695,1002.6,`), 'yes no')
  assert.equal(whose(`${line.slice(0, -1)}\r\n`), 'yes no')
})

test('Jointech and H02 packets differ in length and date', () => {
  const place = '170526115958 54412294 0251678807 2b2d'
  assert.ok(opensJointech(hex(`24 3101223002 11 001b ${place}`)))
  assert.ok(opensJointech(hex(`24 7560405553 16 11 0023 ${place}`)))
  assert.ok(!opensJointech(hex('24 3101223002 115958 170526 54412294 00 0251678807 2b2d')))
  assert.ok(!opensJointech(hex('24 7560405553 161100 230526 54412294 00 0251678807 2b2d')))
})
