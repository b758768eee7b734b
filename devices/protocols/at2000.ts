/**
 * Teltonika AT2000 (asset tracker), over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   packet   [01 in the first packet of a connection], u8 type, u24 length, zeros up to sixteen bytes, content, filled
 *            up to a multiple of sixteen; numbers are little-endian
 *   01 login       IMEI, vector of sixteen bytes, one block of cipher → acknowledgement, 88 a request for its track
 *   89 the track   records of 63 bytes in AES-128-CBC, which continues from packet to packet; a track may have many
 *                  kilobytes and is sent in pieces of 496 bytes, each of which → acknowledgement
 *   0C end of the session
 *
 * All trackers have the same key.
 */
import { decryptedCbc, decryptionKey } from '../bytes/aes.ts'
import { concat, f32le, latin1, left, type Reader, reader, take, u8, u16le, u32le, u64le } from '../bytes/bytes.ts'
import { checkedIdent, isDigits } from '../bytes/text.ts'
import { putFix } from '../families/nmea.ts'
import { type Draft, draft, finish, type Message, put, putCells } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'

interface State {
  /** The last block of ciphertext, which the next one needs. */
  readonly chain?: Uint8Array
  /** Bytes of the track that are still to come. */
  readonly due: number
  /** The beginning of a record that ends in the next piece. */
  readonly begun: Uint8Array
}

const [login, track, acknowledgement, codec] = [0x01, 0x89, 0x00, 0x01]
const block = 16
const imeiBytes = 15
const recordBytes = 63
const pieceBytes = 496
const key = decryptionKey(Uint8Array.from({ length: block }, (_, index) => index))

const accepted = filled([acknowledgement, 0, 0, 1, 0], 2 * block)
const request = filled([0x88], block)
const nothing = new Uint8Array()

export default defineDecoder<State>({
  frameBytesMax: pieceBytes,
  start: () => ({ due: 0, begun: nothing }),

  recognise(bytes) {
    for (let at = 0; at < block + 1 && at < bytes.length; at++) if (bytes[at] !== opening[at]) return 'no'
    if (bytes.length < block + 1 + imeiBytes) return 'more'
    return isDigits(latin1(bytes.subarray(block + 1, block + 1 + imeiBytes))) ? 'yes' : 'no'
  },

  frame(buffer, { due }) {
    if (due > 0) return buffer.length >= Math.min(due, pieceBytes) ? Math.min(due, pieceBytes) : 0
    const head = buffer[0] === codec ? 1 : 0
    if (buffer.length < head + 4) return 0
    const length = Math.min(wholeSize(buffer, head), pieceBytes)
    return buffer.length >= length ? length : 0
  },

  decode(frame, state) {
    if (state.due > 0) return readTrack(frame, state, Math.max(state.due - frame.length, 0))
    const head = frame[0] === codec ? 1 : 0
    const type = frame[head]
    if (frame.length < block) throw new ProtocolError('a packet shorter than its head')
    if (type === login) return readLogin(frame, head)
    if (type === track) {
      return readTrack(frame.subarray(block), state, Math.max(wholeSize(frame, head) - frame.length, 0))
    }
    return type === acknowledgement ? {} : { reply: accepted }
  },
})

const opening = filled([codec, login, 47, 0, 0], block + 1)

function filled(bytes: readonly number[], size: number): Uint8Array {
  const packet = new Uint8Array(size)
  packet.set(bytes)
  return packet
}

function wholeSize(bytes: Uint8Array, head: number): number {
  const length = bytes[head + 1]! + bytes[head + 2]! * 0x100 + bytes[head + 3]! * 0x10000
  return Math.ceil((length + block) / block) * block
}

function readLogin(frame: Uint8Array, head: number): Decoded<State> {
  const input = reader(frame, head + block)
  const ident = checkedIdent(latin1(take(input, imeiBytes)))
  take(input, block)
  const chain = take(input, block).slice()
  return { ident, reply: concat(accepted, request), state: { chain, due: 0, begun: nothing } }
}

/** An empty track means that there is nothing new. */
function readTrack(cipher: Uint8Array, { chain, begun }: State, due: number): Decoded<State> {
  if (!chain) throw new ProtocolError('a track before the login')
  if (cipher.length < block) return { reply: accepted, state: { chain, due, begun } }
  const input = reader(concat(begun, decryptedCbc(key, chain, cipher)))
  const messages: Message[] = []
  while (left(input) >= recordBytes) {
    const into = draft()
    putRecord(into, input)
    messages.push(finish(into)!)
  }
  const last = cipher.slice(cipher.length - block)
  // What is left of the last piece fills its block.
  const rest = due > 0 ? take(input, left(input)).slice() : nothing
  return { messages, reply: accepted, state: { chain: last, due, begun: rest } }
}

const noTemperature = 0x80

function putRecord(into: Draft, input: Reader): void {
  put(into, 'record.seqnum', u16le(input))
  u16le(input)
  put(into, 'timestamp', Number(u64le(input)))
  putFix(into, true, f32le(input), f32le(input))
  put(into, 'position.altitude', f32le(input))
  put(into, 'position.speed', f32le(input))
  put(into, 'position.direction', f32le(input))
  put(into, 'custom.geofence_event', u32le(input))
  put(into, 'custom.io_event', u32le(input))
  put(into, 'custom.geofence_state', u32le(input))
  put(into, 'custom.io_state', u32le(input))
  const operator = u16le(input)
  put(into, 'custom.adc_1', u16le(input))
  put(into, 'custom.adc_2', u16le(input))
  put(into, 'external.powersource.voltage', u16le(input) / 1000)
  putCells(into, [{ mcc: Math.floor(operator / 100), mnc: operator % 100, cellid: u16le(input) }])
  put(into, 'custom.rssi', u8(input))
  put(into, 'custom.profile', u8(input))
  put(into, 'custom.battery_code', u8(input))
  const temperature = u8(input)
  if (temperature !== noTemperature) put(into, 'sensor.temperature.1', (temperature << 24) >> 24)
  const satellites = u8(input)
  if (satellites < 0xff) put(into, 'position.satellites', satellites)
}
