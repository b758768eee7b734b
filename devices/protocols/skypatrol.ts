/**
 * SkyPatrol TT8750 and TT8750+, over UDP.
 * Sources: the maker's note on position messages (TT8750+ AN004), public implementations and recorded traffic
 * (docs/protocols.md).
 *
 *   u16 API, u8 command, u8 kind (high half: 1 position) and whether an answer is awaited, then
 *     TT8750+   u8 4 and a u32 mask, or u8 0 without one; then the fields of the mask, see `fields`
 *     TT8750    instead of the kind, the length of options: u8 length with these two bytes, u8 1 IMEI or 2 mask, value;
 *               then text: a number, the id, perhaps an event, $GPRMC,…
 *   API 4 text, 5 binary, 10 heartbeat
 *
 * Without a mask the position of the id is unknown: the tracker must be configured to send it (bit 27). The note
 * describes no reply.
 */
import { i32, latin1, left, type Reader, reader, skip, take, toHex, u8, u16, u24, u32 } from '../bytes/bytes.ts'
import { integer } from '../bytes/text.ts'
import { utcSeconds } from '../bytes/time.ts'
import { told } from '../families/lines.ts'
import { knot, packedDegrees, putFix, putRmc } from '../families/nmea.ts'
import { type Cell, type Draft, draft, put, putCells } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'

const [textApi, binaryApi, aliveApi] = [4, 5, 10]
const report = 2
const maskBytes = 4
const place = 1

export default defineDecoder({
  frameBytesMax: 2048,

  recognise(bytes) {
    if (bytes.length < 8 || bytes[0] !== 0) return 'no'
    try {
      return read(bytes).ident === undefined ? 'no' : 'yes'
    } catch (error) {
      if (error instanceof ProtocolError) return 'no'
      throw error
    }
  },

  frame: (buffer) => buffer.length,
  decode: read,
})

function read(frame: Uint8Array): Decoded {
  const input = reader(frame)
  const api = u16(input)
  if (api !== textApi && api !== binaryApi && api !== aliveApi) throw new ProtocolError('an API without a name')
  if (u8(input) !== report) return {}
  if (api === binaryApi) return readBinary(input)
  return readText(input, api === textApi)
}

function readBinary(input: Reader): Decoded {
  const kind = u8(input) >> 4
  if (kind === 0 || u8(input) !== maskBytes) return {}
  const mask = u32(input)
  const into = draft()
  // Bit 0 says binary. A number and the id come first in messages of every kind.
  if (!has(mask, 0)) return {}
  if (has(mask, 1)) put(into, 'custom.param1', u32(input))
  if (!has(mask, 23) && !has(mask, 2)) return {}
  const ident = identIn(latin1(take(input, has(mask, 23) ? 8 : 22)))
  if (kind === place) putFields(into, input, mask)
  else {
    put(into, 'custom.kind', kind)
    put(into, 'custom.data', toHex(take(input, left(input))))
  }
  return ident === undefined ? {} : told(ident, into)
}

const has = (mask: number, bit: number): boolean => Math.floor(mask / 2 ** bit) % 2 === 1
const identIn = (text: string): string | undefined => /^[\s\0]*([\dA-Za-z]{4,22})[\s\0]*$/.exec(text)?.[1]

/** What is put together when all fields have been read. */
interface Fix {
  date?: readonly [year: number, month: number, day: number]
  time?: readonly [hour: number, minute: number, second: number]
  isFix?: boolean
  latitude?: number
  longitude?: number
}

type Field = (into: Draft, input: Reader, fix: Fix) => void

const fields: ReadonlyMap<number, Field> = new Map<number, Field>([
  [3, (into, input) => put(into, 'custom.io', u16(input))],
  [4, (into, input) => put(into, 'ain.1', u16(input) / 1000)],
  [5, (into, input) => put(into, 'ain.2', u16(input) / 1000)],
  [7, (into, input) => put(into, 'event.enum', u8(input))],
  [
    8,
    (_into, input, fix) => {
      const [day, month, year] = [u8(input), u8(input), u8(input)]
      fix.date = [2000 + year, month, day]
    },
  ],
  [
    9,
    (_into, input, fix) => {
      fix.isFix = u8(input) === 1
    },
  ],
  [
    10,
    (_into, input, fix) => {
      fix.latitude = packedDegrees(i32(input))
    },
  ],
  [
    11,
    (_into, input, fix) => {
      fix.longitude = packedDegrees(i32(input))
    },
  ],
  [12, (into, input) => put(into, 'position.speed', (u16(input) / 10) * knot)],
  [13, (into, input) => put(into, 'position.direction', u16(input) / 10)],
  [
    14,
    (_into, input, fix) => {
      fix.time = [u8(input), u8(input), u8(input)]
    },
  ],
  [15, (into, input) => put(into, 'position.altitude', (u24(input) << 8) >> 8)],
  [16, (into, input) => put(into, 'position.satellites', u8(input))],
  [17, (into, input) => put(into, 'battery.level', u16(input))],
  [20, (into, input) => put(into, 'segment.vehicle.mileage', u32(input) / 1000)],
  [21, (into, input) => put(into, 'vehicle.mileage', u32(input) / 1000)],
  [22, (into, input) => put(into, 'timestamp', moment(input))],
  [24, (into, input) => put(into, 'battery.voltage', u16(input) / 1000)],
  [25, (into, input) => put(into, 'custom.overspeed', toHex(take(input, 18)))],
  [26, putTowers],
  [28, (into, input) => put(into, 'record.seqnum', u16(input))],
])

function putFields(into: Draft, input: Reader, mask: number): void {
  const fix: Fix = {}
  for (const [bit, field] of fields) if (has(mask, bit)) field(into, input, fix)
  if (fix.date && fix.time) {
    const at = utcSeconds(...fix.date, ...fix.time)
    // The tracker's own clock says when the message was made.
    put(into, 'timestamp' in into.values ? 'position.timestamp' : 'timestamp', at)
  }
  putFix(into, fix.isFix ?? true, fix.latitude, fix.longitude)
  if (left(input) > 0) put(into, 'custom.rest', toHex(take(input, left(input))))
}

const moment = (input: Reader): number | undefined =>
  utcSeconds(2000 + u8(input), u8(input), u8(input), u8(input), u8(input), u8(input))

const neighbours = 6

/** Country and network have decimal digits. The serving cell has one byte more than the others. */
function putTowers(into: Draft, input: Reader): void {
  const [mcc, mnc] = [integer(toHex(take(input, 2))), integer(toHex(take(input, 2)))]
  const cells: Cell[] = []
  for (let index = 0; index <= neighbours; index++) {
    const [lac, cellid] = [u16(input), u16(input)]
    skip(input, 2)
    cells.push({ mcc, mnc, lac, cellid, rssi: u8(input) })
    if (index === 0) skip(input, 1)
  }
  putCells(into, cells)
}

function readText(input: Reader, hasPlace: boolean): Decoded {
  const named = readOptions(input)
  const text = latin1(take(input, left(input))).replaceAll('\0', ' ')
  const [head = '', ...sentences] = text.split('$')
  const [number, id, event] = head.trim().split(/\s+/)
  const ident = named ?? identIn(id ?? '') ?? (hasPlace ? undefined : identIn(number ?? ''))
  if (ident === undefined) return {}
  const into = draft()
  const rmc = sentences.find((sentence) => sentence.startsWith('GPRMC,'))
  if (hasPlace) {
    put(into, 'custom.param1', integer(number))
    put(into, 'event.enum', integer(event))
    if (rmc) putRmc(into, rmc.slice(6).split('*')[0]!.split(','))
  }
  return told(ident, into)
}

/** The IMEI, if the options have it. */
function readOptions(input: Reader): string | undefined {
  let named: string | undefined
  const end = u8(input) + input.at
  while (input.at + 2 <= end && left(input) > 2) {
    const [length, kind] = [u8(input), u8(input)]
    const value = take(input, Math.max(length - 2, 0))
    if (kind === 1) named = identIn(latin1(value))
  }
  return named
}
