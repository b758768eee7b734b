/**
 * Binary records, little-endian; times count from 2000. Source: MEITRACK T622 GPRS Protocol V1.2, 1.4 and 3.45 (CCC), the
 * layout of CCE as its frames show it.
 *
 *   CCC        version u16, length of a record u16, records left u32, records of 52 bytes:
 *              event, latitude, longitude (1e-6), time, fix, satellites, signal, speed, direction, HDOP · 10, altitude,
 *              mileage u32, run time u32, MCC, MNC, LAC, CI, inputs, outputs, AD1, battery, supply (0.01 V), …
 *   CCE, CFF   records left u32, number u16, { length u16, number of values u16, then four groups: number, { id, value } of
 *              one, two and four bytes, { id, length, value } }; an id of FE has a second byte
 */
import { i16le, i32le, left, part, type Reader, skip, take, u8, u16le, u32le } from '../../bytes/bytes.ts'
import { type Draft, draft, finish, type Message, put, putCells, putPosition } from '../../message.ts'
import { putEvent } from './events.ts'
import { putDistance, putIo, putSignal } from './text.ts'
import { epoch2000, putBytes, putNumber } from './values.ts'

const recordsMax = 512

export interface Records {
  readonly messages: Message[]
  /** How many the tracker sent, and may erase. */
  readonly count: number
}

export function readFixedRecords(input: Reader): Records {
  skip(input, 2)
  const size = u16le(input)
  skip(input, 4)
  const messages: Message[] = []
  while (size >= 42 && left(input) >= size && messages.length < recordsMax) {
    messages.push(readFixedRecord(part(input, size)))
  }
  return { messages, count: messages.length }
}

function readFixedRecord(input: Reader): Message {
  const into = draft()
  putEvent(into, u8(input))
  const latitude = i32le(input) / 1e6
  putPosition(into, latitude, i32le(input) / 1e6)
  put(into, 'timestamp', u32le(input) + epoch2000)
  put(into, 'position.valid', u8(input) === 1)
  put(into, 'position.satellites', u8(input))
  putSignal(into, u8(input))
  put(into, 'position.speed', u16le(input))
  put(into, 'position.direction', u16le(input))
  put(into, 'position.hdop', u16le(input) / 10)
  put(into, 'position.altitude', i16le(input))
  const metres = u32le(input)
  putDistance(into, metres, u32le(input))
  putCells(into, [{ mcc: u16le(input), mnc: u16le(input), lac: u16le(input), cellid: u16le(input) }])
  if (left(input) >= 8) {
    const inputs = u8(input)
    putIo(into, inputs, u8(input))
    put(into, 'custom.adc_1', u16le(input))
    put(into, 'battery.voltage', u16le(input) / 100)
    put(into, 'external.powersource.voltage', u16le(input) / 100)
  }
  return finish(into)!
}

export function readTaggedRecords(input: Reader): Records {
  skip(input, 4)
  const count = u16le(input)
  const messages: Message[] = []
  for (let n = 0; n < count && n < recordsMax && left(input) > 2; n++) {
    const message = readTaggedRecord(part(input, u16le(input)))
    if (message) messages.push(message)
  }
  return { messages, count }
}

function readTaggedRecord(input: Reader): Message | undefined {
  const into = draft()
  skip(input, 2)
  const place: Place = {}
  for (const size of [1, 2, 4]) {
    const count = left(input) > 0 ? u8(input) : 0
    for (let n = 0; n < count; n++) {
      const id = readId(input)
      putValue(into, place, id, size, part(input, size))
    }
  }
  putPosition(into, place.latitude, place.longitude)
  if (into.values['position.latitude'] === undefined) put(into, 'position.valid', false)
  const count = left(input) > 0 ? u8(input) : 0
  // A length that leads out of the record ends it; the values before are good.
  for (let n = 0; n < count && left(input) >= 2; n++) {
    const id = readId(input)
    const size = left(input) > 0 ? u8(input) : 0
    if (size > left(input)) break
    putBytes(into, id, take(input, size))
  }
  return finish(into)
}

function readId(input: Reader): number {
  const id = u8(input)
  return id === 0xfe ? 0xfe00 + u8(input) : id
}

interface Place {
  latitude?: number
  longitude?: number
}

const latitudeId = 0x02
const longitudeId = 0x03

function putValue(into: Draft, place: Place, id: number, size: number, data: Reader): void {
  if (size === 4 && id === latitudeId) place.latitude = i32le(data) / 1e6
  else if (size === 4 && id === longitudeId) place.longitude = i32le(data) / 1e6
  else putNumber(into, id, size, data)
}
