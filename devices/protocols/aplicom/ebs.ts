/** EB: what the brakes of a towed vehicle report. Version, u16 event, validity, count, u16 length, {whose, type, length}. */
import { left, part, type Reader, skip, take, textOf, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import { busValue, type Read, value } from './parts.ts'

export const isTowed = (bytes: Uint8Array): boolean => bytes[0] === 0x45 && bytes[1] === 0x42 && bytes.length >= 9

const serviceZero = 2_105_540_607

/** Metres until it is due; nothing is 0. */
function putService(into: Draft, input: Reader): void {
  const raw = u32(input)
  if (raw > 0) put(into, 'custom.service_distance', (raw - serviceZero) * 5)
}

const types: Readonly<Record<number, readonly Read[]>> = {
  2: [
    busValue('can.wheel.speed', u16, 1 / 256),
    value('custom.wheel_speed_difference', u16, 1 / 256, -125),
    value('custom.lateral_acceleration', u8, 0.1, -12.5),
    busValue('can.vehicle.speed', u16, 1 / 256),
  ],
  3: [busValue('can.axle.weight.1', u16, 2)],
  4: [busValue('tire.pressure.1', u8, 10), busValue('custom.pneumatic_pressure', u8, 5)],
  5: [busValue('custom.brake_lining', u8, 0.4), busValue('custom.brake_temperature', u8, 10)],
  6: [busValue('can.vehicle.mileage', u32, 0.005), busValue('segment.vehicle.mileage', u32, 0.005), putService],
  10: [
    busValue('custom.abs_status_counter', u16),
    busValue('custom.atvb_status_counter', u16),
    busValue('custom.vdc_active_counter', u16),
  ],
}

const named: Readonly<Record<number, string>> = { 1: 'brake_flags', 11: 'brake_min_max', 12: 'missing_pgn' }
const vehicleNumber = 13

export function putTowed(into: Draft, input: Reader): void {
  skip(input, 2)
  put(into, 'custom.ebs_version', u8(input))
  put(into, 'custom.ebs_event', u16(input))
  put(into, 'custom.data_validity', u8(input))
  put(into, 'custom.towed', u8(input))
  skip(input, 2)
  while (left(input) >= 3) {
    skip(input, 1)
    const type = u8(input)
    putItem(into, type, part(input, Math.min(u8(input), left(input))))
  }
}

function putItem(into: Draft, type: number, item: Reader): void {
  const reads = types[type]
  if (type === vehicleNumber && left(item) >= 19) {
    put(into, 'custom.towed_detection', u16(item))
    put(into, 'vehicle.vin', textOf(take(item, 17)).split('\0', 1)[0])
  } else if (reads && left(item) >= sizes[type]!) {
    for (const read of reads) read(into, item)
  } else if (left(item) > 0) {
    put(into, `custom.${named[type] ?? `ebs_${type}`}`, toHex(take(item, left(item))))
  }
}

const sizes: Readonly<Record<number, number>> = { 2: 7, 3: 2, 4: 2, 5: 2, 6: 12, 10: 6 }
