import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { concat, hex, toHex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import teltonika from './teltonika.ts'

const tcp = teltonika.start('tcp')

describe('teltonika', () => {
  test('rejects an impossible length before the packet arrives', () => {
    for (const start of ['00000000ffffffff', '0000000000010000', '0000000000000000', '0000000100000010', '0fff']) {
      assert.throws(() => teltonika.frame(hex(start), tcp), ProtocolError, start)
    }
  })

  test('an impossible number of records is an error, not an allocation', () => {
    const frame = hex('00000000 00000003 08ff01 00000000')
    const trusting = { settings: { checksum: 'ignore' } }
    assert.throws(() => teltonika.decode(frame, tcp, receivedAt, trusting), ProtocolError)
  })

  test('a command is sent in codec 12', () => {
    // The example "getinfo" on the maker's page about codec 12.
    const expected = '000000000000000f0c010500000007676574696e666f0100004312'
    assert.equal(toHex(teltonika.encode!({ kind: 'text', text: 'getinfo' }, tcp)!), expected)
    assert.ok(teltonika.encode!({ kind: 'engine.stop' }, tcp))
  })

  test('what we send as a command can be decoded as one', () => {
    const frame = teltonika.encode!({ kind: 'text', text: 'getver' }, tcp)!
    assert.equal(teltonika.frame(concat(frame, [0]), tcp), frame.length)
    const { messages } = teltonika.decode(frame, tcp, receivedAt)
    assert.equal(messages?.[0]?.['message.content'], 'getver')
  })
})
