import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, concat, hex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import dmt from './dmt.ts'

const state = dmt.start('tcp')

describe('dmt', () => {
  test('rejects other beginnings and impossible lengths', () => {
    assert.throws(() => dmt.frame(hex('0256000000'), state), ProtocolError)
    assert.throws(() => dmt.frame(hex('025504ffff'), state), ProtocolError)
    assert.throws(() => dmt.decode(hex('0356000000'), state, receivedAt), ProtocolError)
  })

  test('a hello without an IMEI is an error', () => {
    const data = concat(hex('001b0000'), ascii('86100000000002X\0'))
    assert.throws(() => dmt.decode(concat(hex('025500'), [data.length, 0], data), state, receivedAt), ProtocolError)
  })

  test('records longer than the packet are an error', () => {
    assert.throws(() => dmt.decode(hex('025504 0300 ff0000'), state, receivedAt), ProtocolError)
    assert.throws(() => dmt.decode(hex('025504 0300 000000'), state, receivedAt), ProtocolError)
  })
})
