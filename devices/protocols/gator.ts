/**
 * Gator (M508, M528, M588 …), over TCP and UDP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   packet   2424, u8 type, u16 length, id of four bytes or, from M588, the IMEI in eight, content, XOR of all before it,
 *            0D → 21 with the packet's sum, its type and 0
 *   80 position, 81 position asked for, 82 alarm, 8E a stored position; 21 heartbeat; 83 state, 84 message, 85 answer
 */
import { bcd, left, mayStartWith, type Reader, reader, skip, take, u8, u32 } from '../bytes/bytes.ts'
import { isImei } from '../bytes/imei.ts'
import { prefixed } from '../families/binary.ts'
import { hasRightSum, putDecimalPlace, summed } from '../families/decimals.ts'
import { type Bits, putBits } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { type Draft, draft, put } from '../message.ts'
import { type CommandKind, defineDecoder, ProtocolError } from '../protocol.ts'

interface State {
  /** The four bytes of its id, for commands. */
  readonly id?: Uint8Array
}

const start = [0x24, 0x24]
const frameBytesMax = 1024
const [alarmType, stored] = [0x82, 0x8e]
const places = new Set([0x80, 0x81, alarmType, stored])
const known = new Set([...places, 0x21, 0x83, 0x84, 0x85])
const shortest = 11

export default defineDecoder<State>({
  frameBytesMax,

  recognise(bytes) {
    if (!mayStartWith(bytes, start)) return 'no'
    if (bytes.length > 2 && !known.has(bytes[2]!)) return 'no'
    if (bytes.length > 3 && bytes[3] !== 0) return 'no'
    return bytes.length < 5 ? 'more' : bytes[4]! + 5 >= shortest ? 'yes' : 'no'
  },

  frame: prefixed({ start, at: 3, size: 2, plus: 5, max: frameBytesMax }),

  decode(frame, _state, _receivedAt, unit) {
    if (!mayStartWith(frame, start) || frame.length < shortest) throw new ProtocolError('a packet begins with 2424')
    const type = frame[2]!
    const input = reader(frame, 5, frame.length - 2)
    const imei = imeiOf(frame)
    const id = take(input, imei ? 8 : 4).slice()
    const into = draft()
    if (places.has(type)) {
      putPlace(into, input, imei !== undefined)
      if (type === alarmType) putAlarms(into, input)
      if (type === stored) put(into, 'message.buffered.status', true)
      if (unit?.settings?.checksum !== 'ignore' && !hasRightSum(frame)) put(into, 'message.checksum.status', false)
    }
    const reply = summed(start, 0x21, [frame.at(-2)!, type, 0])
    return { ...told(imei ?? numberOf(id), into), reply, state: imei ? {} : { id } }
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

const shortestWithImei = 44

/** Fifteen digits and a zero. An id of four bytes and the time after it may look so, but then the packet is shorter. */
function imeiOf(frame: Uint8Array): string | undefined {
  if (frame.length < shortestWithImei) return undefined
  const digits = bcd(frame.subarray(5, 13))
  return digits?.endsWith('0') && isImei(digits.slice(0, 15)) ? digits.slice(0, 15) : undefined
}

/** A Chinese telephone number: 1, two digits of which 30 is taken off and the rest spread over the highest bits, eight more. */
function numberOf(id: Uint8Array): string {
  const high = id.reduce((bits, byte) => bits * 2 + (byte >> 7), 0)
  return `1${30 + high}${[...id].map((byte) => String(byte & 0x7f).padStart(2, '0')).join('')}`
}

function putPlace(into: Draft, input: Reader, hasDriving: boolean): void {
  const flags = putDecimalPlace(into, input)
  put(into, 'position.satellites', flags & 0x0f)
  put(into, 'custom.status', u8(input))
  put(into, 'custom.key', u8(input))
  put(into, 'ain.1', hundredths(input))
  const supply = hundredths(input)
  put(into, 'ain.2', supply)
  // In all traffic the second analogue value is the vehicle's voltage.
  put(into, 'external.powersource.voltage', supply)
  put(into, 'vehicle.mileage', u32(input) / 1000)
  if (!hasDriving || left(input) < 5) return
  skip(input, 4)
  putBits(into, u8(input), {
    0: { alarm: 'harsh_acceleration' },
    1: { alarm: 'harsh_braking' },
    2: { alarm: 'harsh_cornering' },
  })
}

const hundredths = (input: Reader): number => u8(input) + u8(input) / 100

const alarms: readonly Bits[] = [
  { 0: { alarm: 'harsh_braking' }, 5: { alarm: 'harsh_acceleration' } },
  { 1: { alarm: 'overspeed' }, 4: { alarm: 'harsh_cornering' } },
]

function putAlarms(into: Draft, input: Reader): void {
  for (const bits of alarms) {
    if (left(input) === 0) return
    const value = u8(input)
    put(into, bits === alarms[0] ? 'custom.alarm_1' : 'custom.alarm_2', value)
    putBits(into, value, bits)
  }
}
