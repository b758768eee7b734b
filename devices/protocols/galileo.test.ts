import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, concat, hex, le16, toHex } from '../bytes/bytes.ts'
import { crc16Modbus } from '../bytes/checksum.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import galileo from './galileo.ts'

const fresh = galileo.start('tcp')

describe('galileo', () => {
  test('refuses a length no packet has, before the packet is there', () => {
    assert.throws(() => galileo.frame(hex('01ff7f'), fresh), ProtocolError)
    assert.throws(() => galileo.frame(hex('02'), fresh), ProtocolError)
  })

  test('sends a text to a terminal that has identified itself', () => {
    assert.equal(galileo.encode!({ kind: 'text', text: 'status' }, fresh), undefined)
    const state = { ident: '123456789012345', device: 0 }
    const expected = '01200003313233343536373839303132333435040000e000000000e1067374617475731f64'
    assert.equal(toHex(galileo.encode!({ kind: 'text', text: 'status' }, state)!), expected)
    assert.equal(galileo.encode!({ kind: 'text', text: 'x'.repeat(256) }, state), undefined)
    assert.equal(galileo.encode!({ kind: 'engine.stop' }, state), undefined)
  })

  test('a truncated value is an error', () => {
    const head = hex('01040020010203')
    const frame = concat(head, le16(crc16Modbus(head)))
    assert.throws(() => galileo.decode(frame, fresh, receivedAt), ProtocolError)
  })

  test('ignores the first packets of other protocols', () => {
    assert.equal(galileo.recognise(hex('0100020b0025003a5701c9'), 'tcp'), 'no')
    assert.equal(galileo.recognise(concat(hex('000f'), ascii('356307042441013')), 'tcp'), 'no')
    assert.equal(galileo.recognise(hex('0117 0001440f32b21735 01 00'), 'tcp'), 'no')
  })
})
