/**
 * Teltonika codecs 8, 8 Extended and 16 over TCP and UDP, the command codecs 12, 13 and 14, and the codec 7 of GH3000.
 * Source: "Teltonika Data Sending Protocols" and "Codec for Extended GPRS Commands", Teltonika Telematics wiki.
 *
 *   login        u16 length, IMEI in ASCII                       → 01 accepted, 00 refused
 *   TCP packet   u32 zero, u32 length, data, u32 CRC-16/ARC      → u32 number of records accepted
 *   UDP packet   u16 length, u16 packet id, 01, AVL packet id, u16 length, IMEI, data
 *                                                                → 0005, packet id, 01, AVL packet id, number accepted
 *   data         codec id, number of records, records, number of records again
 *
 * A tracker keeps its records until their number comes back. Fewer, or none, means: send again. That is also our answer
 * to a wrong CRC. The setting `extended` of a unit says that its codec 8 has a group of 16-byte values.
 * Not supported: the photos of camera adapters, which come in codec 12 frames of other types.
 */
import {
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
  u32,
  uint32,
} from '../bytes/bytes.ts'
import { crc16Arc } from '../bytes/checksum.ts'
import { checkedIdent, identMax, isDigits } from '../bytes/text.ts'
import { type Command, type Decoded, defineDecoder, type KnownUnit, type Link, ProtocolError } from '../protocol.ts'
import { readResponses, withCrc } from './teltonika/commands.ts'
import { ioTableFor } from './teltonika/io.ts'
import { isRecordCodec, type Layout, readRecords } from './teltonika/records.ts'

interface State {
  readonly link: Link
}

/** The count of records has one byte, and a record of codec 8 up to 255: a tracker that empties its memory may use it all. */
const frameBytesMax = 65_536
const ping = 0xff
const noneAccepted = uint32(0)

export default defineDecoder<State>({
  frameBytesMax,
  readsUnit: true,
  start: (link) => ({ link }),

  recognise(bytes, link) {
    if (link === 'udp') return looksLikeDatagram(bytes) ? 'yes' : 'no'
    if (bytes.length < 2) return bytes[0] === 0 ? 'more' : 'no'
    if (bytes[0] !== 0 || bytes[1] !== 15) return 'no'
    if (bytes.length < 17) return isDigits(latin1(bytes.subarray(2)) || '0') ? 'more' : 'no'
    return isDigits(latin1(bytes.subarray(2, 17))) ? 'yes' : 'no'
  },

  frame(buffer) {
    if (buffer[0] === ping) return 1
    if (buffer.length < 2) return 0
    const input = reader(buffer)
    const loginBytes = u16(input)
    if (loginBytes > 0) {
      const length = 2 + checkedLength(loginBytes, identMax)
      return buffer.length >= length ? length : 0
    }
    if (buffer.length < 8) return 0
    if (u16(input) !== 0) throw new ProtocolError('a packet begins with four zero bytes')
    const dataBytes = u32(input)
    if (dataBytes < 3) throw new ProtocolError('a packet without data')
    const length = checkedLength(8 + dataBytes + 4, frameBytesMax)
    return buffer.length >= length ? length : 0
  },

  decode(frame, state, _receivedAt, unit) {
    if (frame.length === 1 && frame[0] === ping) return {}
    const input = reader(frame)
    const layout = { table: ioTableFor(unit?.model), hasGroup16: unit?.settings?.extended === true }
    const trusts = unit?.settings?.checksum === 'ignore'
    if (state.link === 'udp') return readDatagram(input, layout)
    const loginBytes = u16(input)
    if (loginBytes > 0) return readLogin(input, loginBytes)
    skip(input, 2)
    return readPacket(input, u32(input), layout, trusts)
  },

  commands: {
    position: 'plain',
    interval: 'plain',
    reboot: 'plain',
    'engine.stop': 'plain',
    'engine.resume': 'plain',
    server: 'plain',
    text: 'plain',
  },

  /** The maker describes commands over TCP only. */
  encode(command, { link }, unit) {
    const text = link === 'udp' ? undefined : commandText(command, unit)
    return text === undefined ? undefined : withCrc(text)
  },
})

/** Length, packet id, type 1, AVL packet id and an IMEI of fifteen digits. */
const looksLikeDatagram = (bytes: Uint8Array): boolean =>
  bytes.length > 23 &&
  bytes[0]! * 256 + bytes[1]! === bytes.length - 2 &&
  bytes[4] === 1 &&
  bytes[6] === 0 &&
  bytes[7] === 15 &&
  isDigits(latin1(bytes.subarray(8, 23)))

function readLogin(input: Reader, size: number): Decoded<State> {
  const ident = checkedIdent(latin1(take(input, size)))
  return { ident, reply: Uint8Array.of(1), refusal: Uint8Array.of(0) }
}

function readPacket(input: Reader, size: number, layout: Layout, trusts: boolean): Decoded<State> {
  const { bytes, at } = input
  if (!trusts) {
    const whole =
      left(input) === size + 4 && crc16Arc(bytes, at, at + size) === reader(bytes, at + size).view.getUint32(at + size)
    if (!whole) return isRecordCodec(bytes[at]) ? { reply: noneAccepted } : {}
  }
  // A frame that is accepted despite its checksum may have a wrong length as well.
  const data = part(input, trusts ? left(input) : size)
  const codec = u8(data)
  if (!isRecordCodec(codec)) return { messages: readResponses(codec, data) }
  const { messages, count } = readRecords(codec, data, layout)
  return { messages, reply: uint32(count), nack: noneAccepted }
}

function readDatagram(input: Reader, layout: Layout): Decoded<State> {
  const size = u16(input)
  if (left(input) < size) throw new ProtocolError('the datagram is shorter than it says')
  const packetId = u16(input)
  skip(input, 1)
  const avlPacketId = u8(input)
  const ident = checkedIdent(latin1(take(input, u16(input))))
  const codec = u8(input)
  if (!isRecordCodec(codec)) return { ident, messages: readResponses(codec, input) }
  const { messages, count } = readRecords(codec, input, layout)
  const answer = (accepted: number) => concat(be16(5), be16(packetId), [1, avlPacketId, accepted])
  return { ident, messages, reply: answer(count), nack: answer(0) }
}

/** Parameters have these numbers on all families but the oldest (FM…, GH…), which differ from each other. */
const hasOldParameters = (unit?: KnownUnit): boolean => /^(FM\d|GH)/.test(unit?.model ?? '')

/**
 * The commands every Teltonika tracker understands; `setdigout` switches the first output, which drives the relay.
 * Parameters: 10050 and 10055 are how often it measures and how often it sends while moving, 2004 and 2005 the server.
 */
function commandText(command: Command, unit?: KnownUnit): string | undefined {
  switch (command.kind) {
    case 'interval':
      return hasOldParameters(unit) ? undefined : `setparam 10050:${command.seconds};10055:${command.seconds}`
    case 'server':
      return hasOldParameters(unit) ? undefined : `setparam 2004:${command.host};2005:${command.port}`
    case 'text':
      return command.text
    case 'engine.stop':
      return 'setdigout 1'
    case 'engine.resume':
      return 'setdigout 0'
    case 'position':
      return 'getgps'
    case 'reboot':
      return 'cpureset'
  }
}
