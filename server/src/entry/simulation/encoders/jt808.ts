/**
 * JT/T 808 of 2019: authentication, then positions 0200, each answered with 8001. Not the batch 0704, whose records are
 * marked as coming from memory and so would not be the same when they are sent again.
 */
import { clockOf, type Encoder, type NumberedFix, type Obeyed, without } from '../encoder.ts'

const mark = 0x7e
const authentication = 0x0102
const position = 0x0200
const chinaSeconds = 8 * 3600

function packet(id: number, ident: string, serial: number, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16BE(id, 0)
  head.writeUInt16BE(0x4000 | body.length, 2)
  head[4] = 1
  const number = Buffer.alloc(2)
  number.writeUInt16BE(serial & 0xffff)
  const plain = Buffer.concat([head, Buffer.from(ident.padStart(20, '0'), 'hex'), number, body])
  const whole = Buffer.concat([plain, Buffer.of(plain.reduce((xor, byte) => xor ^ byte, 0))])
  return Buffer.of(
    mark,
    ...[...whole].flatMap((byte) => (byte === mark ? [0x7d, 2] : byte === 0x7d ? [0x7d, 1] : byte)),
    mark,
  )
}

function place(fix: NumberedFix): Buffer {
  const bytes = Buffer.alloc(22)
  const hemispheres = (fix.latitude < 0 ? 4 : 0) | (fix.longitude < 0 ? 8 : 0)
  bytes.writeUInt32BE((fix.ignition ? 1 : 0) | 2 | hemispheres, 4)
  bytes.writeUInt32BE(Math.round(Math.abs(fix.latitude) * 1e6), 8)
  bytes.writeUInt32BE(Math.round(Math.abs(fix.longitude) * 1e6), 12)
  bytes.writeUInt16BE(fix.altitude, 16)
  bytes.writeUInt16BE(fix.speedKmh * 10, 18)
  bytes.writeUInt16BE(fix.heading, 20)
  const { yy, mm, dd, hhmmss } = clockOf(fix.at + chinaSeconds)
  // Mileage in tenths of a kilometre, satellites, signal.
  const items = Buffer.alloc(6)
  items.set([1, 4])
  items.writeUInt32BE(Math.round(fix.mileageKm * 10), 2)
  return Buffer.concat([bytes, Buffer.from(yy + mm + dd + hhmmss, 'hex'), items, Buffer.of(0x31, 1, fix.satellites)])
}

const positionAsked = 0x8201
const commands = new Set([0x8103, 0x8105, positionAsked, 0x8300])

function unescaped(frame: Buffer): Buffer {
  const plain: number[] = []
  for (let at = 1; at < frame.length - 1; at++) {
    if (frame[at] !== 0x7d) plain.push(frame[at]!)
    else plain.push(frame[++at] === 2 ? mark : 0x7d)
  }
  return Buffer.from(plain)
}

/** 0201 reports the position, 0001 confirms everything else; both repeat the serial number of the command. */
function obey(ident: string, received: Buffer, fix: NumberedFix | undefined): Obeyed | undefined {
  for (let at = 0; at < received.length; ) {
    const end = received.indexOf(mark, at + 1) + 1
    if (end === 0) return undefined
    const message = unescaped(received.subarray(at, end))
    const id = message.readUInt16BE(0)
    if (commands.has(id)) {
      const serial = message.subarray(15, 17)
      const words = message.toString('latin1', 17, message.length - 1)
      const answer =
        id === positionAsked && fix
          ? packet(0x0201, ident, fix.serial, Buffer.concat([serial, place(fix)]))
          : packet(0x0001, ident, 0, Buffer.concat([serial, Buffer.of(id >> 8, id & 0xff, 0)]))
      return { rest: without(received, at, end), words: `${id.toString(16)} ${words}`, answer }
    }
    at = end
  }
  return undefined
}

/** That many answers, each between two marks, all with result 0, which comes before the checksum. */
const answers = (count: number) => (answer: Buffer) => {
  const marks = [...answer.entries()].flatMap(([at, byte]) => (byte === mark ? [at] : []))
  if (marks.length < count * 2) return undefined
  return marks.filter((_, index) => index % 2 === 1).every((at) => resultBefore(answer, at) === 0)
}

/** The checksum takes two bytes if it must be escaped. */
const resultBefore = (answer: Buffer, at: number) => answer[at - (answer[at - 2] === 0x7d ? 3 : 2)]

export const jt808: Encoder = {
  protocol: 'jt808',
  hwId: 3303,
  recordsMax: 5,
  login: (ident) => ({
    // The code, then IMEI and version, which 2019 added.
    bytes: packet(
      authentication,
      ident,
      0,
      Buffer.concat([Buffer.of(ident.length), Buffer.from(ident), Buffer.alloc(35)]),
    ),
    validate: answers(1),
  }),
  report: (ident, fixes) => ({
    bytes: Buffer.concat(fixes.map((fix) => packet(position, ident, fix.serial, place(fix)))),
    validate: answers(fixes.length),
  }),
  obey,
}
