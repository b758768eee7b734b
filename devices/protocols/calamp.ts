/**
 * CalAmp LM Direct, over UDP: LMU, TTU.
 * Source: "LM Direct Reference Guide", CalAmp.
 *
 *   [u8 80 + options, each after its length: 0 mobile id (BCD, padded with F), 1 its kind, 2 authentication, 3 routing,
 *    4 forwarding, 5 redirection], u8 service (0 unacknowledged, 1 acknowledged, 2 response), u8 type, u16 sequence, body
 *     1 acknowledge → 02 01 sequence, type, u8 result (0 done, 1 failed), 00, 000000 version; for service 1 only
 *
 *   position  u32 time, u32 time of the fix, i32 latitude, i32 longitude (1e-7 degrees), i32 altitude cm, u32 speed cm/s,
 *           u16 course, u8 satellites, u8 state of the fix, u16 carrier, i16 dBm, u8 network, u8 HDOP 0.1, u8 inputs, u8 unit
 *     2 event     position, u8 event index, u8 event code, u8 number of accumulators, u8, u32 accumulators
 *     4 user data position, u8 route, u8 id, u16 length, data
 *     5 app data  position, u16 kind, u16 length, data
 *     8 locate    position, u8 number of accumulators, u8, u32 accumulators
 *   10 mini event u32 time, i32 latitude, i32 longitude, u16 course, u8 km/h, u8 satellites (bits 0 to 3) and fix (bit 5: none),
 *                 u8 network, u8 inputs, u8 event code, u8 number of accumulators, u32 accumulators
 *
 * What an accumulator counts depends on the owner's configuration, so the raw value is kept. A message that is not
 * acknowledged is sent again, with the same sequence.
 */
import {
  be16,
  concat,
  i16,
  i32,
  latin1,
  left,
  type Reader,
  reader,
  skip,
  take,
  toHex,
  u8,
  u16,
  u32,
} from '../bytes/bytes.ts'
import { type Draft, draft, finish, put, putPosition } from '../message.ts'
import { defineDecoder, ProtocolError, type Recognition } from '../protocol.ts'

const optionsMax = 6
const acknowledged = 1

export default defineDecoder({
  recognise,

  frame: (buffer) => buffer.length,

  decode(frame) {
    const data = reader(frame)
    const ident = readOptions(data)
    const service = u8(data)
    if (service > 2) throw new ProtocolError(`service ${service}`)
    const type = u8(data)
    const sequence = u16(data)
    const into = draft()
    read(into, type, data)
    const message = finish(into)
    const answer = (result: number) => concat([2, 1], be16(sequence), [type, result, 0, 0, 0, 0])
    return {
      ...(ident === undefined ? {} : { ident }),
      ...(message ? { messages: [message] } : {}),
      ...(service === acknowledged ? { reply: answer(0) } : {}),
      ...(service === acknowledged && message ? { nack: answer(1) } : {}),
    }
  },
})

/** Only with a mobile id: without one, no datagram can be assigned to a tracker. */
function recognise(bytes: Uint8Array): Recognition {
  if ((bytes[0]! & 0xc1) !== 0x81) return 'no'
  try {
    const data = reader(bytes)
    const ident = readOptions(data)
    return ident !== undefined && u8(data) <= 2 && u8(data) <= 11 && left(data) >= 2 ? 'yes' : 'no'
  } catch {
    return 'no'
  }
}

function readOptions(data: Reader): string | undefined {
  const options = data.bytes[data.at]!
  if (!(options & 0x80)) return undefined
  skip(data, 1)
  let ident: string | undefined
  for (let option = 0; option < optionsMax; option++) {
    if (!(options & (1 << option))) continue
    const value = take(data, u8(data))
    if (option === 0) ident = mobileId(value)
  }
  return ident
}

function mobileId(bytes: Uint8Array): string {
  const digits = toHex(bytes)
  const end = digits.indexOf('f')
  const ident = end < 0 ? digits : digits.slice(0, end)
  if (ident === '' || ident.length > 24) throw new ProtocolError('no mobile id')
  return ident
}

function read(into: Draft, type: number, data: Reader): void {
  switch (type) {
    case 2:
      readPlace(into, data)
      put(into, 'custom.event_index', u8(data))
      put(into, 'event.enum', u8(data))
      readAccumulators(into, data, true)
      break
    case 4:
      readPlace(into, data)
      put(into, 'custom.message_route', u8(data))
      put(into, 'custom.message_id', u8(data))
      readContent(into, data)
      break
    case 5:
      readPlace(into, data)
      put(into, 'custom.message_kind', u16(data))
      readContent(into, data)
      break
    case 9:
      readPlace(into, data)
      put(into, 'custom.message_route', u8(data))
      put(into, 'custom.message_id', u8(data))
      readContent(into, data)
      readAccumulators(into, data, true)
      break
    case 8:
      readPlace(into, data)
      readAccumulators(into, data, true)
      break
    case 10:
      readMini(into, data)
      break
  }
}

function readPlace(into: Draft, data: Reader): void {
  put(into, 'timestamp', u32(data))
  const fixed = u32(data)
  if (fixed > 0) put(into, 'position.timestamp', fixed)
  putPosition(into, i32(data) / 1e7, i32(data) / 1e7)
  put(into, 'position.altitude', i32(data) / 100)
  put(into, 'position.speed', u32(data) * 0.036)
  put(into, 'position.direction', u16(data))
  put(into, 'position.satellites', u8(data))
  put(into, 'position.valid', (u8(data) & 0x08) === 0)
  put(into, 'custom.carrier', u16(data))
  put(into, 'gsm.signal.dbm', i16(data))
  put(into, 'custom.network_state', u8(data))
  put(into, 'position.hdop', u8(data) / 10)
  putInputs(into, u8(data))
  put(into, 'custom.unit_status', u8(data))
}

function putInputs(into: Draft, bits: number): void {
  put(into, 'engine.ignition.status', (bits & 1) !== 0)
  put(into, 'din', bits)
}

function readMini(into: Draft, data: Reader): void {
  put(into, 'timestamp', u32(data))
  putPosition(into, i32(data) / 1e7, i32(data) / 1e7)
  put(into, 'position.direction', u16(data))
  put(into, 'position.speed', u8(data))
  const state = u8(data)
  put(into, 'position.satellites', state & 0x0f)
  put(into, 'position.valid', (state & 0x20) === 0)
  put(into, 'custom.network_state', u8(data))
  putInputs(into, u8(data))
  put(into, 'event.enum', u8(data))
  readAccumulators(into, data, false)
}

/** The two highest bits of the number say how they are made; without them an accumulator follows an accumulator. */
function readAccumulators(into: Draft, data: Reader, hasSpare: boolean): void {
  if (left(data) === 0) return
  const head = u8(data)
  const count = head & 0x3f
  if (hasSpare && left(data) > 0) skip(data, 1)
  // They were sent because one passed its threshold.
  if (head >> 6 === 1 && left(data) >= 8) {
    put(into, 'custom.accumulator_threshold', u32(data))
    put(into, 'custom.accumulator_mask', u32(data))
  }
  for (let index = 0; index < count && left(data) >= 4; index++) put(into, `custom.accumulator_${index}`, u32(data))
}

function readContent(into: Draft, data: Reader): void {
  const bytes = take(data, Math.min(u16(data), left(data)))
  const isText = bytes.every((byte) => byte >= 9 && byte < 127)
  put(into, 'message.content', isText ? latin1(bytes) : toHex(bytes))
}
