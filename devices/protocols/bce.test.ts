import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { concat, hex } from '../bytes/bytes.ts'
import { sum8 } from '../bytes/checksum.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import bce from './bce.ts'

const state = bce.start('tcp')
// The example of the document.
const packet = hex('afb7ac79f03f0100 0900 a581 06d67a765100f0 f7')

describe('bce', () => {
  test('confirms as the document says, with the key without its highest bit', () => {
    assert.equal(bce.frame(packet, state), packet.length)
    const { ident, reply } = bce.decode(packet, state, receivedAt)
    assert.equal(ident, '351777042773935')
    assert.deepEqual(reply, hex('afb7ac79f03f0100 0200 1901 d7'))
  })

  test('does not reply to a packet with a wrong sum, unless it is set to be ignored', () => {
    const broken = concat(packet.subarray(0, -1), [0])
    assert.deepEqual(bce.decode(broken, state, receivedAt), {})
    assert.ok(bce.decode(broken, state, receivedAt, { settings: { checksum: 'ignore' } }).reply)
  })

  test('rejects a packet for which no sum matches', () => {
    const block = hex('0200 c100')
    const blocks = concat(hex('afb7ac79f03f0100'), ...Array.from({ length: 9 }, () => block), [0])
    assert.notEqual(sum8(blocks, 0, 12), block[0], 'the sum does not fit by chance')
    assert.throws(() => bce.frame(blocks, state), ProtocolError)
    assert.throws(() => bce.frame(hex('afb7ac79f03f0100 ffff a5'), state), ProtocolError)
    assert.throws(() => bce.frame(hex('afb7ac79f03f0100 0000 a5'), state), ProtocolError)
  })
})
