import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, hex, toHex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import t800x from './t800x.ts'

const fresh = t800x.start('tcp')

describe('t800x', () => {
  test('rejects impossible lengths', () => {
    for (const start of ['252502ffff', '252502000e', '2526', '78']) {
      assert.throws(() => t800x.frame(hex(start), fresh), ProtocolError, start)
    }
    assert.throws(() => t800x.decode(hex('252502000f0001'), fresh, receivedAt), ProtocolError)
  })

  test('sends a text in the family of the tracker', () => {
    const state = { family: 0x23, imei: hex('0123456789012345') }
    const expected = '232381001e000101234567890123450152454c41592c303030302c4f6e23'
    assert.equal(toHex(t800x.encode!({ kind: 'text', text: 'RELAY,0000,On#' }, state)!), expected)
    assert.equal(t800x.encode!({ kind: 'text', text: 'RELAY,0000,On#' }, fresh), undefined)
    assert.equal(t800x.encode!({ kind: 'engine.stop' }, state), undefined)
  })

  test('ignores text that begins with the same letters', () => {
    assert.equal(t800x.recognise(ascii('##,imei:356307042441013,A;'), 'tcp'), 'no')
    assert.equal(t800x.recognise(ascii('##'), 'tcp'), 'more')
  })
})
