/** Eview over TCP: packets of one record with the IMEI, its status, the position, and the beacons in range. */
import { type Encoder, exactly, type NumberedFix } from '../encoder.ts'

/** CRC-16/XMODEM, which takes the highest bit first. */
function crc16Xmodem(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}

function packet(flags: number, number: number, body: Buffer): Buffer {
  const head = Buffer.of(0xab, flags, 0, 0, 0, 0, 0, 0)
  head.writeUInt16LE(body.length, 2)
  head.writeUInt16LE(crc16Xmodem(body), 4)
  head.writeUInt16LE(number & 0xffff, 6)
  return Buffer.concat([head, body])
}

const key = (number: number, value: Buffer) => Buffer.concat([Buffer.of(value.length + 1, number), value])

/** Time; flags, of which the highest byte is the battery. */
function status(fix: NumberedFix): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE(fix.at, 0)
  bytes.writeUInt32LE(((fix.speedKmh > 0 ? 0x0200 : 0) | (0x12 << 19) | (90 << 24)) >>> 0, 4)
  return bytes
}

/** Latitude, longitude, speed, course, altitude, precision, metres, satellites. */
function place(fix: NumberedFix): Buffer {
  const bytes = Buffer.alloc(21)
  bytes.writeInt32LE(Math.round(fix.latitude * 1e7), 0)
  bytes.writeInt32LE(Math.round(fix.longitude * 1e7), 4)
  bytes.writeUInt16LE(fix.speedKmh, 8)
  bytes.writeUInt16LE(fix.heading, 10)
  bytes.writeInt16LE(fix.altitude, 12)
  bytes.writeUInt16LE(Math.round(fix.hdop * 10), 14)
  bytes.writeUInt32LE(Math.round(fix.mileageKm * 1000), 16)
  bytes.writeUInt8(fix.satellites, 20)
  return bytes
}

/** Number, address, measured signal and signal at a metre, battery. */
const beacon = ({ id, rssi, batteryLevel }: NonNullable<NumberedFix['beacons']>[number], index: number): Buffer =>
  Buffer.concat([
    Buffer.of(index),
    Buffer.from(id, 'hex'),
    Buffer.from(Int8Array.of(rssi, -59)),
    Buffer.of(batteryLevel),
  ])

export const minifinder2: Encoder = {
  protocol: 'minifinder2',
  hwId: 2703,
  recordsMax: 1,
  hears: 'address',
  report(ident, [fix]) {
    const { beacons = [], serial } = fix!
    const keys = [key(1, Buffer.from(ident)), key(36, status(fix!)), key(32, place(fix!))]
    const body = Buffer.concat([Buffer.of(1), ...keys, ...beacons.map((one, index) => key(44, beacon(one, index)))])
    return {
      bytes: packet(0x10, serial, body),
      validate: exactly(packet(0, serial, Buffer.of(0x7f, 1, 0))),
    }
  },
}
