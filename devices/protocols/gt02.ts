/**
 * GT02, a forerunner of GT06, over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   packet   6868, u8 length, u8 battery, u8 signal, IMEI in BCD, u16 number, u8 type, content, 0D0A
 *   10 position  1A heartbeat with its satellites → 54681A0D0A     1C answer to a command
 */
import {
  bcdImei,
  hex,
  latin1,
  left,
  mayStartWith,
  type Reader,
  reader,
  skip,
  take,
  u8,
  u16,
  u32,
} from '../bytes/bytes.ts'
import { utcSeconds } from '../bytes/time.ts'
import { prefixed } from '../families/binary.ts'
import { told } from '../families/lines.ts'
import { putFix } from '../families/nmea.ts'
import { type Draft, draft, put } from '../message.ts'
import { defineDecoder, ProtocolError } from '../protocol.ts'

const start = [0x68, 0x68]
const heartbeat = 0x1a

export default defineDecoder({
  frameBytesMax: 512,

  recognise(bytes) {
    if (!mayStartWith(bytes, start)) return 'no'
    // An IMEI of fifteen digits begins with a zero.
    return bytes.length < 6 ? 'more' : bytes[5]! >> 4 === 0 ? 'yes' : 'no'
  },

  frame: prefixed({ start, at: 2, size: 1, plus: 5, max: 512 }),

  decode(frame) {
    if (!mayStartWith(frame, start)) throw new ProtocolError('a packet begins with 6868')
    const end = frame.at(-2) === 13 && frame.at(-1) === 10 ? frame.length - 2 : frame.length
    const input = reader(frame, 3, Math.max(end, 3))
    const [battery, signal] = [u8(input), u8(input)]
    const ident = bcdImei(take(input, 8))
    const into = draft()
    put(into, 'record.seqnum', u16(input))
    const type = u8(input)
    const read = readers[type]
    if (!read) return { ident }
    read(into, input)
    if (type !== heartbeat) return told(ident, into)
    put(into, 'custom.battery_code', battery)
    put(into, 'custom.rssi', signal)
    return { ...told(ident, into), reply: hex('54681a0d0a') }
  },
})

const readers: Readonly<Record<number, (into: Draft, input: Reader) => void>> = {
  16: putPlace,
  [heartbeat](into, input) {
    if (left(input) < 2) return
    put(into, 'gnss.state.enum', u8(input))
    put(into, 'position.satellites', u8(input))
  },
  28(into, input) {
    put(into, 'message.type', 'command.answer')
    put(into, 'message.content', latin1(take(input, Math.min(u8(input), left(input)))))
  },
}

/** Bit 0 of the flags says fix, 1 north, 2 east. */
function putPlace(into: Draft, input: Reader): void {
  put(into, 'timestamp', utcSeconds(2000 + u8(input), u8(input), u8(input), u8(input), u8(input), u8(input)))
  const latitude = u32(input) / 1_800_000
  const longitude = u32(input) / 1_800_000
  put(into, 'position.speed', u8(input))
  put(into, 'position.direction', u16(input))
  skip(input, 3)
  const flags = u32(input)
  putFix(into, (flags & 1) !== 0, flags & 2 ? latitude : -latitude, flags & 4 ? longitude : -longitude)
}
