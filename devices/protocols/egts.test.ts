import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import egts from './egts.ts'

const fresh = egts.start('tcp')
const trusting = { settings: { checksum: 'ignore' } }

describe('egts', () => {
  test('refuses heads no packet has', () => {
    assert.throws(() => egts.frame(hex('0100020c0025003a5701c9'), fresh), ProtocolError)
    assert.throws(() => egts.frame(hex('02'), fresh), ProtocolError)
    assert.throws(() => egts.decode(hex('0100020b0025003a5701c9'), fresh, receivedAt), ProtocolError)
  })

  test('a record that is longer than its packet is an error', () => {
    const frame = hex('0100000b0007000700 01 00 ffff0100000202 0000')
    assert.throws(() => egts.decode(frame, fresh, receivedAt, trusting), ProtocolError)
  })

  test('a terminal without an IMEI is identified by its number', () => {
    const frame = hex('0100000b000f000700 01 00 0800 0100 00 01 01 01 0500 39300000 00 0000')
    assert.equal(egts.decode(frame, fresh, receivedAt, trusting).ident, '12345')
  })

  test('is sure only of a header with a correct checksum', () => {
    assert.equal(egts.recognise(hex('0100020b0025003a5701c9'), 'tcp'), 'yes')
    assert.equal(egts.recognise(hex('0100020b0025003a5701c8'), 'tcp'), 'no')
    assert.equal(egts.recognise(hex('0100020b00'), 'tcp'), 'more')
    assert.equal(egts.recognise(hex('01178001'), 'tcp'), 'no')
  })
})
