import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ProtocolError } from '../protocol.ts'
import * as bytes from './bytes.ts'

describe('byte readers', () => {
  test('read in both byte orders and never beyond the end', () => {
    const input = bytes.reader(bytes.hex('01 0203 040506 0708090a 0b0c 0d'))
    assert.equal(bytes.u8(input), 1)
    assert.equal(bytes.u16(input), 0x0203)
    assert.equal(bytes.u24(input), 0x040506)
    assert.equal(bytes.u32le(input), 0x0a090807)
    assert.equal(bytes.u16le(input), 0x0c0b)
    assert.equal(bytes.left(input), 1)
    assert.throws(() => bytes.u16(input), ProtocolError)
    assert.throws(() => bytes.take(input, -1), ProtocolError)
  })

  test('a part ends where its length says', () => {
    const input = bytes.reader(bytes.hex('0102 03'))
    const inner = bytes.part(input, 2)
    assert.equal(bytes.u16(inner), 0x0102)
    assert.throws(() => bytes.u8(inner), ProtocolError)
    assert.equal(bytes.u8(input), 3)
  })

  test('read numbers of unusual sizes', () => {
    assert.equal(bytes.uint(bytes.reader(bytes.hex('010203040506')), 6), 0x010203040506)
    assert.equal(bytes.uint(bytes.reader(bytes.hex('ffffffffffffffff')), 8), 2n ** 64n - 1n)
  })

  test('an IMEI in BCD loses its leading zero', () => {
    assert.equal(bytes.bcdImei(bytes.hex('0356307042441013')), '356307042441013')
    assert.equal(bytes.bcd(bytes.hex('12 3a')), undefined)
  })

  test('a declared length above the limit is rejected before anything is buffered', () => {
    assert.throws(() => bytes.checkedLength(0xffff_ffff, 4096), ProtocolError)
  })
})
