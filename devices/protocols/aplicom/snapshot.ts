/** D: where it is, and what it was set to report with it. */
import { i16, i32, left, type Reader, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { putFix } from '../../families/nmea.ts'
import { type Draft, put } from '../../message.ts'
import { isCan, putCan } from './can.ts'
import { isTowed, putTowed } from './ebs.ts'
import { hexOf, moment, type Part, readParts, value } from './parts.ts'

const gnss = 0x0008
const hasFix = 0x40

const parts: readonly Part[] = [
  [0x0010, value('position.speed', u8), value('custom.maximum_speed', u8), value('position.direction', u8, 2)],
  [0x0040, value('din', u8)],
  [0x0020, ...[1, 2, 3, 4].map((index) => value(`custom.adc_${index}`, u16))],
  [0x8000, value('external.powersource.voltage', u16, 0.001), value('battery.voltage', u16, 0.001)],
  [0x10000, value('custom.pulse_rate_1', u16), value('custom.pulse_count_1', u32)],
  [0x20000, value('custom.pulse_rate_2', u16), value('custom.pulse_count_2', u32)],
  [0x0080, value('custom.trip_1', u32)],
  [0x0100, value('custom.trip_2', u32)],
  [0x0040, value('dout', u8)],
  [0x0200, putDriver],
  [0x0400, value('custom.keypad', u8)],
  [0x0800, value('position.altitude', i16)],
  [0x2000, value('record.seqnum', u16)],
  [0x4000, hexOf('custom.state_flags', 8)],
  [0x80000, hexOf('custom.cell_info', 11)],
]

const eventData = 0x1000

export function putSnapshot(into: Draft, input: Reader, selector: number): void {
  const flags = selector & gnss ? u8(input) : 0
  readParts(into, input, selector, [[0x0004, moment]])
  if (selector & gnss) putPlace(into, input, (flags & hasFix) !== 0)
  readParts(into, input, selector, parts)
  if ((selector & eventData) === 0 || left(input) === 0) return
  const rest = input.bytes.subarray(input.at, input.end)
  if (isTowed(rest)) putTowed(into, input)
  else if (isCan(rest)) putCan(into, input)
  else put(into, 'custom.event_data', toHex(take(input, left(input))))
}

function putPlace(into: Draft, input: Reader, isFix: boolean): void {
  const time = u32(input)
  put(into, 'position.timestamp', time)
  if (!('timestamp' in into.values)) put(into, 'timestamp', time)
  putFix(into, isFix, i32(input) / 1e6, i32(input) / 1e6)
  put(into, 'position.satellites', u8(input))
}

function putDriver(into: Draft, input: Reader): void {
  const digits = toHex(take(input, 6))
  if (/[^0]/.test(digits)) put(into, 'driver.id', digits)
}
