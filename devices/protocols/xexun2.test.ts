import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { concat, hex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import xexun2 from './xexun2.ts'

const tcp = xexun2.start('tcp')

describe('xexun2', () => {
  test('rejects anything without an end, and anything that is not a packet', () => {
    assert.throws(() => xexun2.frame(concat(hex('faaf'), new Uint8Array(5000)), tcp), ProtocolError)
    assert.throws(() => xexun2.frame(hex('fabf'), tcp), ProtocolError)
    assert.throws(() => xexun2.decode(hex('faaf0014faaf'), tcp, receivedAt), ProtocolError)
  })

  test('records longer than the packet are an error, not an allocation', () => {
    const body = hex('ff ffff')
    const sum = ~(0xff * 3) & 0xffff
    const frame = concat(hex('faaf 0014 0004 8622050512345670 0003'), [sum >> 8, sum & 0xff], body, hex('faaf'))
    assert.throws(() => xexun2.decode(frame, tcp, receivedAt), ProtocolError)
  })
})
