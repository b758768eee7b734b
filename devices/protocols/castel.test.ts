import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import castel from './castel.ts'

const state = castel.start('tcp')

describe('castel', () => {
  test('rejects impossible lengths before the packet arrives', () => {
    for (const start of ['4040ffff', '40400000', '40401d00', '0000']) {
      assert.throws(() => castel.frame(hex(start), state), ProtocolError, start)
    }
  })

  test('a packet without an id is an error', () => {
    assert.throws(() => castel.decode(hex('40401f0004'), state, receivedAt), ProtocolError)
  })

  test('ignores packets of other protocols', () => {
    assert.equal(castel.recognise(hex('2424006061'), 'tcp'), 'more')
    assert.equal(castel.recognise(hex('24240060612345'), 'tcp'), 'no')
    assert.equal(castel.recognise(hex('40501e'), 'tcp'), 'no')
  })
})
