/**
 * What a Teltonika in a driving vehicle sends, in codec 8: packets of records, one every ten seconds of its own time. A
 * packet does not name its sender, so all trackers of a bench can send the same ones. The generator shares the cores
 * with the server it measures, so it builds each only once.
 */
import { city } from '#entry/simulation/city.ts'
import { crc16Arc } from '#entry/simulation/encoder.ts'
import { type Fix, vehicleIn } from '#entry/simulation/vehicle.ts'

export const secondsPerRecord = 10

export interface Packets {
  /** Packet 0 begins at the first time; each continues where the previous one ended. */
  packet(number: number): Buffer
  /** The time of the first record that no packet has contained so far. */
  nextTime(): number
}

export function packetsFrom(firstTime: number, records: number): Packets {
  const vehicle = vehicleIn(city(), 'bench', firstTime - secondsPerRecord)
  const built: Buffer[] = []
  let time = firstTime
  const build = () => {
    const fixes: Fix[] = []
    for (; fixes.length < records; time += secondsPerRecord) fixes.push(vehicle.advanceTo(time))
    return frameOf(fixes)
  }
  return {
    packet(number) {
      while (built.length <= number) built.push(build())
      return built[number]!
    },
    nextTime: () => time,
  }
}

export function loginOf(ident: string): Buffer {
  const login = Buffer.alloc(2 + ident.length)
  login.writeUInt16BE(ident.length)
  login.write(ident, 2, 'latin1')
  return login
}

function frameOf(fixes: readonly Fix[]): Buffer {
  const data = Buffer.concat([Buffer.of(8, fixes.length), ...fixes.map(recordOf), Buffer.of(fixes.length)])
  const frame = Buffer.alloc(data.length + 12)
  frame.writeUInt32BE(data.length, 4)
  frame.set(data, 8)
  frame.writeUInt32BE(crc16Arc(data), data.length + 8)
  return frame
}

/** Time, priority, position, speed; then seven values: three of one byte, three of two, one of four. */
function recordOf(fix: Fix): Buffer {
  const bytes = Buffer.alloc(51)
  bytes.writeBigUInt64BE(BigInt(fix.at) * 1000n, 0)
  bytes.writeInt32BE(Math.round(fix.longitude * 1e7), 9)
  bytes.writeInt32BE(Math.round(fix.latitude * 1e7), 13)
  bytes.writeInt16BE(fix.altitude, 17)
  bytes.writeUInt16BE(fix.heading, 19)
  bytes.writeUInt8(fix.satellites, 21)
  bytes.writeUInt16BE(fix.speedKmh, 22)
  bytes.set([0, 7], 24)
  bytes.set([3, 239, fix.ignition ? 1 : 0, 240, fix.speedKmh > 0 ? 1 : 0, 21, fix.signal], 26)
  bytes.set([3, 66, 0, 0, 67, 0, 0, 182, 0, 0], 33)
  bytes.writeUInt16BE(Math.round(fix.volts * 1000), 35)
  bytes.writeUInt16BE(Math.round(fix.batteryVolts * 1000), 38)
  bytes.writeUInt16BE(Math.round(fix.hdop * 10), 41)
  bytes.set([1, 16], 43)
  bytes.writeUInt32BE(Math.round(fix.mileageKm * 1000), 45)
  // None of eight bytes.
  bytes.writeUInt8(0, 49)
  return bytes.subarray(0, 50)
}
