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
  return framed(body(fixes))
}

function framed(data: Buffer): Buffer {
  const frame = Buffer.alloc(data.length + 12)
  frame.writeUInt32BE(data.length, 4)
  frame.set(data, 8)
  frame.writeUInt32BE(crc16(data), data.length + 8)
  return frame
}

export interface Heard {
  /** Thirty-two hexadecimal digits. */
  readonly uuid: string
  readonly major: number
  readonly minor: number
  readonly rssi: number
  readonly millivolts?: number
}

/** The id under which the platform knows it. */
export const tagOf = ({ uuid, major, minor }: Heard): string => `${uuid}.${major}.${minor}`

/** Codec 8 Extended: a record whose one value, of variable length, is the list of beacons in sight. */
function hearingRecord({ heard, ...fix }: Fix & { readonly heard: readonly Heard[] }): Buffer {
  const beacons = heard.map(({ uuid, major, minor, rssi, millivolts }) => {
    const head = Buffer.alloc(21)
    head.writeUInt8(millivolts === undefined ? 0x21 : 0x23)
    head.set(Buffer.from(uuid, 'hex'), 1)
    head.writeUInt16BE(major, 17)
    head.writeUInt16BE(minor, 19)
    const battery = Buffer.alloc(millivolts === undefined ? 0 : 2)
    if (millivolts !== undefined) battery.writeUInt16BE(millivolts)
    return Buffer.concat([head, Buffer.from(Int8Array.of(rssi)), battery])
  })
  const value = Buffer.concat([Buffer.of(0x11), ...beacons])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(value.length)
  // Event 385 of one value: none of one, two, four or eight bytes, one of variable length.
  const head = Buffer.from('0181 0001 0000 0000 0000 0000 0001 0181'.replaceAll(' ', ''), 'hex')
  return Buffer.concat([record(fix).subarray(0, 24), head, length, value])
}

export function hearingFrame(records: readonly (Fix & { readonly heard: readonly Heard[] })[]): Buffer {
  return framed(
    Buffer.concat([Buffer.of(0x8e, records.length), ...records.map(hearingRecord), Buffer.of(records.length)]),
  )
}

export function datagram(imei: string, packetId: number, fixes: readonly Fix[]): Buffer {
  const rest = Buffer.concat([loginFrame(imei), body(fixes)])
  const head = Buffer.alloc(6)
  head.writeUInt16BE(rest.length + 4, 0)
  head.writeUInt16BE(packetId, 2)
  head.set([1, packetId & 0xff], 4)
  return Buffer.concat([head, rest])
}

/** The acknowledgement of this many stored records. */
export const acceptedCount = (count: number): string => count.toString(16).padStart(8, '0')
