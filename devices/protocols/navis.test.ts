import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, hex, toHex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import navis from './navis.ts'

const fresh = navis.start('tcp')

describe('navis', () => {
  test('rejects records before their fields are agreed, and impossible lengths', () => {
    assert.throws(() => navis.frame(hex('7e4101'), fresh), ProtocolError)
    assert.throws(() => navis.frame(hex('7e5a'), fresh), ProtocolError)
    assert.throws(() => navis.frame(hex('404e5443 01000000 00000000 ffff 00 00'), fresh), ProtocolError)
    assert.throws(() => navis.frame(hex('7e58 00000000 ffff'), fresh), ProtocolError)
  })

  test('an impossible number of records is an error', () => {
    const state = { ...fresh, fields: [1] }
    assert.throws(
      () => navis.decode(hex('7e41ff0000000000'), state, receivedAt, { settings: { checksum: 'ignore' } }),
      ProtocolError,
    )
  })

  test('sends a command as it is, or with the command marker before it', () => {
    const expected = '404e544300000000010000000b004f5c2a215345544f5554203159'
    assert.equal(toHex(navis.encode!({ kind: 'text', text: '*!SETOUT 1Y' }, fresh)!), expected)
    assert.equal(toHex(navis.encode!({ kind: 'text', text: 'SETOUT 1Y' }, fresh)!), expected)
    assert.equal(navis.encode!({ kind: 'reboot' }, fresh), undefined)
  })

  test('an ident that is not a number is an error', () => {
    const frame = hex('404e5443010000000000000005006a322a3e533a78')
    assert.throws(() => navis.decode(frame, fresh, receivedAt, { settings: { checksum: 'ignore' } }), ProtocolError)
    assert.equal(navis.recognise(ascii('@NT'), 'tcp'), 'more')
    assert.equal(navis.recognise(ascii('@@'), 'tcp'), 'no')
  })
})
