/**
 * GT06 of Concox and Jimi IoT, and of the many who copied it.
 * Sources: Concox "GPS Tracker Communication Protocol" for GT06 V1.8.1, GT06N/GT06F/GT06E V1.0.0, GT03A/B V1.82 and
 * JM-VL03 V1.1.2. Packets no document at hand explains are read as far as recorded traffic shows their meaning.
 *
 *   login 01      IMEI in eight BCD bytes, [model, time zone]    → 7878 05 01 serial CRC 0D0A
 *   heartbeat 13, alarms 16, 26, 27, A3, A4, A5                  → the same with their type
 *   time 8A                                                      → 7878 0B 8A, UTC in six bytes, serial, CRC, 0D0A
 *   address 1A, 2A (a position and a telephone number)           → 7979 … 97, server's flag, ADDRESS&&text&&number##
 *   locations 10, 12, 22, A0, cells 18, 28, A1, information 94   → nothing
 *
 * A tracker that gets no answer to its login within five seconds reconnects. The protocol has no refusal and no negative
 * answer: silence. Many clones compute the CRC wrongly, so such a packet is taken and its message marked with
 * `message.checksum.status` false. Settings: `utc_offset_minutes` for a unit whose clock runs in local time, and
 * `checksum` for a clone whose packets need no such mark.
 */
import {
  ascii,
  bcdImei,
  be16,
  be32,
  concat,
  latin1,
  left,
  type Reader,
  reader,
  skip,
  take,
  u16,
  u32,
} from '../bytes/bytes.ts'
import { type Draft, draft, finish, type Message } from '../message.ts'
import { type Command, type CommandAnswer, type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { readGps } from './gt06/blocks.ts'
import type { Context, Read } from './gt06/kind.ts'
import { kinds, longKinds } from './gt06/kinds.ts'
import { readBareNetworks } from './gt06/networks.ts'
import { frameBytesMax, frameLength, isShortLogin, openPacket, type Packet, seal, sealLong } from './gt06/packet.ts'
import { readFix } from './gt06/positions.ts'

interface State {
  /** East of Greenwich, from the login. */
  readonly offsetMinutes: number
}

const login = 0x01
const timeRequest = 0x8a
const addressRequests = new Set([0x1a, 0x2a])

export default defineDecoder<State>({
  frameBytesMax,
  readsUnit: true,
  start: () => ({ offsetMinutes: 0 }),

  recognise(bytes) {
    if ((bytes[0] !== 0x78 && bytes[0] !== 0x79) || (bytes.length > 1 && bytes[1] !== bytes[0])) return 'no'
    try {
      const length = frameLength(bytes)
      if (length === 0) return 'more'
      return isShortLogin(bytes) ? 'no' : openPacket(bytes.subarray(0, length)).bare ? 'no' : 'yes'
    } catch {
      return 'no'
    }
  },

  frame: frameLength,

  decode(frame, state, receivedAt, unit) {
    if (frame.length === 1 && (frame[0] === 0x0d || frame[0] === 0x0a)) return {}
    const opened = openPacket(frame)
    const packet = unit?.settings?.checksum === 'ignore' ? { ...opened, checksumOk: true } : opened
    if (packet.type === login) return readLogin(frame, packet, state)
    if (packet.bare) return { messages: readBare(frame, packet) }
    if (packet.type === timeRequest) return { reply: timeAnswer(packet, receivedAt) }
    if (addressRequests.has(packet.type)) return { ...readAsked(packet), reply: addressAnswer(packet) }
    const kind = (packet.long ? longKinds.get(packet.type) : undefined) ?? kinds.get(packet.type)
    const offsetMinutes = offsetOf(unit?.settings?.utc_offset_minutes) ?? (kind?.local ? state.offsetMinutes : 0)
    const into = draft()
    const number = answeredNumber(packet)
    if (kind?.read) readLeniently(kind.read, into, packet.body, { offsetMinutes, model: unit?.model })
    const answers = number === undefined ? {} : answered(number, finish(into))
    return { ...withMessage(finish(into), packet), ...answers, ...(kind?.silent ? {} : acknowledgement(packet)) }
  },

  commands: {
    position: 'numbered',
    interval: 'numbered',
    reboot: 'numbered',
    'engine.stop': 'numbered',
    'engine.resume': 'numbered',
    server: 'numbered',
    text: 'numbered',
  },

  encode(command) {
    const text = commandText(command)
    if (text === undefined) return undefined
    const content = concat(be32(command.id ?? 0), ascii(text))
    return content.length > 240 ? undefined : seal(0x80, concat([content.length], content), 1)
  },
})

/**
 * A packet that ends earlier than expected is a dialect, not an attack: its frame was complete. What was read is kept,
 * and so is the connection.
 */
function readLeniently(read: Read, into: Draft, body: Reader, context: Context): void {
  try {
    read(into, body, context)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
  }
}

function withMessage(message: Message | undefined, packet: Packet): { messages?: Message[] } {
  if (!message) return {}
  return { messages: [packet.checksumOk ? message : { ...message, 'message.checksum.status': false }] }
}

const acknowledgement = ({ type, serial }: Packet): { reply?: Uint8Array } =>
  serial === undefined ? {} : { reply: seal(type, [], serial) }

/** The login of a clone may end after the IMEI, or have something else instead of serial and CRC. */
function readLogin(frame: Uint8Array, packet: Packet, state: State): Decoded<State> {
  const imei = frame.subarray(4, 12)
  if (packet.long || imei.length < 8) throw new ProtocolError('a login without an IMEI')
  const ident = bcdImei(imei)
  if (isShortLogin(frame)) return { ident, reply: Uint8Array.of(0x78, 0x78, 0x01, 0x01, 0x0d, 0x0a) }
  const { body } = packet
  if (left(body) < 12) return { ident, ...acknowledgement(packet) }
  skip(body, 10)
  return { ident, ...acknowledgement(packet), state: { ...state, offsetMinutes: readZone(u16(body)) } }
}

/** Bits 4-15 hours and minutes as one number (830 is 8:30), bit 3 west. */
function readZone(bits: number): number {
  const number = bits >> 4
  const minutes = Math.floor(number / 100) * 60 + (number % 100)
  if (minutes > 15 * 60) return 0
  return bits & 8 ? -minutes : minutes
}

const offsetOf = (setting: unknown): number | undefined =>
  typeof setting === 'number' && Math.abs(setting) <= 15 * 60 ? setting : undefined

function readBare(frame: Uint8Array, { body }: Packet): Message[] {
  const into = draft()
  readBareNetworks(into, body, frame[2]!)
  const message = finish(into)
  return message ? [message] : []
}

function timeAnswer({ type, serial }: Packet, now: Date): Uint8Array {
  const time = [now.getUTCFullYear() - 2000, now.getUTCMonth() + 1, now.getUTCDate()]
  return seal(type, [...time, now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()], serial ?? 0)
}

/**
 * Someone asked the tracker by telephone where it is; it forwards our text. We reply with the coordinates, which need
 * no map and which every phone can open.
 */
function addressAnswer({ body, serial }: Packet): Uint8Array | undefined {
  if (left(body) < 18 + 21 || serial === undefined) return undefined
  skip(body, 6)
  const place = readPlace(body)
  const number = latin1(take(body, 21))
  if (!place) return undefined
  const content = concat(
    be32(0),
    ascii(`ADDRESS&&${place}&&`),
    Uint8Array.from(number, (letter) => letter.charCodeAt(0)),
    ascii('##'),
  )
  return sealLong(0x97, concat(be16(content.length), content), serial)
}

/** 1A contains the position; 2A only asks for its address. */
function readAsked(packet: Packet): { messages?: Message[] } {
  if (packet.type !== 0x1a) return {}
  const into = draft()
  readLeniently(readFix, into, reader(packet.body.bytes, packet.body.at, packet.body.end), { offsetMinutes: 0 })
  return withMessage(finish(into), packet)
}

function readPlace(body: Reader): string | undefined {
  const into = draft()
  readGps(into, body)
  const latitude = into.values['position.latitude']
  return latitude === undefined ? undefined : `${latitude},${into.values['position.longitude']}`
}

/** The server's flag in the answers 15 and 21, which is the number of our command; 0 if firmware leaves it out. */
function answeredNumber({ type, body }: Packet): number | undefined {
  const at = type === 0x15 ? 1 : type === 0x21 ? 0 : undefined
  if (at === undefined || left(body) < at + 4) return undefined
  return u32(reader(body.bytes, body.at + at, body.end))
}

function answered(number: number, message?: Message): { answers?: CommandAnswer[] } {
  const text = message?.['message.content']
  if (message?.['message.type'] !== 'command.answer') return {}
  return { answers: [{ text: String(text ?? ''), ...(number > 0 ? { id: number } : {}) }] }
}

const isAddress = (host: string): boolean => host.split('.').every((part) => part !== '' && Number(part) <= 255)

/**
 * As in the list of commands of GT06N; a relay of 1 cuts fuel and power. The interval is one for the ignition on and one
 * for off, and a server is marked 1 for a name, 0 for an address.
 */
function commandText(command: Command): string | undefined {
  switch (command.kind) {
    case 'text':
      return command.text
    case 'engine.stop':
      return 'RELAY,1#'
    case 'engine.resume':
      return 'RELAY,0#'
    case 'position':
      return 'WHERE#'
    case 'reboot':
      return 'RESET#'
    case 'interval':
      return `TIMER,${command.seconds},${command.seconds}#`
    case 'server':
      return `SERVER,${isAddress(command.host ?? '') ? 0 : 1},${command.host},${command.port},0#`
  }
}
