/**
 * Eelink, over TCP and UDP: TK116, TK119, TK319, TK419, GPT06, GPT12, GPT19, GOT08, GOT10.
 * Source: "Eelink communication protocol v2.0" and v1.x.
 *
 *   6767, u8 type, u16 length of what follows, u16 sequence, content
 *     01 login            IMEI (BCD 8), u8 language, i8 zone, …   → 01 sequence, u32 time, u16 version, u8 mask
 *     03 heartbeat        u16 status                              → 03 sequence
 *     12 location, 14 warning, 15 report                          → the same type, sequence
 *     16 to 19            a location, then something else; 06 a text message that came in
 *     02, 04, 05          location, alarm and report before 2.0; 04 and 05 are answered, 02 is not
 *     07 OBD              → 07 sequence
 *     80 answer to a command
 *
 * Over UDP one or more packets follow `EL`, u16 length of what follows, u16 sum of what follows it, IMEI (BCD 8); the
 * answers come in one such envelope. One with a wrong sum is not answered.
 */
import {
  ascii,
  bcdImei,
  be16,
  be32,
  checkedLength,
  concat,
  left,
  mayStartWith,
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
import {
  putStatus,
  readAlarm,
  readLocation,
  readMessage,
  readOld,
  readOther,
  readReport,
  readWarning,
} from './eelink/location.ts'
import { readObd } from './eelink/obd.ts'
import { readText } from './eelink/text.ts'

const packetHead = 5
const envelopeHead = 14

const login = 0x01
const answer = 0x80

/** BCD, as the envelope of a datagram repeats it. */
interface State {
  readonly imei?: Uint8Array
  readonly isWrapped?: boolean
}

const readers: ReadonlyMap<number, (into: Draft, data: Reader) => void> = new Map([
  [0x02, readOld],
  [0x03, (into: Draft, data: Reader) => putStatus(into, u16(data))],
  [0x04, readAlarm],
  [0x05, readReport],
  [0x06, readMessage],
  [0x07, readObd],
  [0x12, readLocation],
  [0x14, (into: Draft, data: Reader) => readWarning(into, data, true)],
  [0x15, (into: Draft, data: Reader) => readWarning(into, data, false)],
  [0x16, readOther],
  [0x17, readOther],
  [0x18, readOther],
  [0x19, readOther],
  [answer, readText],
])

/** All are kept by the tracker until answered. */
const answered = new Set([0x03, 0x04, 0x05, 0x06, 0x07, 0x12, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19])

export default defineDecoder<State>({
  recognise(bytes, link) {
    const start = link === 'udp' ? ascii('EL') : [0x67, 0x67]
    if (!mayStartWith(bytes, start)) return 'no'
    if (link === 'udp') return bytes.length >= envelopeHead + packetHead && bytes[envelopeHead] === 0x67 ? 'yes' : 'no'
    return bytes.length < 2 ? 'more' : 'yes'
  },

  frame(buffer) {
    const isPacket = mayStartWith(buffer, [0x67, 0x67])
    if (!isPacket && !mayStartWith(buffer, ascii('EL'))) throw new ProtocolError('no packet')
    if (buffer.length < packetHead) return 0
    const size = isPacket ? packetHead + buffer[3]! * 256 + buffer[4]! : 4 + buffer[2]! * 256 + buffer[3]!
    checkedLength(size, 4096)
    return buffer.length < size ? 0 : size
  },

  decode(frame, state, receivedAt, unit) {
    const data = reader(frame)
    const first = u16(data)
    if (first === 0x6767) {
      data.at = 0
      return readPackets(data, state, receivedAt)
    }
    if (first !== 0x454c) throw new ProtocolError('no packet')
    skip(data, 2)
    const sum = u16(data)
    if (sum !== rotatedSum(frame.subarray(data.at)) && unit?.settings?.checksum !== 'ignore') return {}
    const imei = Uint8Array.from(take(data, 8))
    const { reply, ...decoded } = readPackets(data, { imei, isWrapped: true }, receivedAt)
    return { ...decoded, ident: bcdImei(imei), ...(reply ? { reply: envelope(imei, reply) } : {}) }
  },

  commands: {
    position: 'numbered',
    reboot: 'numbered',
    'engine.stop': 'numbered',
    'engine.resume': 'numbered',
    text: 'numbered',
  },

  encode(command: Command, { imei, isWrapped }) {
    const text = commandText(command)
    if (text === undefined) return undefined
    const bytes = packet(answer, 0, [1, ...be32(command.id ?? 0), ...ascii(text)])
    return isWrapped && imei ? envelope(imei, bytes) : bytes
  },
})

/** Each byte is added to a sum turned left by one bit. */
function rotatedSum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum = ((((sum << 1) | (sum >> 15)) & 0xffff) + byte) & 0xffff
  return sum
}

const envelope = (imei: Uint8Array, packets: Uint8Array): Uint8Array => {
  const body = concat(imei, packets)
  return concat(ascii('EL'), be16(2 + body.length), be16(rotatedSum(body)), body)
}

function commandText({ kind, text }: Command): string | undefined {
  switch (kind) {
    case 'text':
      return text || undefined
    case 'engine.stop':
      return 'RELAY,1#'
    case 'engine.resume':
      return 'RELAY,0#'
    case 'position':
      return 'WHERE#'
    case 'reboot':
      return 'RESET#'
    default:
      return undefined
  }
}

function readPackets(data: Reader, state: State, receivedAt: Date): Decoded<State> {
  const messages: Message[] = []
  const replies: Uint8Array[] = []
  let { imei } = state
  let ident: string | undefined
  while (left(data) > 0) {
    if (u16(data) !== 0x6767) throw new ProtocolError('no packet')
    const type = u8(data)
    const content = part(data, u16(data))
    const sequence = u16(content)
    if (type === login) {
      imei = Uint8Array.from(take(content, 8))
      ident = bcdImei(imei)
      replies.push(packet(login, sequence, [...be32(receivedAt.getTime() / 1000), 0, 1, 0]))
      continue
    }
    if (answered.has(type)) replies.push(packet(type, sequence))
    const into = draft()
    readers.get(type)?.(into, content)
    if (into.keys > 0) put(into, 'record.seqnum', sequence)
    const message = finish(into)
    if (message) messages.push(message)
  }
  return {
    ...(ident ? { ident } : {}),
    ...(messages.length > 0 ? { messages } : {}),
    ...(replies.length > 0 ? { reply: concat(...replies) } : {}),
    state: { ...state, imei },
  }
}

const packet = (type: number, sequence: number, body: readonly number[] = []): Uint8Array =>
  concat([0x67, 0x67, type], be16(2 + body.length), be16(sequence), body)
