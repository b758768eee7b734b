/**
 * Records of a binary packet, one after the other, without lengths:
 *
 *   time of the fix, of the record and of sending (u32, or seven bytes: u16 year, month, day, hour, minute, second),
 *   i32 longitude and latitude × 1e6, u16 direction, u8 report, u32 0.1 km, u16 0.1 HDOP, u8 inputs, u16 km/h, u8 outputs,
 *   u16 mV, driver, i16 0.1 °C twice, text, [form of the custom fields], their values
 *
 * Texts end with a zero.
 */
import { i16, i32, latin1, left, peek, type Reader, skip, take, toHex, u8, u16, u32, uint } from '../../bytes/bytes.ts'
import { utcSeconds } from '../../bytes/time.ts'
import { type Draft, draft, finish, type Message, put } from '../../message.ts'
import { codesOf, fieldOf, putField } from './fields.ts'
import { type Place, putPlace } from './place.ts'

export function readRecords(input: Reader, form?: string): Message[] {
  const messages: Message[] = []
  while (left(input) >= 41) {
    const into = draft()
    const isWhole = readRecord(into, input, form)
    const message = finish(into)
    if (message) messages.push(message)
    if (!isWhole && !findNext(input, into.values.timestamp)) break
  }
  return messages
}

function readTime(input: Reader): number | undefined {
  const year = (peek(input) ?? 0) * 256 + (peek(input, 1) ?? 0)
  // As seconds since 1970 these would lie in 1974.
  if (year < 2000 || year > 2100) return u32(input)
  return utcSeconds(u16(input), u8(input), u8(input), u8(input), u8(input), u8(input))
}

function readText(input: Reader): string {
  const end = input.bytes.indexOf(0, input.at)
  const size = (end < 0 || end > input.end ? input.end : end) - input.at
  const text = latin1(take(input, size))
  if (left(input) > 0) skip(input, 1)
  return text
}

/** False when a field of unknown size came, so that the rest of this record cannot be read. */
function readRecord(into: Draft, input: Reader, form?: string): boolean {
  const place: Place = {
    fixTime: readTime(input),
    time: readTime(input),
    sentTime: readTime(input),
    longitude: i32(input) / 1e6,
    latitude: i32(input) / 1e6,
    direction: u16(input),
    report: u8(input),
    kilometres: u32(input) / 10,
    hdop: u16(input) / 10,
    inputs: u8(input),
    speed: u16(input),
    outputs: u8(input),
    millivolts: u16(input),
    driver: readText(input),
    temperatures: [i16(input) / 10, i16(input) / 10],
    text: readText(input),
  }
  putPlace(into, place)
  const sent = peek(input) === 0x25 ? readText(input) : form
  return sent === undefined || readCustom(into, input, sent)
}

function readCustom(into: Draft, input: Reader, form: string): boolean {
  for (const code of codesOf(form)) {
    const field = fieldOf(code)
    if (!field) return false
    if (field.size === 'text') putField(into, field, readText(input))
    else if (field.size > 8) skip(input, field.size)
    else if (code === 'GV')
      for (const axis of ['x', 'y', 'z'] as const) put(into, `${axis}.acceleration`, i16(input) / 1000)
    else if (code === 'CM' || code === 'ME') putField(into, field, String(uint(input, 8)))
    else if (field.isSigned && field.size === 2) putField(into, field, i16(input))
    else if (field.size <= 6) putField(into, field, uint(input, field.size) as number)
    else putField(into, field, toHex(take(input, field.size)))
  }
  return true
}

/** The next record begins with times like those of this one. */
function findNext(input: Reader, time: unknown): boolean {
  if (typeof time !== 'number') return false
  const isNear = (at: number) => Math.abs(input.view.getUint32(at) - time) < 604_800
  for (; left(input) >= 41; input.at++) {
    if (isNear(input.at) && isNear(input.at + 4) && isNear(input.at + 8)) return true
  }
  return false
}
