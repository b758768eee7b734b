import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { concat, hex, toHex } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'
import { receivedAt } from '../sample.ts'
import gt06 from './gt06.ts'

const state = gt06.start('tcp')

describe('gt06', () => {
  test('rejects anything that does not begin or end like a packet', () => {
    assert.throws(() => gt06.frame(hex('7879'), state), ProtocolError)
    assert.throws(() => gt06.frame(hex('2323'), state), ProtocolError)
    assert.throws(() => gt06.frame(hex('7979 ffff 21'), state), ProtocolError)
    assert.throws(() => gt06.frame(hex('7878 05 13 0001 0000 ffff ffff'), state), ProtocolError)
  })

  test('splits the packets of clones whose length leaves something out', () => {
    const withoutCrc = hex('7878 08 13 4606020002 044d c505 0d0a')
    const contentOnly = hex('7878 12 10 1a05110b3b3a c9 05de0713 02b65498 2b 145a 0d0a')
    for (const frame of [withoutCrc, contentOnly]) {
      assert.equal(gt06.frame(concat(frame, [0x78, 0x78]), state), frame.length)
    }
    assert.equal(gt06.decode(contentOnly, state, receivedAt).messages?.[0]?.['position.direction'], 90)
  })

  test('a command has the envelope of any packet', () => {
    // "sos#" of the document JM-VL03, section Online Command, with serial 1.
    const expected = '78780e800800000000736f732300016d6a0d0a'
    assert.equal(toHex(gt06.encode!({ kind: 'text', text: 'sos#' }, state)!), expected)
    const frame = gt06.encode!({ kind: 'engine.stop', id: 7 }, state)!
    assert.equal(gt06.frame(frame, state), frame.length)
    assert.equal(gt06.encode!({ kind: 'text', text: 'x'.repeat(300) }, state), undefined)
  })

  test('a zone west of Greenwich moves local times forward', () => {
    const login = hex('7878 11 01 0356307042441013 1001 190a 0001 0000 0d0a')
    const { state: west } = gt06.decode(login, state, receivedAt)
    const location = hex('7878 19 10 1a05110b3b3a c9 05de0713 02b65498 2b 145a 0000 0001 0000 0d0a')
    const { messages } = gt06.decode(location, west!, receivedAt)
    assert.equal(messages?.[0]?.timestamp, 1779019198 + 4 * 3600)
    const told = gt06.decode(location, west!, receivedAt, { settings: { utc_offset_minutes: 60 } })
    assert.equal(told.messages?.[0]?.timestamp, 1779019198 - 3600)
  })

  // A genuine login whose serial ends with 0D and whose CRC begins with 0A must not be cut after 15 bytes.
  test('distinguishes a short login from a genuine one that looks like it', () => {
    assert.equal(gt06.frame(hex('7878 0d 01 0356307042441013 4d 0d0a'), state), 15)
    assert.equal(gt06.recognise(hex('7878 0d 01 0356307042441013 4d 0d0a'), 'tcp'), 'no')
  })
})
