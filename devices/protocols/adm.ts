/**
 * ADM of Neomatica (ADM50, ADM100, ADM300 …), over TCP. Numbers are little-endian.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   packet     [IMEI in digits], u16 number of the unit, u8 size, u8 type, content
 *   03         IMEI in digits, u8 hardware, u8 how packets are confirmed, 45 bytes
 *   low bits 00  u8 firmware, u16 number, u16 status, position, volts, and a block for each of the bits 2 to 7:
 *              outputs, analogue inputs, counters, fuel, CAN, mileage → ***1* if the login asked for it
 *   size 84    answer to <command>\r\n, without a type
 */
import {
  ascii,
  checkedLength,
  f32le,
  i8,
  i16le,
  latin1,
  left,
  part,
  type Reader,
  reader,
  skip,
  take,
  textOf,
  toHex,
  u8,
  u16le,
  u32le,
  u64le,
} from '../bytes/bytes.ts'
import { isDigits } from '../bytes/text.ts'
import { putBits } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { type Draft, draft, put } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError, type Recognition } from '../protocol.ts'

interface State {
  /** The tracker keeps a packet until it knows how many arrived. */
  readonly isConfirmed?: boolean
}

const imeiBytes = 15
const headBytes = 4
const loginBytes = 66
const login = 3
const photo = 10
const answerBytes = 0x84
const confirmation = 2

export default defineDecoder<State>({
  frameBytesMax: 512,
  recognise,

  frame(buffer) {
    const from = imeiIn(buffer) === undefined ? 0 : imeiBytes
    if (buffer.length <= from + 2 || (from === 0 && mayBeImei(buffer))) return 0
    const size = buffer[from + 2]!
    if (size < headBytes) throw new ProtocolError('a packet shorter than its head')
    return buffer.length < checkedLength(from + size, 512) ? 0 : from + size
  },

  decode(frame, state) {
    const ident = imeiIn(frame)
    const input = reader(frame, ident === undefined ? 0 : imeiBytes)
    skip(input, 2)
    const size = u8(input)
    if (size === answerBytes) return readAnswer(input)
    const type = u8(input)
    if (type === login) return readLogin(input)
    if (type === photo) return ident === undefined ? {} : { ident }
    const into = draft()
    if ((type & 3) === 0) readRecord(into, input, type)
    else put(into, `custom.packet_${type.toString(16)}`, toHex(take(input, left(input))))
    return { ...told(ident, into), ...(state.isConfirmed ? { reply: ascii('***1*') } : {}) }
  },

  commands: { position: 'plain', text: 'plain' },

  encode({ kind, text }) {
    const order = kind === 'position' ? 'STATUS' : kind === 'text' ? text : undefined
    return order ? ascii(`${order}\r\n`) : undefined
  },
})

/** Some send their IMEI before the packet. If the unit's number looks like two digits, no more digits follow. */
function imeiIn(bytes: Uint8Array): string | undefined {
  const digits = latin1(bytes.subarray(0, imeiBytes))
  return digits.length === imeiBytes && isDigits(digits) ? digits : undefined
}

const mayBeImei = (bytes: Uint8Array): boolean =>
  bytes.length < imeiBytes && isDigits(latin1(bytes.subarray(0, imeiBytes)))

/** A connection begins with a login, or with a packet after an IMEI, whose unit has a small number. */
function recognise(bytes: Uint8Array): Recognition {
  const isLogin = (bytes[2] ?? loginBytes) === loginBytes && (bytes[3] ?? login) === login
  const digits = latin1(bytes.subarray(isLogin ? headBytes : 0, (isLogin ? headBytes : 0) + imeiBytes))
  if (isLogin && (digits === '' || isDigits(digits))) return digits.length < imeiBytes ? 'more' : 'yes'
  if (!isDigits(digits)) return 'no'
  for (let at = imeiBytes; at < imeiBytes + 2; at++) if ((bytes[at] ?? 0) >= 32) return 'no'
  if (bytes.length < imeiBytes + headBytes) return 'more'
  return bytes[imeiBytes + 2]! >= recordBytes && (bytes[imeiBytes + 3]! & 3) === 0 ? 'yes' : 'no'
}

function readLogin(input: Reader): Decoded<State> {
  const ident = latin1(take(input, imeiBytes))
  if (!isDigits(ident)) throw new ProtocolError('a login without an IMEI')
  skip(input, 1)
  return { ident, state: { isConfirmed: u8(input) === confirmation } }
}

function readAnswer(input: Reader): Decoded<State> {
  const bytes = take(input, left(input))
  const end = bytes.indexOf(0)
  const into = draft()
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', textOf(end < 0 ? bytes : bytes.subarray(0, end)))
  return told(undefined, into)
}

const recordBytes = 34
const noFix = 0x20

function readRecord(into: Draft, input: Reader, type: number): void {
  put(into, 'device.firmware.version', String(u8(input)))
  put(into, 'record.seqnum', u16le(input))
  const status = u16le(input)
  put(into, 'custom.status', status)
  const isFix = (status & noFix) === 0
  putFix(into, isFix, f32le(input), f32le(input))
  // Without a fix these are neither a course nor a speed.
  put(into, isFix ? 'position.direction' : 'custom.word_1', u16le(input) / (isFix ? 10 : 1))
  put(into, isFix ? 'position.speed' : 'custom.word_2', u16le(input) / (isFix ? 10 : 1))
  put(into, 'absolute.acceleration', u8(input) / 10)
  put(into, 'position.altitude', i16le(input))
  put(into, 'position.hdop', u8(input) / 10)
  // GPS in the low four bits, GLONASS in the others.
  const satellites = u8(input)
  put(into, 'position.satellites', (satellites & 15) + (satellites >> 4))
  put(into, 'timestamp', u32le(input))
  put(into, 'external.powersource.voltage', u16le(input) / 1000)
  put(into, 'battery.voltage', u16le(input) / 1000)
  for (let bit = 2; bit < 8; bit++) if (type & (1 << bit)) blocks[bit - 2]!(into, input)
}

/** For bits 2 to 7 of the type. */
const blocks: readonly ((into: Draft, input: Reader) => void)[] = [
  (into, input) => {
    put(into, 'custom.vibration', u8(input))
    put(into, 'custom.vibrations', u8(input))
    putBits(into, u8(input), { 0: 'dout.1', 1: 'dout.2', 2: 'dout.3', 3: 'dout.4' })
    put(into, 'custom.input_alarms', u8(input))
  },
  (into, input) => {
    for (let index = 1; index <= 6; index++) put(into, `ain.${index}`, u16le(input) / 1000)
  },
  (into, input) => {
    for (let index = 1; index <= 2; index++) put(into, `counter.${index}`, u32le(input))
  },
  (into, input) => {
    for (let index = 1; index <= 3; index++) put(into, `escort.lls.value.${index}`, u16le(input))
    for (let index = 1; index <= 3; index++) put(into, `escort.lls.temperature.${index}`, i8(input))
  },
  putCan,
  (into, input) => put(into, 'vehicle.mileage', u32le(input) / 1000),
]

/** Before each value is a byte with its number, which the owner chose, and its size in the two highest bits. */
function putCan(into: Draft, input: Reader): void {
  const content = part(input, Math.max(u8(input) - 1, 0))
  while (left(content) > 0) {
    const head = u8(content)
    put(into, `custom.can_${head & 63}`, sizes[head >> 6]!(content))
  }
}

const sizes = [u8, u16le, u32le, u64le] as const
