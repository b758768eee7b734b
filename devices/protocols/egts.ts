/**
 * EGTS, over TCP: required by Russian law; Granit, UTP, Omnicomm and gateways of all makers.
 * Source: GOST R 54619 and order 285 of the Ministry of Transport of Russia.
 *
 *   01, u8 key, u8 flags, u8 length of the head, u8, u16 length of the data, u16 packet id, u8 kind (0 response, 1 data,
 *   2 signed data), [u16, u16, u8 routing], CRC-8; data; CRC-16/CCITT-FALSE. All numbers are little-endian.
 *   record   u16 length, u16 number, u8 flags, [u32 object], [u32 event], [u32 time from 2010], u8 service, u8 service, then
 *            subrecords { u8 type, u16 length, data }
 *   answer   a response: u16 packet id, u8 result, a record with subrecord 0 { u16 number, u8 result } for every record;
 *            to an identification then a data packet with subrecord 9 { u8 result }
 *
 * A terminal sends its IMEI or its number when it identifies itself; otherwise a packet belongs to the object of its
 * first record. A gateway that puts records of several objects into one packet gets 153, "no such id", for the others,
 * and keeps them: here a packet belongs to one tracker. Results: 130 not processed now, 137 and 138 a wrong CRC, 151
 * refused.
 */
import {
  checkedLength,
  concat,
  latin1,
  le16,
  left,
  part,
  type Reader,
  reader,
  skip,
  take,
  u8,
  u16le,
  u32le,
} from '../bytes/bytes.ts'
import { crc8, crc16Ccitt } from '../bytes/checksum.ts'
import { draft, finish, type Message, put } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError, type Recognition } from '../protocol.ts'
import { epoch, isPosition, readSubrecord } from './egts/subrecords.ts'

const frameBytesMax = 65_535 + 18
const headMin = 11
const headRouted = 16

const response = 0
const authentication = 1
const done = 0
const processingDenied = 130
const headCrc = 137
const dataCrc = 138
const refused = 151
const unknownId = 153

interface State {
  readonly ident?: string
  /** The terminal that identified itself; its records need not name it. */
  readonly isIdentified?: boolean
}

export default defineDecoder<State>({
  frameBytesMax,
  recognise,

  frame(buffer) {
    if (buffer[0] !== 0x01) throw new ProtocolError('no packet')
    if (buffer.length < headMin) return 0
    if (buffer[3] !== headMin && buffer[3] !== headRouted) throw new ProtocolError(`a head of ${buffer[3]} bytes`)
    const bytes = buffer[5]! + buffer[6]! * 256
    const size = buffer[3]! + (bytes > 0 ? bytes + 2 : 0)
    checkedLength(size, frameBytesMax)
    return buffer.length < size ? 0 : size
  },

  decode(frame, state, _receivedAt, unit) {
    const data = reader(frame)
    skip(data, 3)
    const head = u8(data)
    skip(data, 1)
    const bytes = u16le(data)
    const id = u16le(data)
    const kind = u8(data)
    if (frame[0] !== 0x01 || (head !== headMin && head !== headRouted)) throw new ProtocolError('no packet')
    if (frame.length !== head + (bytes > 0 ? bytes + 2 : 0)) throw new ProtocolError('the length is another')
    if (kind === response || bytes === 0) return {}
    if (unit?.settings?.checksum !== 'ignore') {
      if (crc8(frame, 0, head - 1) !== frame[head - 1]) return { reply: answer(id, headCrc) }
      const [low, high] = le16(crc16Ccitt(frame, head, head + bytes))
      if (frame.at(-2) !== low || frame.at(-1) !== high) return { reply: answer(id, dataCrc) }
    }
    // Encrypted or packed: nothing we could read.
    if (frame[2]! & 0x1c) return { reply: answer(id, processingDenied) }
    const body = reader(frame, head, head + bytes)
    // A signature comes before the records of signed data.
    if (kind === 2) skip(body, u16le(body))
    return readRecords(body, id, state)
  },
})

/** The head has a checksum of its own, so nothing but it is needed to be sure. */
function recognise(bytes: Uint8Array): Recognition {
  const head = bytes[3] ?? headMin
  if (bytes[0] !== 0x01 || (head !== headMin && head !== headRouted)) return 'no'
  if (bytes.length < head) return 'more'
  return crc8(bytes, 0, head - 1) === bytes[head - 1] ? 'yes' : 'no'
}

interface Taken {
  readonly number: number
  readonly service: number
  readonly result: number
}

function readRecords(data: Reader, id: number, state: State): Decoded<State> {
  const messages: Message[] = []
  const records: Taken[] = []
  let isIdentified = state.isIdentified ?? false
  let ident = isIdentified ? state.ident : undefined
  let isLogin = false
  while (left(data) > 0) {
    const record = readRecord(data)
    const login = record.service === authentication ? identOf(record.subrecords) : undefined
    if (login !== undefined) {
      ident = login
      isIdentified = true
      isLogin = true
    }
    const object = record.object === undefined ? undefined : String(record.object)
    if (!isIdentified && record.service !== authentication) ident ??= object
    const isOwn = isIdentified || object === undefined || object === ident
    records.push({ number: record.number, service: record.service, result: isOwn ? done : unknownId })
    if (isOwn && record.service !== authentication) messages.push(...messagesOf(record))
  }
  const isNamed = ident !== undefined && ident !== state.ident
  const withResult = (result: number) =>
    records.map((record) => (record.result === done ? { ...record, result } : record))
  return {
    ...(isNamed || isLogin ? { ident } : {}),
    ...(messages.length > 0 ? { messages } : {}),
    reply: isLogin ? concat(answer(id, done, records), verdict(id, done)) : answer(id, done, records),
    ...(messages.length > 0 ? { nack: answer(id, done, withResult(processingDenied)) } : {}),
    ...(isLogin ? { refusal: concat(answer(id, done, withResult(refused)), verdict(id, refused)) } : {}),
    state: { ident: ident ?? state.ident, isIdentified },
  }
}

interface EgtsRecord {
  readonly number: number
  readonly object?: number
  readonly time?: number
  readonly service: number
  readonly subrecords: readonly (readonly [number, Reader])[]
}

function readRecord(data: Reader): EgtsRecord {
  const bytes = u16le(data)
  const number = u16le(data)
  const flags = u8(data)
  const object = flags & 1 ? u32le(data) : undefined
  if (flags & 2) skip(data, 4)
  const time = flags & 4 ? u32le(data) + epoch : undefined
  const service = u8(data)
  skip(data, 1)
  const body = part(data, bytes)
  const subrecords: [number, Reader][] = []
  while (left(body) >= 3) subrecords.push([u8(body), part(body, u16le(body))])
  return { number, object, time, service, subrecords }
}

/** A position after a position begins another message. */
function messagesOf({ subrecords, time }: EgtsRecord): Message[] {
  const drafts = [draft()]
  let hasPosition = false
  for (const [type, data] of subrecords) {
    if (isPosition(type) && hasPosition) drafts.push(draft())
    if (isPosition(type)) hasPosition = true
    readSubrecord(drafts.at(-1)!, type, data)
  }
  return drafts.flatMap((into) => {
    if (!finish(into)) return []
    if (!hasPosition) {
      put(into, 'timestamp', time)
      put(into, 'position.valid', false)
    }
    return [into.values]
  })
}

/** u32 number of the terminal, u8 flags, [u16 home dispatcher], [IMEI]. Subrecord 5, of a gateway, names no tracker. */
function identOf(subrecords: EgtsRecord['subrecords']): string | undefined {
  for (const [type, data] of subrecords) {
    if (type !== 1) continue
    const terminal = u32le(data)
    const flags = u8(data)
    if (flags & 1) skip(data, 2)
    const imei = flags & 2 ? latin1(take(data, 15)).split('\0').join('').trim() : ''
    const isPlain = imei !== '' && [...imei].every((letter) => letter >= '!' && letter <= '~')
    return isPlain ? imei : String(terminal)
  }
  return undefined
}

function packet(id: number, kind: number, data: Uint8Array): Uint8Array {
  const head = concat([0x01, 0, 0, headMin, 0], le16(data.length), le16(id), [kind])
  return concat(head, [crc8(head)], data, le16(crc16Ccitt(data)))
}

const record = (number: number, service: number, subrecord: readonly number[]): Uint8Array =>
  concat(le16(subrecord.length), le16(number), [0, service, service], subrecord)

function answer(id: number, result: number, records: readonly Taken[] = []): Uint8Array {
  const answers = records.map(({ number, service, result: one }) =>
    record(number, service, [0, 3, 0, ...le16(number), one]),
  )
  return packet(id, response, concat(le16(id), [result], ...answers))
}

/** Sent to a terminal that identified itself, in a packet of our own. */
const verdict = (id: number, result: number): Uint8Array => packet(id, 1, record(0, authentication, [9, 1, 0, result]))
