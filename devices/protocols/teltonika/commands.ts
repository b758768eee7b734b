/**
 * Codecs 12, 13 and 14: the command channel.
 *
 *   codec 12   0C, number, type (05 command, 06 answer), u32 size, text, number
 *   codec 13   0D, the same with a time before the text; sent by the device only
 *   codec 14   0E, the same with the IMEI in eight BCD bytes before the text; type 11 when it is another device's
 *   codec 15   0F, the same with both: what a serial port behind the tracker sent
 *
 * Codecs 12 and 13 also carry what serial devices send: driver's cards (`GTSL|…`) and scales under a truck's axles
 * (`UUUUww1;2;…SSS`). Type 0D asks for the parts of a photo, which we never fetch.
 */
import {
  ascii,
  bcdImei,
  be32,
  concat,
  latin1,
  left,
  part,
  type Reader,
  take,
  toHex,
  u8,
  u32,
  u64,
} from '../../bytes/bytes.ts'
import { crc16Arc } from '../../bytes/checksum.ts'
import { decimal } from '../../bytes/text.ts'
import { type Draft, draft, finish, type Message, put } from '../../message.ts'

const answerTypes = new Set([0x05, 0x06, 0x11])
const camera = 0x0d
/** 1990, before any answer: distinguishes a time in seconds from one in milliseconds. */
const earliest = 631_152_000

export function readResponses(codec: number, data: Reader): Message[] {
  if (codec < 0x0c || codec > 0x0f) return []
  const messages: Message[] = []
  const count = u8(data)
  for (let index = 0; index < count && left(data) > 5; index++) {
    const type = u8(data)
    const body = part(data, u32(data))
    if (codec === 0x0c && type === camera) continue
    const into = draft()
    put(into, 'codec.id', codec)
    if ((codec === 0x0d || codec === 0x0f) && left(body) >= 4) put(into, 'timestamp', readTime(body))
    if (codec >= 0x0e && left(body) >= 8) put(into, 'device.imei', bcdImei(take(body, 8)))
    const content = readable(take(body, left(body)))
    put(into, 'message.type', putSerial(into, content) ? 'serial' : kindOf(codec, type))
    put(into, 'message.content', content)
    messages.push(finish(into)!)
  }
  return messages
}

function kindOf(codec: number, type: number): string {
  if (type === 0x11) return 'command.refused'
  return codec === 0x0f || !answerTypes.has(type) ? 'serial' : 'command.answer'
}

const loads = ['load_truck', 'load_trailer', 'total_truck', 'total_trailer']
const axles = 8

/** False when it is no text of these devices. */
function putSerial(into: Draft, content: string): boolean {
  const text = content.trim()
  if (text.startsWith('GTSL')) {
    put(into, 'driver.id', text.split('|')[4])
    return true
  }
  if (!text.startsWith('UUUUww') || !text.endsWith('SSS')) return false
  for (const [index, field] of text.slice(6, -3).split(';').entries()) {
    const value = decimal(field.replace(/[^\d.]+$/, ''))
    const name = loads[index - axles]
    if (index < axles) put(into, `can.axle.weight.${index + 1}`, value)
    else if (name) put(into, `custom.${name}`, value)
  }
  return true
}

/** Four bytes of seconds in the document, eight of milliseconds in the firmware we have seen. */
function readTime(body: Reader): number {
  const seconds = u32(body)
  if (seconds >= earliest || left(body) < 4) return seconds
  body.at -= 4
  return Number(u64(body)) / 1000
}

/** Answers of a serial port may be any bytes; those are shown in hex. */
function readable(bytes: Uint8Array): string {
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) return toHex(bytes)
  return latin1(bytes)
}

/** A command as a codec 12 packet. */
export function withCrc(text: string): Uint8Array {
  const command = ascii(text)
  const data = concat([0x0c, 1, 5], be32(command.length), command, [1])
  return concat(be32(0), be32(data.length), data, be32(crc16Arc(data)))
}
