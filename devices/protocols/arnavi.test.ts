import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, hex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import arnavi from './arnavi.ts'

const state = arnavi.start('tcp')

describe('arnavi', () => {
  test('rejects anything but a login, a package or a line', () => {
    for (const bytes of [hex('ff26'), hex('7b00'), ascii('x')]) {
      assert.throws(() => arnavi.frame(bytes, state), ProtocolError)
      assert.throws(() => arnavi.decode(bytes, state, receivedAt), ProtocolError)
    }
    assert.throws(() => arnavi.decode(ascii('$AX,V4,1,2*00'), state, receivedAt), ProtocolError)
    assert.equal(arnavi.recognise(hex('ff26'), 'tcp'), 'no')
  })

  test('a record longer than a package may be is rejected before it arrives', () => {
    assert.throws(() => arnavi.frame(hex(`5b01 01ffff ${'00'.repeat(20)}`), state), ProtocolError)
    assert.equal(arnavi.frame(hex('5b01 012800'), state), 0)
  })

  test('a line that never ends is rejected', () => {
    assert.throws(() => arnavi.frame(ascii(`$AV,${'0'.repeat(1100)}`), state), ProtocolError)
  })
})
