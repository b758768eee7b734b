import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, latin1 } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import gps103 from './gps103.ts'

const fresh = gps103.start('tcp')
const ident = '356307042441013'

describe('gps103', () => {
  test('commands are addressed to the tracker of the connection', () => {
    const { state } = gps103.decode(ascii(`##,imei:${ident},A;`), fresh, receivedAt)
    const sent = (kind: 'engine.stop' | 'engine.resume' | 'position' | 'reboot') => {
      const bytes = gps103.encode!({ kind }, state!)
      return bytes && latin1(bytes)
    }
    assert.equal(sent('engine.stop'), `**,imei:${ident},J;`)
    assert.equal(sent('engine.resume'), `**,imei:${ident},K;`)
    assert.equal(sent('position'), `**,imei:${ident},B;`)
    assert.equal(sent('reboot'), undefined)
    assert.equal(latin1(gps103.encode!({ kind: 'text', text: 'C,30s' }, state!)!), `**,imei:${ident},C,30s;`)
    assert.equal(gps103.encode!({ kind: 'position' }, fresh), undefined)
  })

  test('the day of a time in UTC is the nearest to the local time, on either side of Greenwich', () => {
    const moments = [
      ['260517235000', '045000.000', '2026-05-18T04:50:00Z'],
      ['260518013000', '223000.000', '2026-05-17T22:30:00Z'],
      ['260101003000', '183000', '2025-12-31T18:30:00Z'],
      ['2605171200', '120001.250', '2026-05-17T12:00:01.250Z'],
    ] as const
    for (const [local, utc, expected] of moments) {
      const frame = ascii(`imei:${ident},tracker,${local},,F,${utc},A,5441.2294,N,02516.7880,E,0,0;`)
      const { messages } = gps103.decode(frame, fresh, receivedAt)
      assert.equal(messages?.[0]?.timestamp, Date.parse(expected) / 1000)
    }
  })

  test('refuses a line that is no frame, and one without an end', () => {
    assert.throws(() => gps103.decode(ascii('hello;'), fresh, receivedAt), ProtocolError)
    assert.throws(() => gps103.frame(new Uint8Array(2048).fill(0x31), fresh), ProtocolError)
    assert.equal(gps103.recognise(ascii('#L#356307042441013'), 'tcp'), 'no')
    assert.equal(gps103.recognise(ascii('356307042441013,260517'), 'tcp'), 'no')
  })
})
