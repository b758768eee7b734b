/** What a tracker sends and how it knows that it was understood: the counterpart of a decoder. */
import type { ProtocolName } from '@waymark/devices'
import type { TagKind } from './tags.ts'
import type { Fix } from './vehicle.ts'

/** Bytes, and what their answer means. */
export interface Words {
  readonly bytes: Buffer
  /** True: accepted. False: refused. Undefined: the answer is not complete yet. */
  validate(answer: Buffer): boolean | undefined
}

export interface Encoder {
  readonly protocol: ProtocolName
  /** A catalogue model with this protocol, for newly created units. */
  readonly hwId: number
  /** How many records go into one packet. */
  readonly recordsMax: number
  /** How it identifies the tags it detects; absent: it reports none. */
  readonly hears?: TagKind
  login?(ident: string): Words
  /**
   * Acknowledged only when all of them are stored. A protocol without answers to positions sends its heartbeat after
   * them: answers come in the order of the frames, so the heartbeat's answer means that everything before it is stored.
   */
  report(ident: string, fixes: readonly NumberedFix[]): Words
  /** Takes the first command of the server out of the received bytes and executes it. */
  obey?(ident: string, received: Buffer, fix: NumberedFix | undefined): Obeyed | undefined
}

export interface Obeyed {
  /** What was received around the command. */
  readonly rest: Buffer
  readonly words: string
  readonly answer: Buffer
}

export const without = (bytes: Buffer, from: number, to: number): Buffer =>
  Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])

/** A record keeps its number when it is sent again, so that the platform recognises it. */
export interface NumberedFix extends Fix {
  readonly serial: number
}

/** Accepted by exactly these bytes; refused by any others of their length. */
export const exactly = (expected: Uint8Array) => (answer: Buffer) =>
  answer.length < expected.length ? undefined : answer.subarray(0, expected.length).equals(expected)

/** A 16-bit CRC, lowest bit first. */
export function crc16(bytes: Uint8Array, polynomial: number, start: number, flip: number): number {
  let crc = start
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ polynomial : crc >> 1
  }
  return crc ^ flip
}
export const crc16Arc = (bytes: Uint8Array) => crc16(bytes, 0xa001, 0, 0)
export const crc16X25 = (bytes: Uint8Array) => crc16(bytes, 0x8408, 0xffff, 0xffff)

const two = (value: number) => String(value).padStart(2, '0')

/** Parts of UTC as two-digit texts. */
export function clockOf(at: number) {
  const date = new Date(at * 1000)
  return {
    yy: two(date.getUTCFullYear() % 100),
    mm: two(date.getUTCMonth() + 1),
    dd: two(date.getUTCDate()),
    hhmmss: two(date.getUTCHours()) + two(date.getUTCMinutes()) + two(date.getUTCSeconds()),
  }
}

/** `ddmm.mmmm` with as many digits of degrees as requested. */
function degreesMinutes(value: number, digits: number): string {
  // Rounded as a whole first: 59.99996 minutes must not become 60.
  const tenThousandths = Math.round(Math.abs(value) * 600_000)
  const [degrees, minutes] = [Math.floor(tenThousandths / 600_000), (tenThousandths % 600_000) / 10_000]
  return String(degrees).padStart(digits, '0') + minutes.toFixed(4).padStart(7, '0')
}

export const latitudeOf = ({ latitude }: Fix) => [degreesMinutes(latitude, 2), latitude < 0 ? 'S' : 'N'] as const
export const longitudeOf = ({ longitude }: Fix) => [degreesMinutes(longitude, 3), longitude < 0 ? 'W' : 'E'] as const

export const knotsOf = ({ speedKmh }: Fix) => (speedKmh / 1.852).toFixed(2)
export const metresPerSecondOf = ({ speedKmh }: Fix) => (speedKmh / 3.6).toFixed(3)
