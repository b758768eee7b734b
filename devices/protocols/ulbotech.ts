/**
 * Ulbotech (T361, T381, T501, T600 series), over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   packet   F8, version, 01, IMEI in BCD, u32 seconds since 2000, items {u8 type, u8 length}, CRC-16/XMODEM, F8
 *            F7 00 stands for F7 and F7 0F for F8       → F8, 01, FE, the packet's CRC, CRC, F8
 *   text     *TS01,<imei>#    *TS01,<imei>,hhmmssddmmyy,<answer to a command>#        → *TS01,ACK:<CRC>#
 */
import {
  ascii,
  bcdImei,
  be16,
  checkedLength,
  concat,
  i32,
  latin1,
  left,
  part,
  type Reader,
  reader,
  take,
  toHex,
  u8,
  u16,
  u32,
} from '../bytes/bytes.ts'
import { crc16Xmodem } from '../bytes/checksum.ts'
import { checkedIdent, dateAndTime } from '../bytes/text.ts'
import { escaped, type Followers, unescaped } from '../families/escaped.ts'
import { type Bits, putBits } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { putObd } from '../families/obd.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put, putCells } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'

const frameBytesMax = 2048
const mark = 0xf8
const sign = 0xf7
const followers: Followers = { 0: sign, 15: mark }
const since2000 = 946_684_800

export default defineDecoder({
  frameBytesMax,
  recognise: anyOf(opening('\u00f8\u0001\u0001'), opening('*TS', digits(2), ',', digits(15))),

  frame(buffer) {
    if (buffer[0] === 13 || buffer[0] === 10) return 1
    if (buffer[0] !== mark && buffer[0] !== 0x2a) throw new ProtocolError('neither a packet nor a line')
    const end = buffer.indexOf(buffer[0] === mark ? mark : 0x23, 1)
    checkedLength(end < 0 ? buffer.length : end + 1, frameBytesMax)
    return end + 1
  },

  decode(frame, _state, _receivedAt, unit) {
    if (frame[0] !== mark) return readText(frame)
    return readPacket(unescaped(frame, sign, followers), unit?.settings?.checksum === 'ignore')
  },

  commands: { text: 'plain' },
  encode: ({ kind, text }) => (kind === 'text' && text ? ascii(`*TS01,${text}#`) : undefined),
})

function readText(frame: Uint8Array): Decoded {
  const text = latin1(frame).trim()
  const [head = '', imei = '', moment = '', ...rest] = text.replace(/#$/, '').split(',')
  if (!head.startsWith('*TS')) return {}
  const into = draft()
  if (rest.length > 0) {
    put(into, 'timestamp', dateAndTime(moment.slice(6), moment.slice(0, 6), 'ddmmyy'))
    put(into, 'message.type', 'command.answer')
    put(into, 'message.content', rest.join(','))
  }
  const sum = crc16Xmodem(ascii(text.slice(1, -1)))
    .toString(16)
    .toUpperCase()
    .padStart(4, '0')
  return { ...told(checkedIdent(imei), into), reply: ascii(`*TS01,ACK:${sum}#`) }
}

function readPacket(bytes: Uint8Array, isSumIgnored: boolean): Decoded {
  // A truncated packet has no checksum either.
  const end = bytes.at(-1) === mark ? bytes.length - 3 : bytes.length
  const input = reader(bytes, 3, Math.max(end, 3))
  const ident = bcdImei(take(input, 8))
  const into = draft()
  put(into, 'timestamp', since2000 + (u32(input) & 0x7fff_ffff))
  while (left(input) > 1) {
    const type = u8(input)
    const size = type === 0x0b ? u16(input) : u8(input)
    readItem(into, type, part(input, Math.min(size, left(input))))
  }
  if (end === bytes.length) return told(ident, into)
  const sum = u16(reader(bytes, end))
  if (!isSumIgnored && sum !== crc16Xmodem(bytes, 1, end)) put(into, 'message.checksum.status', false)
  const answer = [0x01, 0xfe, ...be16(sum)]
  const seal = be16(crc16Xmodem(Uint8Array.from(answer)))
  return { ...told(ident, into), reply: concat([mark], escaped([...answer, ...seal], sign, followers), [mark]) }
}

const alarms: Bits = {
  0: { alarm: 'power_off' },
  1: { alarm: 'movement' },
  2: { alarm: 'overspeed' },
  4: { alarm: 'geofence' },
  10: { alarm: 'sos' },
}

const driving: Bits = {
  0: { alarm: 'harsh_acceleration' },
  1: { alarm: 'harsh_braking' },
  2: { alarm: 'harsh_cornering' },
  3: 'custom.no_warm_up',
  4: { alarm: 'idle' },
  5: { alarm: 'fatigue' },
  6: 'custom.rough_terrain',
  7: { alarm: 'high_rpm' },
}

function readItem(into: Draft, type: number, input: Reader): void {
  const read = items[type]
  if (read) read(into, input)
  else put(into, `custom.param.${type}`, toHex(take(input, left(input))))
}

const items: Readonly<Record<number, (into: Draft, input: Reader) => void>> = {
  1: putPlace,
  2: putCell,
  3(into, input) {
    const status = u16(input)
    put(into, 'custom.status', status)
    put(into, 'engine.ignition.status', (status & 0x200) !== 0)
    putBits(into, u16(input), alarms)
  },
  4: (into, input) => put(into, 'vehicle.mileage', u32(input) / 1000),
  5(into, input) {
    while (left(input) >= 2) putAnalogue(into, u16(input))
  },
  6(into, input) {
    put(into, 'custom.geofence_in', u32(input))
    put(into, 'custom.geofence_alarm', u32(input))
  },
  7: putDiagnosis,
  8: (into, input) => put(into, 'can.fuel.consumed', u32(input) / 10_000),
  9: putDiagnosis,
  10: (into, input) => putBits(into, u8(input), driving),
  11: (into, input) => put(into, 'custom.can', toHex(take(input, left(input)))),
  12: putJ1708,
  13: (into, input) => put(into, 'vehicle.vin', latin1(take(input, left(input)))),
  14(into, input) {
    put(into, 'driver.id', latin1(take(input, Math.max(left(input) - 1, 0))))
    put(into, 'custom.authorized', u8(input) !== 0)
  },
  16(into, input) {
    put(into, 'event.enum', u8(input))
    if (left(input) >= 4) put(into, 'custom.event_mask', u32(input))
  },
}

function putPlace(into: Draft, input: Reader): void {
  const latitude = i32(input) / 1e6
  const longitude = i32(input) / 1e6
  put(into, 'position.speed', u16(input))
  put(into, 'position.direction', u16(input))
  const hdop = u16(input)
  putFix(into, hdop < 9999, latitude, longitude)
  put(into, 'position.hdop', hdop / 100)
}

/** A cell of eleven bytes has a wide id; all ones say that none is known. */
function putCell(into: Draft, input: Reader): void {
  const isWide = left(input) === 11
  const [mcc, mnc, lac] = [u16(input), u16(input), u16(input)]
  const cellid = isWide ? u32(input) : u16(input)
  const dbm = -u8(input)
  if (mcc !== 0xffff) putCells(into, [{ mcc, mnc, lac, cellid, dbm }])
}

/** Twelve bits that reach over the range of the sensor in the highest four. */
function putAnalogue(into: Draft, word: number): void {
  const id = word >> 12
  const share = (word & 0xfff) / 4096
  if (id === 1) put(into, 'device.temperature', share * 180 - 55)
  else if (id >= 5 && id <= 9) put(into, `fuel.volume.${id - 4}`, share * 2000)
  else if (id === 0) put(into, 'external.powersource.voltage', share * 110 - 10)
  else if (id === 2) put(into, 'battery.voltage', share * 110 - 10)
  else if (id === 3) put(into, 'ain.1', share * 110 - 10)
  else put(into, `custom.analog_${id}`, word & 0xfff)
}

/** The size in the high four bits of the first byte, the mode in the low four. */
function putDiagnosis(into: Draft, input: Reader): void {
  while (left(input) > 1) {
    const head = u8(input)
    const answer = take(input, Math.min(Math.max((head >> 4) - 1, 0), left(input)))
    if ((head & 15) === 1 && answer.length > 1) putObd(into, answer[0]!, answer.subarray(1))
    else if (answer.length > 0) put(into, `custom.obd_mode_${head & 15}`, toHex(answer))
  }
}

/** Two bits of kind and six of size; kind 3 adds 256 to the id. */
function putJ1708(into: Draft, input: Reader): void {
  while (left(input) > 1) {
    const head = u8(input)
    const id = u8(input) + (head >> 6 === 3 ? 256 : 0)
    const value = take(input, Math.min(Math.max((head & 63) - 1, 0), left(input)))
    if (head >> 6 >= 2) put(into, `custom.pid_${id}`, toHex(value))
  }
}
