import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { concat, hex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { recognise } from '../recognition.ts'
import { receivedAt } from '../sample.ts'
import topin from './topin.ts'

const tcp = topin.start('tcp')

describe('topin', () => {
  test('a GT06 login is left to GT06, however it arrives', () => {
    const login = hex('78780d01 0359339075416963 0001 8cdd 0d0a')
    for (let size = 1; size <= login.length; size++) {
      assert.notEqual(topin.recognise(login.subarray(0, size), 'tcp'), 'yes', `${size}`)
    }
    const found = recognise(login, 'tcp')
    assert.equal(typeof found === 'string' ? found : found.name, 'gt06')
  })

  test('rejects anything without an end, and anything that is not a packet', () => {
    assert.throws(() => topin.frame(concat(hex('78780d08'), new Uint8Array(2000)), tcp), ProtocolError)
    assert.throws(() => topin.frame(hex('7979'), tcp), ProtocolError)
    assert.throws(() => topin.decode(hex('787801'), tcp, receivedAt), ProtocolError)
    assert.throws(() => topin.decode(hex('78780117 260517 0d0a'), tcp, receivedAt), ProtocolError)
  })
})
