/**
 * Suntech: the numbered families (SA200, ST300, ST340, ST600, ST910, ST4xx) and the universal protocol, in text and binary.
 * Source: ST300/340 Operation Manual – LATAM Rev. 1.41 (6 reports, 7 commands), ST310U Operation Manual Rev. 1.08;
 * the universal protocol as its reports show it.
 *
 *   text     fields between semicolons, ended by CR: ST300STT;… · STT;id;map;…
 *   zip      02, u16 length, …, 03
 *   binary   81 or 82, u16 length, …
 *
 * The documents know no acknowledgement. A keep-alive (ALV) says that the tracker is there. Optional fields at the end
 * depend on the settings of the device and are recognised by their shape.
 */

import { ascii, bcd, checkedLength, latin1, reader } from '../bytes/bytes.ts'
import { checkedIdent, decimal, integer, isDigits } from '../bytes/text.ts'
import { draft, finish, type Message, put, putPosition } from '../message.ts'
import { type CommandKind, type Decoded, defineDecoder, ProtocolError, type Recognition } from '../protocol.ts'
import { type Beacon, putBeacons } from '../values/beacon.ts'
import { readLegacy, readTime } from './suntech/legacy.ts'
import { findDate, findPlace, type Line, lineLength, splitLine } from './suntech/line.ts'
import { binaryAlert, binaryStatus, readBinary, readUniversal } from './suntech/universal.ts'
import { readZip, zipStart } from './suntech/zip.ts'

interface State {
  /** What a command begins with: the family, or nothing in the universal protocol. */
  readonly family?: string
  readonly ident?: string
}

const frameBytesMax = 4096
const universalTypes = new Set([
  'STT',
  'EMG',
  'EVT',
  'ALT',
  'ALV',
  'UEX',
  'HTE',
  'TRV',
  'BLE',
  'BSA',
  'BDA',
  'RES',
  'CMD',
  'CRR',
  'DEX',
])

export default defineDecoder<State>({
  frameBytesMax,

  recognise(bytes) {
    if (bytes[0] === zipStart) return recogniseBinary(bytes, 4)
    if (bytes[0] === binaryStatus || bytes[0] === binaryAlert) return recogniseBinary(bytes, 3)
    return recogniseText(latin1(bytes.subarray(0, 12)))
  },

  frame(buffer) {
    const first = buffer[0]!
    if (first === 10 || first === 13) return 1
    if (first === zipStart || first >= 0x80) {
      if (buffer.length < 3) return 0
      const length = checkedLength(3 + buffer[1]! * 256 + buffer[2]! + (first === zipStart ? 1 : 0), frameBytesMax)
      return buffer.length >= length ? length : 0
    }
    const length = lineLength(buffer)
    checkedLength(length || buffer.length, frameBytesMax)
    return length
  },

  decode(frame) {
    const first = frame[0]!
    if (first === zipStart) return readCompact(frame, 'zip')
    if (first === binaryStatus || first === binaryAlert) return readCompact(frame, 'binary')
    if (first >= 0x80) return {}
    let end = frame.length
    while (end > 0 && frame[end - 1]! <= 32) end--
    return end === 0 ? {} : readText(splitLine(frame.subarray(0, end)))
  },

  /** The answer to StatusReq is a report like any other. */
  commands: { position: 'none', reboot: 'plain', 'engine.stop': 'plain', 'engine.resume': 'plain', text: 'plain' },

  encode(command, state) {
    if (command.kind === 'text') return command.text ? ascii(`${command.text}\r`) : undefined
    const word = commandWords[command.kind]
    return word && state.ident && state.family ? ascii(`${state.family}CMD;${state.ident};02;${word}\r`) : undefined
  },
})

/** Commands of the manual's chapter 7; the universal protocol has others. */
const commandWords: Partial<Record<CommandKind, string>> = {
  position: 'StatusReq',
  'engine.stop': 'Enable1',
  'engine.resume': 'Disable1',
  reboot: 'Reboot',
}

/** `SA200STT;317652`, `ST910;Location`, `STT;0520000295`. */
function recogniseText(start: string): Recognition {
  const semicolon = start.indexOf(';')
  const head = semicolon < 0 ? start : start.slice(0, semicolon)
  if (isFamily(head)) return semicolon < 0 ? 'more' : 'yes'
  if (semicolon < 0) return mayBeHead(head) ? 'more' : 'no'
  if (!universalTypes.has(head)) return 'no'
  return start.length === semicolon + 1 ? 'more' : isDigits(start.slice(semicolon + 1, semicolon + 2)) ? 'yes' : 'no'
}

const isFamily = (head: string): boolean =>
  (head.startsWith('ST') || head.startsWith('SA')) && head.length >= 5 && isDigits(head.slice(2, 5))

function mayBeHead(start: string): boolean {
  if (start === 'S' || start === 'ST' || start === 'SA') return true
  if ((start.startsWith('ST') || start.startsWith('SA')) && start.length < 5 && isDigits(start.slice(2))) return true
  return [...universalTypes].some((type) => type.startsWith(start))
}

/** A length a report can have and an id of digits after it. */
function recogniseBinary(bytes: Uint8Array, idAt: number): Recognition {
  if (bytes.length < 2) return 'more'
  if (bytes[1]! > 3) return 'no'
  if (bytes.length < idAt + 5) return 'more'
  if (bytes[0] === zipStart && (bytes[3]! < 0x10 || bytes[3]! > 0x16)) return 'no'
  return bcd(bytes.subarray(idAt, idAt + 5)) === undefined ? 'no' : 'yes'
}

function readCompact(frame: Uint8Array, format: 'zip' | 'binary'): Decoded<State> {
  const size = 3 + frame[1]! * 256 + frame[2]!
  if (frame.length < 9 || frame.length < size) throw new ProtocolError('a report shorter than it says')
  const into = draft()
  const input = reader(frame, 3, size)
  const ident = format === 'zip' ? readZip(into, input) : readBinary(into, frame[0]!, input)
  if (ident === undefined) throw new ProtocolError('an id that has no digits')
  const family = format === 'zip' ? 'ST300' : ''
  return { ident, ...only(finish(into)), state: { ident, family } }
}

const only = (message: Message | undefined) => (message ? { messages: [message] } : {})

function readText(line: Line): Decoded<State> {
  const { fields } = line
  const head = fields[0]!
  if (isFamily(head)) return readFamily(head, line)
  if (!universalTypes.has(head) || fields.length < 2) return {}
  const ident = checkedIdent(fields[1]!)
  const state = { ident, family: '' }
  const into = draft()
  if (head === 'RES' || head === 'CMD') {
    put(into, 'message.type', 'command.answer')
    put(into, 'message.content', fields.slice(2).join(';'))
  } else if (head === 'BLE') {
    readBeacons(into, fields)
  } else if (head === 'STT' || head === 'ALT' || head === 'UEX' || head === 'EMG' || head === 'EVT') {
    put(into, 'message.type', head)
    readUniversal(into, head, line)
  }
  return { ident, ...only(finish(into)), state }
}

function readFamily(head: string, line: Line): Decoded<State> {
  const { fields } = line
  const family = head.slice(0, 5)
  const isSimple = head.length === 5
  const type = isSimple ? (fields[1] ?? '') : head.slice(5)
  const isAnswer = fields[1] === 'Res'
  const ident = checkedIdent(fields[isSimple || isAnswer ? 2 : 1] ?? '')
  const state = { ident, family }
  if (type === 'ALV') return { ident, state }
  const into = draft()
  if (isAnswer) {
    put(into, 'message.type', 'command.answer')
    put(into, 'message.content', fields.slice(3).join(';'))
  } else {
    put(into, 'message.type', type)
    readLegacy(into, type, line, isSimple)
  }
  return { ident, ...only(finish(into)), state }
}

/** Signal, its minimum and maximum, address, number of detections, major, minor. */
const beaconFields = 7

/** Beacons in sight, with the position and time of seeing them; how many there are, then the fields of each. */
function readBeacons(into: ReturnType<typeof draft>, fields: readonly string[]): void {
  const date = findDate(fields, 2)
  const place = findPlace(fields, 2)
  put(into, 'message.type', 'BLE')
  if (date >= 0) put(into, 'timestamp', readTime(fields[date], fields[date + 1]))
  if (place < 0) return
  putPosition(into, decimal(fields[place]), decimal(fields[place + 1]))
  put(into, 'position.valid', true)
  put(into, 'message.content', fields.slice(place + 2).join(';'))
  const count = integer(fields[place + 2]) ?? 0
  const heard: Beacon[] = []
  for (let at = place + 3; heard.length < count && at + beaconFields <= fields.length; at += beaconFields) {
    const [rssi, , , id, , major, minor] = fields.slice(at, at + beaconFields)
    heard.push({ id: `${id}.${major}.${minor}`, rssi: integer(rssi) })
  }
  putBeacons(into, heard)
}
