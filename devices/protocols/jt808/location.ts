/**
 * A position, messages 0200, 0201, 0500, and many of them in 0704 and 0210.
 *
 *   alarms u32, state u32, latitude u32, longitude u32 (1e-6 degrees), altitude u16 m, speed u16 (0.1 km/h),
 *   direction u16, time (6 BCD, GMT+8), items
 *   state: bit 0 ignition, 1 fix, 2 south, 3 west, 10 fuel cut, 11 power cut, 12 doors locked, 13 to 17 open doors
 */

import { i16, left, part, type Reader, skip, u8, u16, u32 } from '../../bytes/bytes.ts'
import { utcSeconds } from '../../bytes/time.ts'
import { type Draft, draft, finish, type Message, put, putPosition } from '../../message.ts'
import { ProtocolError } from '../../protocol.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import { readItems } from './items.ts'
import { modelOf } from './models.ts'
import { block, raiseBits } from './rows.ts'

/** What is known about the unit that sent it. */
export interface Known {
  readonly model: string | undefined
  readonly utcOffsetMinutes: number
}

/** By bit. 15 to 17 are in no standard and come from trackers with sensors of their own. */
const alarmBits: Readonly<Record<number, Alarm | readonly Alarm[]>> = {
  0: 'sos',
  1: 'overspeed',
  2: 'fatigue',
  4: 'fault',
  5: 'gnss_antenna_cut',
  6: 'gnss_antenna_cut',
  7: 'low_battery',
  // The supply is down, for any reason.
  8: ['power_cut', 'power_off'],
  9: 'fault',
  10: 'fault',
  11: 'fault',
  12: 'fault',
  13: 'overspeed',
  14: 'fatigue',
  15: 'vibration',
  16: 'tampering',
  17: 'tampering',
  19: 'parking',
  20: 'geofence',
  21: 'geofence',
  22: 'geofence',
  23: 'geofence',
  24: 'fault',
  25: 'fuel_leak',
  // Stolen, for which there is no word.
  26: 'general',
  27: 'general',
  // Moved without a driver.
  28: ['displacement', 'movement'],
  29: 'crash',
  30: 'crash',
  31: 'door',
}

/** The driver has driven too long today, by the standard. Trackers with a battery of their own say that it is low. */
const longDayBit = 18
const hasBattery = ({ values }: Draft): boolean => 'battery.level' in values || 'battery.voltage' in values

/** Six BCD bytes YY MM DD hh mm ss in the terminal's own zone. */
export function readTime(input: Reader, known: Known): number | undefined {
  const year = twoDigits(input)
  const local = utcSeconds(
    2000 + year,
    twoDigits(input),
    twoDigits(input),
    twoDigits(input),
    twoDigits(input),
    twoDigits(input),
  )
  return local === undefined ? undefined : local - known.utcOffsetMinutes * 60
}

/** NaN when a nibble is no digit, of which no time can be made. */
function twoDigits(input: Reader): number {
  const byte = u8(input)
  return byte >> 4 > 9 || (byte & 15) > 9 ? Number.NaN : (byte >> 4) * 10 + (byte & 15)
}

export function putState(into: Draft, state: number): void {
  put(into, 'engine.ignition.status', (state & 1) !== 0)
  put(into, 'position.valid', (state & 2) !== 0)
  // Included in every report, so that earlier alarms do not seem to last.
  put(into, 'engine.blocked.status', (state & 0x400) !== 0)
  put(into, 'battery.charging.status', (state & 0x400_0000) !== 0)
  if ((state & 0x3f800) === 0) return
  if (state & 0x800) put(into, 'external.powersource.status', false)
  if (state & 0x1000) put(into, 'lock.status', true)
  // Front, middle, back, the driver's, another.
  if (state & 0x3e000) put(into, 'door.open.status', true)
}

/** Degrees are unsigned; the state has the hemispheres. */
export function putPlace(into: Draft, state: number, latitude: number, longitude: number): void {
  putPosition(into, (state & 4 ? -latitude : latitude) / 1e6, (state & 8 ? -longitude : longitude) / 1e6)
}

export function readLocation(input: Reader, known: Known, isBuffered = false): Message | undefined {
  const into = draft()
  const model = modelOf(known.model)
  const alarms = u32(input)
  const state = u32(input)
  const latitude = u32(input)
  putPlace(into, state, latitude, u32(input))
  putMotion(into, input, known)
  putState(into, state)
  if (model?.movementBit !== undefined) put(into, 'movement.status', ((state >>> model.movementBit) & 1) === 1)
  if (model?.doorBit !== undefined) put(into, 'door.open.status', ((state >>> model.doorBit) & 1) === 1)
  if (isBuffered) put(into, 'message.buffered.status', true)
  if (alarms !== 0) {
    put(into, 'alarm.code', alarms)
    raiseBits(into, (alarms & ~(model?.otherBits ?? 0)) >>> 0, model?.alarms ?? alarmBits)
  }
  if (left(input) === fixedBytes && !isItems(input)) fixed(into, input, fixedBytes)
  else readItems(into, input, model?.items)
  if (!model?.alarms && (alarms >>> longDayBit) & 1) raise(into, hasBattery(into) ? 'low_battery' : 'fatigue')
  return finish(into)
}

/** Altitude, speed, direction, time. */
export function putMotion(into: Draft, input: Reader, known: Known): void {
  put(into, 'position.altitude', i16(input))
  put(into, 'position.speed', u16(input) / 10)
  put(into, 'position.direction', u16(input))
  put(into, 'timestamp', readTime(input, known))
}

/** One maker's electric vehicles end with these instead of items. */
const fixedBytes = 18
const fixed = block(
  ['custom.remaining_battery', 2],
  ['custom.remaining_mileage', 2],
  ['vehicle.mileage', 4],
  ['battery.voltage', 2, 10],
  ['geofence.id', 4],
  ['custom.rssi', 1],
)

/** True when the lengths lead exactly to the end. */
function isItems({ bytes, at, end }: Reader): boolean {
  let next = at
  while (next + 2 <= end) next += 2 + bytes[next + 1]!
  return next === end
}

/** 0704: number, 0 sent at once or 1 from memory, { length, position }. */
export function readBatch(input: Reader, known: Known): Message[] {
  const count = u16(input)
  const isBuffered = u8(input) > 0
  return readMany(input, count, u16, known, isBuffered)
}

/** 0210, of one maker: { length of one byte, position }, or the battery's level and the time. */
export function readShortBatch(input: Reader, known: Known): Message[] {
  if (left(input) !== 7) return readMany(input, Number.POSITIVE_INFINITY, u8, known, false)
  const into = draft()
  put(into, 'battery.level', u8(input))
  put(into, 'timestamp', readTime(input, known))
  const message = finish(into)
  return message ? [message] : []
}

function readMany(
  input: Reader,
  count: number,
  size: (input: Reader) => number,
  known: Known,
  isBuffered: boolean,
): Message[] {
  const messages: Message[] = []
  for (let n = 0; n < count && left(input) > 2; n++) {
    const bytes = size(input)
    if (bytes === 0) throw new ProtocolError('a position without bytes')
    const message = readLocation(part(input, bytes), known, isBuffered)
    if (message) messages.push(message)
  }
  return messages
}

/** 0201 and 0500 answer a question of ours, whose serial comes first. */
export function readAnswered(input: Reader, known: Known): Message[] {
  skip(input, 2)
  const message = readLocation(input, known)
  return message ? [message] : []
}
