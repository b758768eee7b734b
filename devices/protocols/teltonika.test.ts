import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { concat, hex, toHex } from '../bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import teltonika from './teltonika.ts'

const tcp = teltonika.start('tcp')

describe('teltonika', () => {
  test('refuses a length no packet has, before the packet is there', () => {
    for (const start of ['00000000ffffffff', '0000000000010000', '0000000000000000', '0000000100000010', '0fff']) {
      assert.throws(() => teltonika.frame(hex(start), tcp), ProtocolError, start)
    }
  })

  test('a number of records that the bytes cannot hold is an error, not an allocation', () => {
    const frame = hex('00000000 00000003 08ff01 00000000')
    const trusting = { settings: { checksum: 'ignore' } }
    assert.throws(() => teltonika.decode(frame, tcp, receivedAt, trusting), ProtocolError)
  })

  test('a command goes out in codec 12', () => {
    // The example "getinfo" of the maker's page on codec 12.
    const expected = '000000000000000f0c010500000007676574696e666f0100004312'
    assert.equal(toHex(teltonika.encode!({ kind: 'text', text: 'getinfo' }, tcp)!), expected)
    assert.ok(teltonika.encode!({ kind: 'engine.stop' }, tcp))
  })

  test('what we send as a command reads back as one', () => {
    const frame = teltonika.encode!({ kind: 'text', text: 'getver' }, tcp)!
    assert.equal(teltonika.frame(concat(frame, [0]), tcp), frame.length)
    const { messages } = teltonika.decode(frame, tcp, receivedAt)
    assert.equal(messages?.[0]?.['message.content'], 'getver')
  })
})
