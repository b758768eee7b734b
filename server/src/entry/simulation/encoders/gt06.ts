/**
 * GT06 of Concox: a login, positions of type 22 with ignition and mileage, which are not answered, and after them a
 * heartbeat, which is.
 */
import { crc16X25, type Encoder, type Obeyed, without } from '../encoder.ts'
import type { Fix } from '../vehicle.ts'

const login = 0x01
const heartbeat = 0x13
const location = 0x22

function packet(type: number, content: Buffer, serial: number): Buffer {
  const body = Buffer.concat([Buffer.of(content.length + 5, type), content, u16(serial & 0xffff)])
  return Buffer.concat([Buffer.of(0x78, 0x78), body, u16(crc16X25(body)), Buffer.of(0x0d, 0x0a)])
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** Time, satellites, position, speed, course and status; the network's cell; ignition, reason, live, mileage. */
function position(fix: Fix): Buffer {
  const date = new Date(fix.at * 1000)
  const bytes = Buffer.alloc(33)
  bytes.set([date.getUTCFullYear() - 2000, date.getUTCMonth() + 1, date.getUTCDate()], 0)
  bytes.set([date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), 0xc0 | fix.satellites], 3)
  bytes.writeUInt32BE(Math.round(Math.abs(fix.latitude) * 1_800_000), 7)
  bytes.writeUInt32BE(Math.round(Math.abs(fix.longitude) * 1_800_000), 11)
  bytes.writeUInt8(fix.speedKmh, 15)
  const [north, west] = [fix.latitude >= 0 ? 0x0400 : 0, fix.longitude < 0 ? 0x0800 : 0]
  bytes.writeUInt16BE(0x1000 | north | west | fix.heading, 16)
  bytes.writeUInt16BE(246, 18)
  bytes.set([1, 0x05, 0x3d, 0x00, 0x2a, 0x11], 20)
  bytes.set([fix.ignition ? 1 : 0, 0, 0], 26)
  bytes.writeUInt32BE(Math.round(fix.mileageKm * 1000), 29)
  return bytes
}

/** Terminal information, voltage in six steps, signal, no alarm, language. */
const state = (fix: Fix) => Buffer.of(0x44 | (fix.ignition ? 2 : 0), fix.batteryVolts > 4 ? 6 : 4, fix.signal, 0, 2)

const command = 0x80
const commandAnswer = 0x15

/** Length, type 80, length of flag and text, server's flag, text, serial, CRC; answered with the flag. */
function obey(received: Buffer): Obeyed | undefined {
  for (let at = 0; at + 4 < received.length; at++) {
    if (received[at] !== 0x78 || received[at + 1] !== 0x78 || received[at + 3] !== command) continue
    const end = at + received[at + 2]! + 5
    if (end > received.length) return undefined
    const flag = received.subarray(at + 5, at + 9)
    const words = received.toString('latin1', at + 9, at + 5 + received[at + 4]!)
    const text = Buffer.from(`OK! ${words}`)
    const content = Buffer.concat([Buffer.of(4 + text.length), flag, text, Buffer.of(0, 2)])
    return { rest: without(received, at, end), words, answer: packet(commandAnswer, content, 1) }
  }
  return undefined
}

const answers = (type: number) => (answer: Buffer) => (answer.length < 10 ? undefined : answer[3] === type)

export const gt06: Encoder = {
  protocol: 'gt06',
  hwId: 305,
  recordsMax: 10,
  login: (ident) => ({
    bytes: packet(login, Buffer.from(ident.padStart(16, '0'), 'hex'), 1),
    validate: answers(login),
  }),
  report(_ident, fixes) {
    const positions = fixes.map((fix) => packet(location, position(fix), fix.serial))
    const last = fixes.at(-1)!
    const beat = packet(heartbeat, state(last), last.serial)
    return { bytes: Buffer.concat([...positions, beat]), validate: answers(heartbeat) }
  },
  obey: (_ident, received) => obey(received),
}
