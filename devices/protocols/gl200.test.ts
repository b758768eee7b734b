import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, concat, hex, textOf } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import gl200 from './gl200.ts'

const tcp = gl200.start('tcp')
const decode = (text: string) => gl200.decode(ascii(text), tcp, receivedAt)

describe('gl200', () => {
  test('rejects bytes that cannot become a report, before all of them arrive', () => {
    for (const start of [
      '*HQ,8699',
      '+XYZ\x01\x02\x03\x04',
      '+RSP\x01\x00\x00\x00\x00\xff\xff',
      '+HBD\xff\x01\x00\x00',
    ]) {
      const bytes = Uint8Array.from(start, (letter) => letter.charCodeAt(0))
      assert.throws(() => gl200.frame(bytes, tcp), ProtocolError, start)
    }
    assert.throws(() => gl200.frame(concat(ascii('+RESP:GT'), new Uint8Array(5000).fill(44)), tcp), ProtocolError)
  })

  test('a report ends with a dollar sign or a NUL', () => {
    const text = '+RESP:GTPNA,1A0401,869999001234567,,20260517120000,00A7'
    assert.equal(gl200.frame(ascii(`${text}$+RESP`), tcp), text.length + 1)
    assert.equal(gl200.frame(ascii(`${text}\0+RESP:GT$`), tcp), text.length + 1)
    assert.equal(gl200.frame(ascii(text), tcp), 0)
  })

  test('an impossible number of positions gives no position', () => {
    const body = hex('45 0102 0209 56 63 63 00 0c 22 38 07 0f 01 002b05 005a 0070 07ea05110c0000 00a7 1234 0d0a')
    const frame = concat(ascii('+RSP'), hex('0b 000007bf'), [0, 11 + body.length], body)
    const { messages } = gl200.decode(frame, tcp, receivedAt)
    assert.deepEqual(messages, [{ 'message.type': 'RSP', 'event.enum': 0x0b }])
  })

  const alarms = [
    ['GTSOS', 'sos'],
    ['GTTOW', 'towing'],
    ['GTSPD', 'overspeed'],
    ['GTMPF', 'power_cut'],
    ['GTEPN', 'power_restored'],
    ['GTJDR', 'jamming'],
    ['GTCRA', 'crash'],
    ['GTPFA', 'power_off'],
  ] as const
  for (const [report, alarm] of alarms) {
    test(`${report} raises ${alarm}`, () => {
      const { messages } = decode(`+RESP:${report},1A0401,869999001234567,,20260517120000,00A7$`)
      assert.equal(messages?.[0]?.['alarm.type'], alarm)
    })
  }

  test('an old report without a version gives a position and nothing else', () => {
    const place = '1,0.0,354,18.5,18.821100,-34.084002,20260517115958,0655,0001,00DD,1CAE,00'
    const { ident, messages } = decode(`+RESP:GTTRI,869999001234567,1,0,99,${place},0103010100,20260517120000,3E7D$`)
    assert.equal(ident, '869999001234567')
    assert.equal(messages?.[0]?.['position.latitude'], -34.084002)
    assert.deepEqual(decode('+RESP:GTINF,869999001234567,8937,18,99,100,1,20260517120000,00EE$').messages, [])
  })

  test('only a valid count is returned', () => {
    assert.equal(decode('+RESP:GTPNA,1A0401,869999001234567,,20260517120000,<script>$').reply, undefined)
    assert.equal(decode('+ACK:GTHBD,1A0401,869999001234567,,20260517120000,$').reply, undefined)
  })

  test('signal and charging of a large portable tracker are not taken for satellites', () => {
    const place = '2,0.0,0,36.9,25.279800,54.687157,20260517115958,0234,0015,0135,34A1'
    const { messages } = decode(`+RESP:GTFRI,DE0115,869999001234567,,0,0,1,${place},19,0,,79,1,,,20260517120000,184D$`)
    assert.equal(messages?.[0]?.['position.satellites'], undefined)
    assert.equal(messages?.[0]?.['battery.level'], 79)
  })

  test('a command is sent as it is written', () => {
    const text = 'AT+GTRTO=gl300,3,,,,,,0001$'
    assert.equal(textOf(gl200.encode!({ kind: 'text', text }, tcp)!), text)
    assert.equal(gl200.encode!({ kind: 'reboot' }, tcp), undefined)
  })
})
