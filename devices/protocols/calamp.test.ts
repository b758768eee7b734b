import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import calamp from './calamp.ts'

const state = calamp.start('udp')

describe('calamp', () => {
  test('a message cut short is an error', () => {
    for (const frame of ['83', '830545', '83 05 4532104183 01 01 01 02 0007 6a09adbe', '09 02 0007']) {
      assert.throws(() => calamp.decode(hex(frame), state, receivedAt), ProtocolError, frame)
    }
  })

  test('ignores datagrams of other protocols', () => {
    assert.equal(calamp.recognise(hex('01020007'), 'udp'), 'no')
    assert.equal(calamp.recognise(hex('8305453210418301010902000700'), 'udp'), 'no')
    assert.equal(calamp.recognise(hex('82010101020007'), 'udp'), 'no')
  })
})
