import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ascii } from './bytes.ts'
import { crc8, crc16Arc, crc16Ccitt, crc16Kermit, crc16Modbus, crc16X25, crc16Xmodem, sum8, xor8 } from './checksum.ts'

// The check values of the CRC catalogue, for the digits 1 to 9.
const known = [
  [crc16Arc, 0xbb3d],
  [crc16Modbus, 0x4b37],
  [crc16X25, 0x906e],
  [crc16Kermit, 0x2189],
  [crc16Xmodem, 0x31c3],
  [crc16Ccitt, 0x29b1],
  [crc8, 0xf7],
  [xor8, 0x31],
  [sum8, 0xdd],
] as const

for (const [checksum, value] of known) {
  test(`the check value ${value.toString(16)}, even in the middle of other bytes`, () => {
    assert.equal(checksum(ascii('123456789')), value)
    assert.equal(checksum(ascii('xx123456789yy'), 2, 11), value)
  })
}
