import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, concat, hex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import cellocator from './cellocator.ts'

const state = cellocator.start('tcp')
const packet = (words: string) => concat(ascii('MCGP'), hex(words))

describe('cellocator', () => {
  test('rejects types whose length is not known', () => {
    assert.throws(() => cellocator.frame(packet('63 39300000 0000 01 0000 00'), state), ProtocolError)
    assert.throws(() => cellocator.frame(ascii('MCGX'), state), ProtocolError)
  })

  test('a status cut short is an error', () => {
    const frame = packet('00 39300000 4018 33 14 24')
    assert.throws(
      () => cellocator.decode(frame, state, receivedAt, { settings: { checksum: 'ignore' } }),
      ProtocolError,
    )
  })
})
