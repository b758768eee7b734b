import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, latin1 } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import wialon from './wialon.ts'

const old = wialon.start('tcp')

describe('wialon', () => {
  test('rejects what does not begin like a line, and endless lines', () => {
    assert.throws(() => wialon.frame(ascii('GET / HTTP/1.1\r\n'), old), ProtocolError)
    assert.throws(() => wialon.frame(ascii(`#D#${'x'.repeat(70_000)}`), old), ProtocolError)
    assert.throws(() => wialon.frame(ascii('#I#99999999;0;1;NA;NA;x\r\n'), old), ProtocolError)
    assert.throws(() => wialon.decode(ascii('#D\r\n'), old, receivedAt), ProtocolError)
  })

  test('an ident must be valid', () => {
    for (const login of ['#L#;x', '#L#a b;x', `#L#${'9'.repeat(65)};x`]) {
      assert.throws(() => wialon.decode(ascii(login), old, receivedAt), ProtocolError, login)
    }
  })

  test('an impossible value is left out and the record is kept', () => {
    const record = '#SD#170526;115958;9941.22942;N;02516.788;E;43;400;112;9'
    const { messages } = wialon.decode(ascii(record), old, receivedAt)
    assert.deepEqual(messages, [
      {
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 43,
        'position.altitude': 112,
        'position.satellites': 9,
      },
    ])
  })

  test('a text to the driver has a checksum if the tracker uses version 2', () => {
    const { state } = wialon.decode(ascii('#L#2.0;1;NA;x'), old, receivedAt, { settings: { checksum: 'ignore' } })
    assert.equal(latin1(wialon.encode!({ kind: 'text', text: 'Call me' }, old)!), '#M#Call me\r\n')
    const line = wialon.encode!({ kind: 'text', text: 'Call me' }, state!)!
    assert.equal(wialon.decode(line, state!, receivedAt).messages?.[0]?.['driver.message'], 'Call me')
    assert.equal(wialon.encode!({ kind: 'reboot' }, old), undefined)
  })
})
