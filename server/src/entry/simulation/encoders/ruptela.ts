/** Ruptela: packets of extended records, each with the IMEI and answered with 1. */
import { crc16, type Encoder, type NumberedFix } from '../encoder.ts'

const records = 0x44

const crc16Kermit = (bytes: Uint8Array) => crc16(bytes, 0x8408, 0, 0)

function u(value: number | bigint, size: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes.subarray(8 - size)
}

const i32 = (value: number) => u(value >>> 0, 4)

/** Values of one size: number, { id of two bytes, value }. */
const group = (size: number, values: readonly (readonly [id: number, value: number])[]) =>
  Buffer.concat([u(values.length, 1), ...values.flatMap(([id, value]) => [u(id, 2), u(value, size)])])

function record(fix: NumberedFix): Buffer {
  return Buffer.concat([
    // Time, its extension, the only part, priority.
    u(fix.at, 4),
    Buffer.of(0, 0, 0),
    i32(Math.round(fix.longitude * 1e7)),
    i32(Math.round(fix.latitude * 1e7)),
    u(fix.altitude * 10, 2),
    u(fix.heading * 100, 2),
    u(fix.satellites, 1),
    u(fix.speedKmh, 2),
    u(Math.round(fix.hdop * 10), 1),
    u(0, 2),
    group(1, [
      [5, fix.ignition ? 1 : 0],
      [173, fix.speedKmh > 0 ? 1 : 0],
      [27, fix.signal * 7],
    ]),
    group(2, [
      [29, Math.round(fix.volts * 1000)],
      [30, Math.round(fix.batteryVolts * 1000)],
    ]),
    group(4, [[65, Math.round(fix.mileageKm * 1000)]]),
    group(8, []),
  ])
}

export const ruptela: Encoder = {
  protocol: 'ruptela',
  hwId: 504,
  recordsMax: 15,
  report(ident, fixes) {
    const body = Buffer.concat([u(BigInt(ident), 8), Buffer.of(records, 0, fixes.length), ...fixes.map(record)])
    return {
      bytes: Buffer.concat([u(body.length, 2), body, u(crc16Kermit(body), 2)]),
      // Length 2, command 100, result, CRC.
      validate: (answer) => (answer.length < 6 ? undefined : answer[2] === 100 && answer[3] === 1),
    }
  },
}
