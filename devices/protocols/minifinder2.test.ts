import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import minifinder2 from './minifinder2.ts'

const state = minifinder2.start('tcp')

describe('minifinder2', () => {
  test('rejects impossible lengths, and anything that is not a packet', () => {
    for (const start of ['ab10ffff', '7878']) {
      assert.throws(() => minifinder2.frame(hex(start), state), ProtocolError, start)
    }
    for (const frame of ['ab10', 'ab10000000000000', 'ab10050000000100 7f0100']) {
      assert.throws(() => minifinder2.decode(hex(frame), state, receivedAt), ProtocolError, frame)
    }
  })
})
