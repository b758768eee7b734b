/** What the vehicle says, in items of makers and in messages passed through. */
import { latin1, left, part, type Reader, take, u8, u16, u32, uint } from '../../bytes.ts'
import { type Draft, put } from '../../message.ts'
import type { ParameterName } from '../../parameters.ts'
import { decimal } from '../../text.ts'

type Row = readonly [key: ParameterName, divisor?: number, offset?: number]

/** Items 80 to 8E beside the position. */
const items: Readonly<Record<number, Row>> = {
  128: ['can.vehicle.speed'],
  129: ['can.engine.rpm'],
  131: ['can.engine.load.level'],
  132: ['can.engine.coolant.temperature', 1, -40],
  134: ['can.intake.air.temperature', 1, -40],
  135: ['custom.mass_air_flow', 100],
  136: ['custom.item_88'],
  137: ['can.throttle.level'],
  140: ['custom.obd_mileage'],
}

export function readObdItem(into: Draft, id: number, data: Reader, size: number): boolean {
  if (id === 0x8b && size === 17) put(into, 'vehicle.vin', latin1(take(data, size)))
  else if (id === 0xa0) put(into, 'can.dtc', latin1(take(data, size)))
  else {
    const row = items[id]
    if (!row || size < 1 || size > 4) return false
    putRow(into, row, Number(uint(data, size)))
  }
  return true
}

const putRow = (into: Draft, [key, divisor = 1, offset = 0]: Row, value: number) =>
  put(into, key, value / divisor + offset)

/** Ids of two bytes, in item F3. */
const wideItems: Readonly<Record<number, Row>> = {
  2: ['can.vehicle.speed', 10],
  3: ['can.engine.rpm'],
  4: ['external.powersource.voltage', 1000],
  5: ['can.vehicle.mileage', 10],
  8: ['can.engine.load.level'],
  9: ['can.engine.coolant.temperature', 1, -40],
  11: ['can.intake.map.pressure'],
  12: ['can.intake.air.temperature', 1, -40],
  13: ['custom.mass_air_flow', 100],
  14: ['can.throttle.level'],
  // Passed through in messages of type F0.
  1323: ['can.fuel.level'],
  1325: ['can.engine.coolant.temperature', 1, -40],
  1326: ['can.intake.air.temperature', 1, -40],
  1328: ['external.powersource.voltage', 1000],
  1333: ['can.vehicle.speed', 10],
  1334: ['can.engine.rpm'],
  1348: ['custom.obd_0544'],
  1350: ['custom.obd_mileage'],
}

const vinId = 0x0050
const faultsId = 0x0051

/** { u16 id, length, value }, all that fit or as many as `count` says. */
export function readObdItems(into: Draft, input: Reader, count = Number.POSITIVE_INFINITY): boolean {
  for (let n = 0; n < count && left(input) >= 3; n++) {
    const id = u16(input)
    const size = Math.min(u8(input), left(input))
    const data = part(input, size)
    if (id === vinId) put(into, 'vehicle.vin', latin1(take(data, Math.min(size, 17))))
    else if (id === faultsId) put(into, 'can.dtc', latin1(take(data, size)))
    else if (size >= 1 && size <= 4) {
      const value = size === 4 ? u32(data) : Number(uint(data, size))
      putRow(into, wideItems[id] ?? [`custom.obd_${id.toString(16).padStart(4, '0')}`], value)
    }
  }
  return true
}

/** `$OBD-RT,` voltage, rpm, speed, throttle, load, coolant, consumption now and on average, distance, …, fuel used. */
const realTime: readonly (ParameterName | undefined)[] = [
  'external.powersource.voltage',
  'can.engine.rpm',
  'can.vehicle.speed',
  'can.throttle.level',
  'can.engine.load.level',
  'can.engine.coolant.temperature',
  'custom.consumption',
  'can.fuel.consumption.distance',
  'segment.vehicle.mileage',
  'can.vehicle.mileage',
  'custom.trip_fuel',
  'can.fuel.consumed',
]

export function readRealTime(into: Draft, text: string): void {
  const fields = text.trim().split(',')
  realTime.forEach((key, index) => {
    if (key) put(into, key, decimal(fields[index + 1]))
  })
}

/** The first fault code in bytes whose layout nobody has published: a letter and four digits. */
export function findFaultCode(bytes: Uint8Array): string | undefined {
  const text = latin1(bytes)
  for (let at = 0; at + 5 <= text.length; at++) {
    if (!'PCBU'.includes(text[at]!)) continue
    const digits = text.slice(at + 1, at + 5)
    if ([...digits].every((letter) => (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'F'))) {
      return text.slice(at, at + 5)
    }
  }
  return undefined
}
