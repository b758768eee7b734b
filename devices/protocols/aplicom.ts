/**
 * Aplicom (A1, A9, A11, Q-series), over TCP.
 * Source: recorded traffic and public implementations; of the maker's D protocol (S100300) we know the title page
 * (docs/protocols.md).
 *
 *   letter, version, id, u16 length, [selector (3)], event, info, what the bits of the selector name
 *           bit 7 of the version: the id is the IMEI in seven bytes, else a number of the modem in three
 *           bit 6: there is a selector, which the length does not count; else the letter's usual one
 *   D  position, inputs, counters, driver, event  E  tachograph   F  engine    H  histograms
 *   fifteen digits: the tracker is alive
 *
 * No replies.
 */
import { checkedLength, left, reader, skip, take, toHex, u8, u24 } from '../bytes/bytes.ts'
import { isImei } from '../bytes/imei.ts'
import { told } from '../families/lines.ts'
import { draft, put } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError, type Recognition } from '../protocol.ts'
import { putFms } from './aplicom/fms.ts'
import { putHistograms } from './aplicom/histograms.ts'
import { putSnapshot } from './aplicom/snapshot.ts'
import { putTachograph } from './aplicom/tachograph.ts'

const frameBytesMax = 4096
const aliveDigits = 15
const hasImei = 0x80
const hasSelector = 0x40

const kinds = {
  D: { selector: 0x0002fc, put: putSnapshot },
  E: { selector: 0x007ffc, put: putTachograph },
  F: { selector: 0x0007fd, put: putFms },
  H: { selector: 0x0007fc, put: putHistograms },
} as const

const kindOf = (byte: number | undefined) => kinds[String.fromCharCode(byte ?? 0) as keyof typeof kinds]
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57

export default defineDecoder({
  frameBytesMax,

  recognise(bytes): Recognition {
    if (!kindOf(bytes[0])) return 'no'
    const version = bytes[1]
    if (version === undefined) return 'more'
    if ((version & 0x3f) < 1 || (version & 0x3f) > versionMax) return 'no'
    const at = lengthAt(version)
    if (version & hasImei && bytes.length > 2 && bytes[2]! > imeiHighest) return 'no'
    if (bytes.length <= at) return 'more'
    return bytes[at]! * 256 < frameBytesMax ? 'yes' : 'no'
  },

  frame(buffer) {
    if (isDigit(buffer[0])) {
      const size = buffer.findIndex((byte) => !isDigit(byte))
      return size > 0 ? Math.min(size, aliveDigits) : buffer.length >= aliveDigits ? aliveDigits : 0
    }
    if (!kindOf(buffer[0])) throw new ProtocolError('a packet begins otherwise')
    if (buffer.length < 2) return 0
    const version = buffer[1]!
    const at = lengthAt(version)
    if (buffer.length < at + 2) return 0
    const whole = at + 2 + buffer[at]! * 256 + buffer[at + 1]! + (version & hasSelector ? 3 : 0)
    return buffer.length >= checkedLength(whole, frameBytesMax) ? whole : 0
  },

  decode(frame): Decoded {
    const kind = kindOf(frame[0])
    if (!kind) return alive(frame)
    const input = reader(frame, 1)
    const version = u8(input)
    const ident = version & hasImei ? String(Number.parseInt(toHex(take(input, 7)), 16)) : ofModem(u24(input))
    skip(input, 2)
    const selector = version & hasSelector ? u24(input) : kind.selector
    const into = draft()
    put(into, 'event.enum', u8(input))
    put(into, 'custom.event_info', u8(input))
    kind.put(into, input, selector)
    if (left(input) > 0) put(into, 'custom.rest', toHex(take(input, left(input))))
    return told(ident, into)
  },
})

/** Fifteen nines begin with it. */
const imeiHighest = 0x03

const versionMax = 3

const lengthAt = (version: number) => (version & hasImei ? 9 : 5)

function alive(frame: Uint8Array): Decoded {
  if (frame.length !== aliveDigits || !frame.every(isDigit)) return {}
  return { ident: String.fromCharCode(...frame) }
}

/** Siemens TC65 modems: the short number is the end of an IMEI of one of these blocks. */
const blocks: readonly ((id: number) => number)[] = [
  (id) => 0x14143b4000000 + id,
  (id) => 358_244_010_000_000 + ((id + 0xa8180) & 0xffffff),
  (id) => 0x1437207000000 + id,
]

function ofModem(id: number): string {
  for (const block of blocks) {
    const imei = String(block(id))
    if (id > 0 && imei.length === 15 && isImei(imei)) return imei
  }
  return String(id)
}
