/** Teltonika over TCP in codec 8 Extended: an IMEI, then packets of records, each answered with their number. */
import { crc16Arc, type Encoder, exactly, type Obeyed, without } from '../encoder.ts'
import type { Beacon, Fix } from '../vehicle.ts'

/** Time, priority, longitude, latitude, altitude, angle, satellites, speed; then values by their size. */
function record(fix: Fix): Buffer {
  const head = Buffer.alloc(24)
  head.writeBigUInt64BE(BigInt(fix.at) * 1000n, 0)
  head.writeInt32BE(Math.round(fix.longitude * 1e7), 9)
  head.writeInt32BE(Math.round(fix.latitude * 1e7), 13)
  head.writeInt16BE(fix.altitude, 17)
  head.writeUInt16BE(fix.heading, 19)
  head.writeUInt8(fix.satellites, 21)
  head.writeUInt16BE(fix.speedKmh, 22)
  const bytes = [
    [239, fix.ignition ? 1 : 0],
    [240, fix.speedKmh > 0 ? 1 : 0],
    [21, fix.signal],
  ]
  const words = [
    [66, Math.round(fix.volts * 1000)],
    [67, Math.round(fix.batteryVolts * 1000)],
    [182, Math.round(fix.hdop * 10)],
  ]
  const doubles = [[16, Math.round(fix.mileageKm * 1000)]]
  const group = (values: number[][], size: number) =>
    Buffer.concat([u(values.length, 2), ...values.map(([id, value]) => Buffer.concat([u(id!, 2), u(value!, size)]))])
  const heard = fix.beacons && fix.beacons.length > 0 ? beacons(fix.beacons) : undefined
  const count = bytes.length + words.length + doubles.length + (heard ? 1 : 0)
  const none = u(0, 2)
  const long = heard ? Buffer.concat([u(1, 2), u(beaconsId, 2), u(heard.length, 2), heard]) : none
  return Buffer.concat([head, none, u(count, 2), group(bytes, 1), group(words, 2), group(doubles, 4), none, long])
}

const beaconsId = 385

/** Part one of one; of each iBeacon its number, signal and battery in millivolts, which fall from 3 to 2 volts. */
function beacons(heard: readonly Beacon[]): Buffer {
  const parts = heard.map(({ id, rssi, batteryLevel }) => {
    const [uuid, major, minor] = id.split('.')
    return Buffer.concat([
      Buffer.of(0x23),
      Buffer.from(uuid!, 'hex'),
      u(Number(major), 2),
      u(Number(minor), 2),
      Buffer.from(Int8Array.of(rssi)),
      u(2000 + batteryLevel * 10, 2),
    ])
  })
  return Buffer.concat([Buffer.of(0x11), ...parts])
}

function u(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}

const packet = (data: Buffer) => Buffer.concat([u(0, 4), u(data.length, 4), data, u(crc16Arc(data), 4)])

/** Codec 12: zeros, length, 0C, one, type 5 (a command) or 6 (its answer), u32 length, text, one, CRC. */
function obey(received: Buffer): Obeyed | undefined {
  for (let at = 0; at + 20 <= received.length; at++) {
    const end = at + 8 + received.readUInt32BE(at + 4) + 4
    if (received.readUInt32BE(at) !== 0 || received[at + 8] !== 0x0c || received[at + 10] !== 5) continue
    if (end > received.length) return undefined
    const words = received.toString('latin1', at + 15, at + 15 + received.readUInt32BE(at + 11))
    const text = Buffer.from(`OK ${words}`)
    const answer = packet(Buffer.concat([Buffer.of(0x0c, 1, 6), u(text.length, 4), text, Buffer.of(1)]))
    return { rest: without(received, at, end), words, answer }
  }
  return undefined
}

export const teltonika: Encoder = {
  protocol: 'teltonika',
  hwId: 110,
  recordsMax: 20,
  hears: 'ibeacon',
  login: (ident) => ({
    bytes: Buffer.concat([u(ident.length, 2), Buffer.from(ident)]),
    validate: exactly(Buffer.of(1)),
  }),
  report(_ident, fixes) {
    const data = Buffer.concat([Buffer.of(0x8e, fixes.length), ...fixes.map(record), Buffer.of(fixes.length)])
    return { bytes: packet(data), validate: exactly(u(fixes.length, 4)) }
  },
  obey: (_ident, received) => obey(received),
}
