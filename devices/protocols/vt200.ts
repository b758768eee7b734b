/**
 * VT200, an OBD tracker that writes as Jointech does, over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   28, id (6 BCD), u16 type, u16 length, content, XOR of all before it, 29     28, 29, 2C and 3D are escaped
 *   2082 2084 2086  kind, u16 trip, time and position, km/h, course / 2, satellites, signal, u32 km, u32 state, the bus
 *   3089            ignition, u16 trip, time and position    3088  a trip that has ended
 *   others          say who it is
 *
 * No replies.
 */
import {
  bcd,
  bcdImei,
  checkedLength,
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
import { xor8 } from '../bytes/checksum.ts'
import { unescaped } from '../families/escaped.ts'
import { bcdMoment, jointechFollowers, jointechSign, putBcdPlace } from '../families/jointech.ts'
import { told } from '../families/lines.ts'
import { type Draft, draft, put } from '../message.ts'
import { type Decoded, defineDecoder, ProtocolError, type Recognition } from '../protocol.ts'

const frameBytesMax = 1024
const open = 0x28
const close = 0x29
const headBytes = 11

export default defineDecoder({
  frameBytesMax,

  recognise(bytes): Recognition {
    if (bytes[0] !== open || bcd(bytes.subarray(1, 7)) === undefined) return 'no'
    if (bytes.length < headBytes) return 'more'
    return types.has(bytes[7]! * 256 + bytes[8]!) && bytes[9]! < 2 ? 'yes' : 'no'
  },

  frame(buffer) {
    if (buffer[0] !== open) throw new ProtocolError('a packet begins otherwise')
    const end = buffer.indexOf(close) + 1
    return checkedLength(end || buffer.length, frameBytesMax) && end
  },

  decode(frame, _state, _receivedAt, unit): Decoded {
    const last = frame.at(-1) === close ? frame.length - 1 : frame.length
    const bytes = unescaped(frame.subarray(1, last), jointechSign, jointechFollowers)
    const input = reader(bytes, 0, Math.max(bytes.length - 1, 0))
    const ident = bcd(take(input, 6))
    if (ident === undefined) throw new ProtocolError('a number has decimal digits only')
    const type = u16(input)
    skip(input, 2)
    const into = draft()
    readers[type]?.(into, input)
    const isRight = xor8(bytes.subarray(0, -1)) === bytes.at(-1)
    if (into.keys > 0 && !isRight && unit?.settings?.checksum !== 'ignore') put(into, 'message.checksum.status', false)
    return told(ident, into)
  },
})

const readers: Readonly<Record<number, (into: Draft, input: Reader) => void>> = {
  8322: putReport,
  8324: putReport,
  8326: putReport,
  12425: (into, input) => {
    put(into, 'engine.ignition.status', u8(input) === 1)
    put(into, 'custom.trip_id', u16(input))
    putBcdPlace(into, input)
  },
  12424: putTrip,
}

const types = new Set([0x0088, 0x008e, 0x1088, 0x2082, 0x2084, 0x2086, 0x3082, 0x3088, 0x3089])

const placeBytes = 15

function putReport(into: Draft, input: Reader): void {
  put(into, 'custom.data_type', u8(input))
  put(into, 'custom.trip_id', u16(input))
  if (left(input) < placeBytes) put(into, 'timestamp', bcdMoment(input))
  else putMovement(into, input)
}

function putMovement(into: Draft, input: Reader): void {
  putBcdPlace(into, input)
  put(into, 'position.speed', u8(input))
  put(into, 'position.direction', u8(input) * 2)
  put(into, 'position.satellites', u8(input))
  put(into, 'custom.rssi', u8(input))
  put(into, 'vehicle.mileage', u32(input))
  put(into, 'custom.status', u32(input))
  if (left(input) >= busBytes) putBus(into, input)
  if (left(input) > 0) put(into, 'custom.bus', toHex(take(input, left(input))))
}

const busBytes = 20

/** An answer of the diagnostic socket (41). The three values agree with the speed next to them; what follows has no name. */
function putBus(into: Draft, input: Reader): void {
  skip(input, 1)
  put(into, 'can.engine.coolant.temperature', u8(input) - 40)
  put(into, 'can.engine.rpm', u16(input) / 4)
  put(into, 'can.vehicle.speed', u8(input))
}

function putTrip(into: Draft, input: Reader): void {
  put(into, 'custom.trip_id', u16(input))
  put(into, 'device.imei', bcdImei(take(input, 8)).slice(0, 15))
  put(into, 'gsm.sim.imsi', bcdImei(take(input, 8)).slice(0, 15))
  put(into, 'custom.trip_start', bcdMoment(input))
  const end = bcdMoment(input)
  put(into, 'custom.trip_end', end)
  put(into, 'timestamp', end)
  put(into, 'custom.driving_time', u16(input))
  put(into, 'custom.trip_fuel', u32(input))
  put(into, 'segment.vehicle.mileage', u32(input) / 1000)
  put(into, 'custom.max_speed', u8(input))
  put(into, 'custom.max_rpm', u16(input))
  put(into, 'custom.max_temp', u8(input) - 40)
  put(into, 'custom.hard_acceleration_count', u8(input))
  put(into, 'custom.hard_braking_count', u8(input))
  for (const band of ['over', 'high', 'normal', 'low']) {
    put(into, `custom.${band}_speed_time`, u16(input))
    put(into, `custom.${band}_speed_distance`, u32(input))
    put(into, `custom.${band}_speed_fuel`, u32(input))
  }
  put(into, 'custom.idle_time', u16(input))
  put(into, 'custom.idle_fuel', u32(input))
  put(into, 'custom.hard_cornering_count', u8(input))
  put(into, 'custom.overspeed_count', u8(input))
  put(into, 'custom.overheat_count', u16(input))
  put(into, 'custom.lane_change_count', u8(input))
  put(into, 'custom.emergency_refueling', u8(input))
}
