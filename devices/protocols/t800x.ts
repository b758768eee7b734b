/**
 * TOPFLYtech, over TCP and UDP: T8608, T8803, T8806, TLD, TLW, TLP, PioneerX, TorchX, KnightX, SolarX.
 * Source: "TOPFLYtech communication protocol" of the vehicle, OBD and personal asset families.
 *
 *   2323 old, 2525 vehicle, 2626 OBD, 2727 personal and asset; u8 type, u16 length of all, u16 serial, IMEI (BCD 8), body
 *     01 login, 03 heartbeat, 02 and 13 position, 05 and 06 driving (27: 05 network), 10 and 12 tags, 11 network
 *                → the same family and type, 000F, serial, IMEI
 *     04 and 14 alarm → the same with the alarm's code, 0010
 *     81 answer to a command
 *
 * The old family wants the serial 1 in its answers. A packet that is not answered is sent again. There is no checksum.
 */
import {
  ascii,
  bcdImei,
  be16,
  checkedLength,
  concat,
  latin1,
  left,
  part,
  type Reader,
  reader,
  skip,
  take,
  u8,
  u16,
} from '../bytes/bytes.ts'
import { type Draft, draft, finish, type Message, put } from '../message.ts'
import { type Command, type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { readAsset, readDriving, readNetwork, readTurning, readVehicle, utf16 } from './t800x/body.ts'
import { readTags } from './t800x/tags.ts'

const headBytes = 15
const families = new Set([0x23, 0x25, 0x26, 0x27])
const answer = 0x81

interface State {
  readonly family?: number
  readonly imei?: Uint8Array
}

export default defineDecoder<State>({
  recognise(bytes) {
    const [first, second, type, high, low] = bytes
    if (!families.has(first!) || (second !== undefined && second !== first)) return 'no'
    if (type !== undefined && (type === 0 || (type > 0x20 && type !== answer))) return 'no'
    if (high !== undefined && high > 15) return 'no'
    if (low === undefined) return 'more'
    return high! * 256 + low >= headBytes ? 'yes' : 'no'
  },

  frame(buffer) {
    if (!families.has(buffer[0]!) || (buffer.length > 1 && buffer[1] !== buffer[0]))
      throw new ProtocolError('no packet')
    if (buffer.length < 5) return 0
    const size = buffer[3]! * 256 + buffer[4]!
    if (size < headBytes) throw new ProtocolError(`a packet of ${size} bytes`)
    checkedLength(size, 4096)
    return buffer.length < size ? 0 : size
  },

  decode(frame) {
    const data = reader(frame)
    const messages: Message[] = []
    const replies: Uint8Array[] = []
    let ident: string | undefined
    let state: State = {}
    // A datagram may hold several packets of one tracker.
    do {
      const packet = readPacket(data)
      messages.push(...packet.messages)
      if (packet.reply) replies.push(packet.reply)
      ident ??= bcdImei(packet.imei)
      state = { family: packet.family, imei: packet.imei }
    } while (left(data) > 0)
    return {
      ident,
      ...(messages.length > 0 ? { messages } : {}),
      ...(replies.length > 0 ? { reply: concat(...replies) } : {}),
      state,
    } satisfies Decoded<State>
  },

  commands: { text: 'plain' },

  encode(command: Command, { family, imei }) {
    if (command.kind !== 'text' || !command.text || !imei || !family) return undefined
    const text = ascii(command.text)
    return concat([family, family, answer], be16(headBytes + 1 + text.length), [0, 1], imei, [1], text)
  },
})

interface Packet {
  readonly family: number
  readonly imei: Uint8Array
  readonly messages: readonly Message[]
  readonly reply?: Uint8Array
}

function readPacket(data: Reader): Packet {
  const family = u8(data)
  if (!families.has(family) || u8(data) !== family) throw new ProtocolError('no packet')
  const type = u8(data)
  const body = part(data, u16(data) - 5)
  const serial = u16(body)
  const imei = Uint8Array.from(take(body, 8))
  const into = draft()
  read(into, family, type, body)
  if (into.keys > 0) put(into, 'record.seqnum', serial)
  const message = finish(into)
  const messages = message ? [message] : []
  return { family, imei, messages, ...(type === answer ? {} : { reply: reply(family, type, serial, imei, message) }) }
}

const isAlarm = (type: number): boolean => type === 0x04 || type === 0x14

function reply(family: number, type: number, serial: number, imei: Uint8Array, message?: Message): Uint8Array {
  const code = isAlarm(type) ? [Number(message?.['alarm.code'] ?? 0)] : []
  const number = family === 0x23 ? 1 : serial
  return concat([family, family, type], be16(headBytes + code.length), be16(number), imei, code)
}

function read(into: Draft, family: number, type: number, body: Reader): void {
  if (type === answer) readAnswer(into, body)
  else if (family === 0x27 && type === 0x05) readNetwork(into, body)
  else if (family === 0x27 && (type === 0x02 || isAlarm(type))) readAsset(into, body, isAlarm(type))
  else if (type === 0x02 || type === 0x13 || isAlarm(type)) readVehicle(into, body, family, type)
  else if (type === 0x05) readDriving(into, body)
  else if (family === 0x26 && type === 0x06) readTurning(into, body)
  else if (type === 0x10 || type === 0x12) readTags(into, body)
  else if (type === 0x11) readNetwork(into, body)
}

/** u8 kind, then text in ASCII or in UTF-16. */
function readAnswer(into: Draft, body: Reader): void {
  if (left(body) < 2) return
  skip(body, 1)
  const bytes = take(body, left(body))
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', bytes.includes(0) ? utf16(bytes) : latin1(bytes))
}
