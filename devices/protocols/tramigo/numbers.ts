/** Reports of 01: u16 reason, u16 state, position in 1/10000000 degree, receiver, speed in tenths of a metre a second, … */
import { i32le, left, type Reader, take, toHex, u16le, u32le } from '../../bytes/bytes.ts'
import { putFix } from '../../families/nmea.ts'
import { type Draft, put } from '../../message.ts'

export function putNumbers(into: Draft, input: Reader): void {
  put(into, 'report.reason', u16le(input))
  put(into, 'custom.status', u16le(input))
  putFix(into, true, i32le(input) / 1e7, i32le(input) / 1e7)
  put(into, 'custom.rssi', u16le(input))
  put(into, 'position.satellites', u16le(input))
  put(into, 'custom.satellites_visible', u16le(input))
  put(into, 'custom.antenna_status', u16le(input))
  put(into, 'position.speed', u16le(input) * 0.36)
  put(into, 'position.direction', u16le(input))
  put(into, 'vehicle.mileage', u32le(input) / 1000)
  put(into, 'custom.battery', u16le(input))
  put(into, 'custom.charge', u16le(input))
  put(into, 'timestamp', u32le(input))
  if (left(input) > 0) put(into, 'custom.rest', toHex(take(input, left(input))))
}
