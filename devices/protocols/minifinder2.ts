/**
 * Eview (EV-04, EV-05, EV-07B …) and MiniFinder, over TCP.
 * Source: recorded traffic and general knowledge of the format; we have no document from the maker (docs/protocols.md).
 *
 *   packet   AB, u8 flags (10: wants an answer), u16 length of the body, u16 CRC-16/XMODEM of the body, u16 number, body
 *   body     u8 command (1 data, 2 settings, 3 services, 4 system, 7F answer), then {u8 length, u8 key, value}
 *            all numbers are little-endian
 *   answer   AB 00 0003 CRC number 7F 01 00; to a question for the time: 03 05 12 and the seconds since 1970
 *
 * A packet with a wrong CRC is not answered, so that it is sent again.
 */
import {
  checkedLength,
  concat,
  latin1,
  le16,
  le32,
  left,
  part,
  type Reader,
  reader,
  toHex,
  u8,
  u16,
  u16le,
  uint,
} from '../bytes/bytes.ts'
import { crc16Xmodem } from '../bytes/checksum.ts'
import { checkedIdent } from '../bytes/text.ts'
import { type Draft, draft, finish, type Message, put } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import type { ParameterName } from '../values/parameters.ts'
import { readKey, statusKey } from './minifinder2/keys.ts'

interface State {
  readonly ident?: string
}

const frameBytesMax = 8192
const headBytes = 8
const start = 0xab
const wantsAnswer = 0x10

const data = 1
const settings = 2
const services = 3
const system = 4
const answer = 0x7f

export default defineDecoder<State>({
  frameBytesMax,

  recognise(bytes) {
    if (bytes[0] !== start) return 'no'
    if (bytes.length < 9) return 'more'
    const length = bytes[2]! + bytes[3]! * 256
    const isCommand = [data, settings, services, system, answer].includes(bytes[8]!)
    return bytes[1]! < 0x40 && length > 0 && length <= frameBytesMax - headBytes && isCommand ? 'yes' : 'no'
  },

  frame(buffer) {
    if (buffer[0] !== start) throw new ProtocolError('a packet begins with AB')
    if (buffer.length < 4) return 0
    const length = checkedLength(headBytes + buffer[2]! + buffer[3]! * 256, frameBytesMax)
    return buffer.length >= length ? length : 0
  },

  decode(frame, state, receivedAt, unit) {
    if (frame.length <= headBytes) throw new ProtocolError('a packet without a body')
    const head = reader(frame, 2)
    const end = headBytes + u16le(head)
    if (end > frame.length || end === headBytes) throw new ProtocolError('a packet shorter than it says')
    const isWhole = crc16Xmodem(frame, headBytes, end) === u16le(head)
    if (!isWhole && unit?.settings?.checksum !== 'ignore') return {}
    const number = u16le(head)
    const { isTimeAsked, ...read } = readBody(reader(frame, headBytes, end))
    const now = Math.floor(receivedAt.getTime() / 1000)
    const body = isTimeAsked ? [services, 5, timeKey, ...le32(now)] : [answer, 1, 0]
    const next = read.ident && read.ident !== state.ident ? { state: { ident: read.ident } } : {}
    return { ...read, ...(frame[1]! & wantsAnswer ? { reply: packet(number, body) } : {}), ...next }
  },
})

const timeKey = 0x12
const textKey = 0x1f

function packet(number: number, body: readonly number[]): Uint8Array {
  const bytes = Uint8Array.from(body)
  return concat([start, 0], le16(bytes.length), le16(crc16Xmodem(bytes)), le16(number), bytes)
}

interface Body extends Decoded<State> {
  readonly isTimeAsked?: boolean
}

function readBody(input: Reader): Body {
  const command = u8(input)
  switch (command) {
    case data:
      return readData(input)
    case settings:
      return readSettings(input)
    case services:
      return readServices(input)
    case system:
    case answer:
      return { messages: [readAnswer(input)] }
    default:
      return {}
  }
}

/** Keys with their values, as far as the body goes. */
function* keys(input: Reader): Generator<readonly [number, Reader]> {
  while (left(input) >= 2) {
    const size = u8(input)
    if (size === 0) continue
    const value = part(input, Math.min(size, left(input)))
    yield [u8(value), value]
  }
}

const idOf = (value: Reader): string => checkedIdent(latin1(value.bytes.subarray(value.at, value.end)))

/** A status begins a record; what came before the first belongs to it too. */
function readData(input: Reader): Body {
  let ident: string | undefined
  let into = draft()
  let hasStatus = false
  const messages: Message[] = []
  const close = () => {
    if (hasStatus && !('position.latitude' in into.values)) put(into, 'position.valid', false)
    const message = finish(into)
    if (message) messages.push(message)
    into = draft()
  }
  for (const [key, value] of keys(input)) {
    if (key === 1) ident = idOf(value)
    else {
      if (key === statusKey && hasStatus) close()
      hasStatus ||= key === statusKey
      readKey(into, key, value)
    }
  }
  close()
  return { ...(ident ? { ident } : {}), ...(messages.length > 0 ? { messages } : {}) }
}

const settingNames: Readonly<Record<number, ParameterName>> = {
  4: 'gsm.sim.iccid',
  19: 'custom.device_name',
  23: 'custom.gps_url',
  24: 'custom.lbs_url',
  26: 'device.firmware.version',
  27: 'custom.gsm_module',
  64: 'custom.apn',
  71: 'custom.device_id',
  97: 'custom.msisdn',
  102: 'gsm.sim.imsi',
}
/** Numbers, the most significant byte first. */
const settingNumbers: Readonly<Record<number, ParameterName>> = {
  1: 'custom.module_number',
  2: 'custom.version_fw',
  6: 'custom.setting_time',
  7: 'custom.run_times',
  15: 'custom.enable_control',
  51: 'custom.phone_switches',
  78: 'custom.gsm_band',
  80: 'custom.power_alert',
  81: 'custom.geo_alert',
  83: 'custom.motion_alert',
  117: 'custom.extra_enable_control',
}
/** Values that only the owner should see. */
const secretSettings = new Set([13, 65, 66])

function readSettings(input: Reader): Body {
  const into = draft()
  let ident: string | undefined
  put(into, 'message.type', 'settings')
  for (const [key, value] of keys(input)) {
    if (key === 3 && left(value) === 15) ident = idOf(value)
    const bytes = value.bytes.subarray(value.at, value.end)
    const [text, number] = [settingNames[key], settingNumbers[key]]
    if (key === 3 || bytes.length === 0 || secretSettings.has(key)) continue
    if (text) put(into, text, latin1(bytes).replaceAll('\0', ''))
    else if (number && bytes.length <= 4) put(into, number, Number(uint(value, bytes.length)))
    else if (key === batterySetting && bytes.length === 3) readBatterySetting(into, value)
    else put(into, `custom.setting_${key}`, toHex(bytes))
  }
  return { ...(ident ? { ident } : {}), messages: [finish(into)!] }
}

const batterySetting = 20

function readBatterySetting(into: Draft, value: Reader): void {
  put(into, 'battery.level', u8(value))
  put(into, 'battery.voltage', u16(value) / 1000)
}

function readServices(input: Reader): Body {
  const into = draft()
  let ident: string | undefined
  let isTimeAsked = false
  put(into, 'message.type', 'service')
  for (const [key, value] of keys(input)) {
    if (key === 1) ident = idOf(value)
    else {
      isTimeAsked ||= key === timeKey
      put(into, 'custom.service', key)
      if (key === 0x10 && left(value) > 0) put(into, 'battery.level', u8(value))
    }
  }
  return { ...(ident ? { ident } : {}), messages: [finish(into)!], isTimeAsked }
}

/** The answer to a command: its result, or a text. */
function readAnswer(input: Reader): Message {
  const into = draft()
  put(into, 'message.type', 'command.answer')
  for (const [key, value] of keys(input)) {
    const text = latin1(value.bytes.subarray(Math.min(value.at + 1, value.end), value.end))
    put(into, 'message.content', key === textKey ? text : String(key))
  }
  return finish(into)!
}
