/**
 * HYN600, over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   +RPT: or +ACK:, u16 length of all, IMEI (two digits in a byte, the last alone), u8 model, content, moment, u16 number, #
 *   RPT  u16 version, u8 event, u8 its state, u32 mask: parts of the report, in the order of `readReport`
 *   ACK  answer to a command from another server: names the tracker
 *
 * A moment is u16 year, month, day, hour, minute, second. Reports are not answered.
 */

import { i16, i32, latin1, type Reader, reader, skip, take, toHex, u8, u16, u24, u32 } from '../bytes/bytes.ts'
import { checkedIdent } from '../bytes/text.ts'
import { utcSeconds } from '../bytes/time.ts'
import { prefixed } from '../families/binary.ts'
import { putFix } from '../families/nmea.ts'
import { opening } from '../families/opening.ts'
import { type Draft, draft, finish, type Message, put, putCells, rounded } from '../message.ts'
import { defineDecoder, ProtocolError } from '../protocol.ts'
import { type Alarm, raise } from '../values/alarms.ts'
import { putBeacons } from '../values/beacon.ts'

const frameBytesMax = 4096
const headBytes = 7
const tailBytes = 10
const plus = 0x2b

export default defineDecoder({
  frameBytesMax,

  recognise(bytes) {
    const isReport = opening('+RPT:')(bytes)
    if (isReport !== 'no') return isReport
    const isAnswer = opening('+ACK:')(bytes)
    // Queclink writes letters after it, where this one has a length below 4096.
    return isAnswer !== 'yes' ? isAnswer : bytes.length < 6 ? 'more' : bytes[5]! < 16 ? 'yes' : 'no'
  },

  frame: prefixed({ start: [plus], at: 5, size: 2, plus: 0, max: frameBytesMax }),

  decode(frame) {
    const kind = latin1(frame.subarray(0, 5))
    if (!/^\+[A-Z]{3}:$/.test(kind)) throw new ProtocolError('a packet begins with a plus')
    const end = frame.at(-1) === 0x23 ? frame.length : frame.length + 1
    const input = reader(frame, headBytes, Math.max(end - tailBytes, headBytes))
    const ident = identIn(input)
    const model = u8(input)
    if (kind !== '+RPT:') return { ident }
    const tail = reader(frame, end - tailBytes, end - 1)
    return { ident, messages: readReport(input, model, tail) }
  },
})

function identIn(input: Reader): string {
  const pairs = [...take(input, 7)].map((byte) => String(byte).padStart(2, '0'))
  return checkedIdent(`${pairs.join('')}${u8(input)}`)
}

const has = (mask: number, bit: number): boolean => ((mask >>> bit) & 1) === 1

function readReport(input: Reader, model: number, tail: Reader): Message[] {
  const drafts = [draft()]
  const last = drafts[0]!
  put(last, 'custom.model', model)
  put(last, 'custom.version', u16(input))
  const [event, state, mask] = [u8(input), u8(input), u32(input)]
  put(last, 'event.enum', event)
  put(last, 'custom.event_state', state)
  raise(last, alarmOf(event, state))
  if (has(mask, 0)) skip(input, 2)
  if (has(mask, 1)) put(last, 'custom.network', u8(input))
  if (has(mask, 2)) {
    put(last, 'battery.voltage', u16(input) / 1000)
    put(last, 'battery.level', u8(input))
  }
  if (has(mask, 3)) putPlaces(drafts, input)
  if (has(mask, 4)) putTower(last, input)
  if (has(mask, 7)) {
    put(last, 'custom.upgrade', u8(input))
    skip(input, 2)
  }
  if (has(mask, 8)) putVehicle(last, input)
  if (has(mask, 16)) putBluetooth(last, input)
  const sentAt = momentIn(tail)
  if (!('timestamp' in last.values)) put(last, 'timestamp', sentAt)
  put(last, 'record.seqnum', u16(tail))
  return drafts.map(finish).filter((message) => message !== undefined)
}

function alarmOf(event: number, state: number): Alarm | undefined {
  const alarm = alarms[event]
  return typeof alarm === 'object' ? alarm[state] : (alarm ?? (fences.has(event) ? fenceOf(state) : undefined))
}

/** If the state says more about an event, it is listed by its state. */
const alarms: Readonly<Record<number, Alarm | Readonly<Record<number, Alarm>>>> = {
  3: { 1: 'low_battery' },
  7: 'crash',
  14: { 1: 'power_cut', 2: 'power_restored', 3: 'low_power' },
  15: 'towing',
  16: 'overspeed',
  19: { 1: 'harsh_braking', 2: 'harsh_acceleration', 3: 'harsh_cornering' },
  32: 'jamming',
  33: 'tampering',
  41: 'overspeed',
}
const fences = new Set([21, 40])
const fenceOf = (state: number): Alarm => (state & 1 ? 'geofence_enter' : 'geofence_exit')

const momentIn = (input: Reader): number | undefined =>
  utcSeconds(u16(input), u8(input), u8(input), u8(input), u8(input), u8(input))

/** The newest comes last, and the rest of the report belongs to it. */
function putPlaces(drafts: Draft[], input: Reader): void {
  const newest = drafts[0]!
  const mask = u16(input)
  const count = u8(input)
  if (count > 1) drafts.unshift(...Array.from({ length: count - 1 }, draft))
  for (const into of count === 0 ? [] : drafts) putPlace(into, input, mask)
  if (drafts.at(-1) !== newest) throw new ProtocolError('places out of order')
}

function putPlace(into: Draft, input: Reader, mask: number): void {
  let isFix = true
  let [latitude, longitude]: (number | undefined)[] = []
  if (has(mask, 0)) isFix = u8(input) > 0
  if (has(mask, 1)) put(into, 'position.hdop', u8(input))
  if (has(mask, 2)) put(into, 'position.speed', u16(input))
  if (has(mask, 3)) put(into, 'position.direction', u16(input))
  if (has(mask, 4)) put(into, 'position.altitude', i16(input))
  if (has(mask, 5)) latitude = i32(input) / 1e6
  if (has(mask, 6)) longitude = i32(input) / 1e6
  if (has(mask, 7)) {
    const at = momentIn(input)
    if (isFix) put(into, 'timestamp', at)
  }
  if (has(mask, 8)) put(into, 'position.satellites', satellitesIn(input))
  putFix(into, isFix, latitude, longitude)
}

/** Of each system that the mask names; together they are those of the fix. */
function satellitesIn(input: Reader): number {
  const mask = u8(input)
  let sum = 0
  for (let bit = 0; bit < 4; bit++) if (has(mask, bit)) sum += u8(input)
  return sum
}

function putTower(into: Draft, input: Reader): void {
  putCells(into, [{ mcc: u16(input), mnc: u16(input), lac: u16(input), cellid: u32(input) }])
  put(into, 'custom.rssi', u8(input))
}

function putVehicle(into: Draft, input: Reader): void {
  const mask = u32(input)
  if (has(mask, 0)) put(into, 'external.powersource.voltage', u16(input) / 100)
  if (has(mask, 1)) {
    const index = u8(input)
    const volts = u16(input) / 1000
    if (index > 0) put(into, `ain.${index}`, volts)
  }
  if (has(mask, 2)) {
    const state = u8(input)
    put(into, 'engine.ignition.status', state >= 0x20)
    put(into, 'movement.status', (state & 15) >= 2)
    put(into, 'custom.state', state)
  }
  if (has(mask, 3)) put(into, 'din', u8(input))
  if (has(mask, 4)) put(into, 'dout', u8(input))
  if (has(mask, 5)) {
    put(into, 'segment.vehicle.mileage', u16(input) / 10)
    put(into, 'vehicle.mileage', u32(input) / 10)
  }
  if (has(mask, 6)) satellitesIn(input)
  if (has(mask, 7)) put(into, 'custom.geofences', u32(input))
  if (has(mask, 8)) put(into, 'custom.card', toHex(take(input, u8(input))))
  if (has(mask, 9)) putSensors(into, input)
  if (has(mask, 10)) {
    put(into, 'custom.trip_hours', rounded(u8(input) + u8(input) / 60 + u8(input) / 3600, 4))
    put(into, 'engine.motorhours', u24(input) + u8(input) / 60 + u8(input) / 3600)
  }
  if (has(mask, 11)) put(into, 'custom.part_11', toHex(take(input, 9)))
  if (has(mask, 12)) put(into, 'custom.part_12', toHex(take(input, 8)))
}

/** The scale of the temperature is not described. */
function putSensors(into: Draft, input: Reader): void {
  const count = u8(input)
  for (let index = 1; index <= count; index++) {
    put(into, `custom.sensor_${index}`, toHex(take(input, 8)))
    const mask = u8(input)
    if (has(mask, 0)) put(into, `custom.temperature_${index}`, i16(input))
    if (has(mask, 1)) put(into, `sensor.humidity.${index}`, u8(input))
  }
}

function putBluetooth(into: Draft, input: Reader): void {
  const mask = u32(input)
  if (has(mask, 0)) {
    skip(input, 2)
    put(into, 'custom.relay_alarm', u8(input))
    const relay = u8(input)
    if (has(relay, 0)) put(into, 'custom.relay', toHex(take(input, 6)))
    if (has(relay, 1)) put(into, 'custom.relay_rssi', i16(input))
    if (has(relay, 2)) skip(input, 1)
    if (has(relay, 3)) put(into, 'custom.relay_state', u8(input))
    if (has(relay, 4)) put(into, 'custom.relay_error', u8(input))
  }
  if (!has(mask, 1)) return
  skip(input, 3)
  const beacon = u8(input)
  const id = has(beacon, 0) ? toHex(take(input, 6)) : undefined
  const rssi = has(beacon, 1) ? i16(input) : undefined
  const volts = has(beacon, 2) ? u16(input) / 1000 : undefined
  if (id !== undefined) putBeacons(into, [{ id, rssi, 'battery.voltage': volts }])
}
