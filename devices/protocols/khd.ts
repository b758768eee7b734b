/**
 * KHD (KG100, KG200, KG300), over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   packet   2929, u8 type, u16 length, id of four bytes, content, XOR of all before it, 0D
 *   B1 login, 83, 84, 86, 8E a stored position → 21 with the packet's sum, its type and its tenth byte
 *   80 position, 81 position asked for, 85 answer, 82 alarm, A3 position with what is connected
 */
import {
  latin1,
  left,
  mayStartWith,
  part,
  type Reader,
  reader,
  skip,
  take,
  toHex,
  u8,
  u16,
  u24,
  u32,
} from '../bytes/bytes.ts'
import { prefixed } from '../families/binary.ts'
import { hasRightSum, putDecimalPlace, summed } from '../families/decimals.ts'
import { type Bits, putBits } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { type Cell, type Draft, draft, put, putCells } from '../message.ts'
import { type CommandKind, defineDecoder, ProtocolError } from '../protocol.ts'

interface State {
  /** The four bytes of its id, for commands. */
  readonly id?: Uint8Array
}

const start = [0x29, 0x29]
const frameBytesMax = 1024
const [alarmType, peripheral] = [0x82, 0xa3]
const places = new Set([0x80, 0x81, alarmType, 0x85, 0x8e, peripheral])
const confirmed = new Set([0xb1, 0x83, 0x84, 0x86, 0x8e])

export default defineDecoder<State>({
  frameBytesMax,

  recognise(bytes) {
    if (!mayStartWith(bytes, start)) return 'no'
    return bytes.length < 3 ? 'more' : places.has(bytes[2]!) || confirmed.has(bytes[2]!) ? 'yes' : 'no'
  },

  frame: prefixed({ start, at: 3, size: 2, plus: 5, max: frameBytesMax }),

  decode(frame, _state, _receivedAt, unit) {
    if (!mayStartWith(frame, start)) throw new ProtocolError('a packet begins with 2929')
    const type = frame[2]!
    const input = reader(frame, 5, Math.max(frame.length - 2, 5))
    const id = take(input, 4).slice()
    const into = draft()
    if (places.has(type)) {
      putDecimalPlace(into, input)
      if (type === alarmType) putAlarms(into, input)
      else putStates(into, input, type === peripheral)
      if (unit?.settings?.checksum !== 'ignore' && !hasRightSum(frame)) put(into, 'message.checksum.status', false)
    }
    const answer = confirmed.has(type) ? { reply: summed(start, 0x21, [frame.at(-2)!, type, frame[9] ?? 0]) } : {}
    return { ...told(identOf(id), into), ...answer, state: { id } }
  },

  commands: { position: 'none', 'engine.stop': 'none', 'engine.resume': 'none' },

  encode({ kind }, { id }) {
    const type = orders[kind]
    return type === undefined || !id ? undefined : summed(start, type, [...id])
  },
})

const orders: Readonly<Partial<Record<CommandKind, number>>> = {
  position: 0x30,
  'engine.stop': 0x39,
  'engine.resume': 0x38,
}

/** Two digits in each byte, of which the middle ones have their highest bit set; otherwise the id is in BCD. */
function identOf(id: Uint8Array): string {
  const digits = [id[0]!, id[1]! - 0x80, id[2]! - 0x80, id[3]!]
  const isCoded = digits.every((value) => value >= 0 && value <= 99)
  return isCoded ? digits.map((value) => String(value).padStart(2, '0')).join('') : toHex(id)
}

function putStates(into: Draft, input: Reader, hasItems: boolean): void {
  const distance = u24(input)
  if ((distance & 0xffff) > 0) put(into, 'vehicle.mileage', distance / 1000)
  else if (distance > 0) put(into, 'custom.fuel', distance >> 16)
  const status = u32(input)
  put(into, 'custom.status', status)
  put(into, 'engine.ignition.status', status < 0x8000_0000)
  if (left(input) < 8) return
  skip(input, 7)
  put(into, 'custom.result', u8(input))
  if (!hasItems || left(input) < 2) return
  skip(input, 2)
  while (left(input) >= 2) {
    const type = u8(input)
    readItem(into, type, part(input, Math.min(u8(input), left(input))))
  }
}

const items: Readonly<Record<number, (into: Draft, input: Reader) => void>> = {
  1: (into, input) => put(into, 'custom.fuel', u8(input) * 100 + u8(input)),
  2: (into, input) => put(into, 'sensor.temperature.1', u8(input) * 100 + u8(input)),
  5(into, input) {
    const sign = u8(input)
    if (sign === 1 || sign === 2) put(into, 'custom.sign', sign === 1)
    put(into, 'driver.id', latin1(take(input, left(input))))
  },
  24(into, input) {
    for (let index = 1; index <= 4 && left(input) >= 2; index++) {
      const share = u16(input)
      if (share > 0 && share < 0xffff) put(into, `fuel.level.${index}`, (share * 100) / 0xfffe)
    }
  },
  32: (into, input) => put(into, 'battery.level', u8(input)),
  35(into, input) {
    const cells: Cell[] = []
    for (let count = u8(input); count > 0 && left(input) >= 8; count--) {
      cells.push({ mcc: u16(input), mnc: u8(input), lac: u16(input), cellid: u16(input), rssi: u8(input) })
    }
    putCells(into, cells)
  },
}

/** What is not described stays in hex. */
function readItem(into: Draft, type: number, input: Reader): void {
  const read = items[type]
  if (read && left(input) > 0) read(into, input)
  else put(into, `custom.param.${type}`, toHex(take(input, left(input))))
}

const alarms: Readonly<Record<number, Bits>> = {
  0: { 4: { alarm: 'low_power' }, 6: { alarm: 'geofence_exit' }, 7: { alarm: 'geofence_enter' } },
  1: {
    0: { alarm: 'sos' },
    1: { alarm: 'overspeed' },
    3: { alarm: 'power_cut' },
    6: { alarm: 'towing' },
    7: { alarm: 'door' },
  },
  2: { 2: { alarm: 'temperature' }, 4: { alarm: 'tampering' }, 6: { alarm: 'fatigue' }, 7: { alarm: 'idle' } },
  6: {
    3: { alarm: 'vibration' },
    4: { alarm: 'harsh_braking' },
    5: { alarm: 'harsh_acceleration' },
    6: { alarm: 'harsh_cornering' },
    7: { alarm: 'crash' },
  },
}

function putAlarms(into: Draft, input: Reader): void {
  skip(input, 2)
  const bytes = take(input, Math.min(8, left(input)))
  put(into, 'custom.alarm', toHex(bytes))
  for (const [index, bits] of Object.entries(alarms)) putBits(into, bytes[Number(index)], bits)
}
