/** A Teltonika tracker for tests: frames built field by field, as the maker's document describes codec 8. */

const crc16 = (bytes: Uint8Array): number => {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

export interface Fix {
  /** Unix seconds. */
  readonly at: number
  readonly latitude?: number
  readonly longitude?: number
  readonly speed?: number
}

export function loginFrame(imei: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(imei.length)
  return Buffer.concat([length, Buffer.from(imei)])
}

function record({ at, latitude = 54.6, longitude = 25.2, speed = 50 }: Fix): Buffer {
  const bytes = Buffer.alloc(34)
  bytes.writeBigUInt64BE(BigInt(Math.round(at * 1000)), 0)
  bytes.writeUInt8(1, 8)
  bytes.writeInt32BE(Math.round(longitude * 1e7), 9)
  bytes.writeInt32BE(Math.round(latitude * 1e7), 13)
  bytes.writeInt16BE(120, 17)
  bytes.writeUInt16BE(90, 19)
  bytes.writeUInt8(9, 21)
  bytes.writeUInt16BE(speed, 22)
  // Event 0, one value in all: one byte, id 239 (ignition), on; none of two, four or eight bytes.
  bytes.set([0, 1, 1, 239, 1, 0, 0, 0], 24)
  return bytes.subarray(0, 32)
}

const body = (fixes: readonly Fix[]) =>
  Buffer.concat([Buffer.from([8, fixes.length]), ...fixes.map(record), Buffer.from([fixes.length])])

export function dataFrame(fixes: readonly Fix[]): Buffer {
  const data = body(fixes)
  const frame = Buffer.alloc(data.length + 12)
  frame.writeUInt32BE(data.length, 4)
  frame.set(data, 8)
  frame.writeUInt32BE(crc16(data), data.length + 8)
  return frame
}

export function datagram(imei: string, packetId: number, fixes: readonly Fix[]): Buffer {
  const rest = Buffer.concat([loginFrame(imei), body(fixes)])
  const head = Buffer.alloc(6)
  head.writeUInt16BE(rest.length + 4, 0)
  head.writeUInt16BE(packetId, 2)
  head.set([1, packetId & 0xff], 4)
  return Buffer.concat([head, rest])
}

/** What a tracker is told when so many records are stored. */
export const acceptedCount = (count: number): string => count.toString(16).padStart(8, '0')
