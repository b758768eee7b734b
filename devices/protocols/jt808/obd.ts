/** What the vehicle says, in items of makers and in messages passed through. */
import { latin1, left, part, type Reader, take, toHex, u8, u16, uint } from '../../bytes/bytes.ts'
import { decimal } from '../../bytes/text.ts'
import { type Draft, put } from '../../message.ts'
import type { ParameterName } from '../../values/parameters.ts'

type Row = readonly [key: ParameterName, divisor?: number, offset?: number]

/** Items 80 to 8E next to the position. */
const items: Readonly<Record<number, Row>> = {
  128: ['can.vehicle.speed'],
  129: ['can.engine.rpm'],
  131: ['can.engine.load.level'],
  132: ['can.engine.coolant.temperature', 1, -40],
  133: ['custom.fuel_consumption'],
  134: ['can.intake.air.temperature', 1, -40],
  135: ['custom.intake_flow'],
  136: ['can.intake.map.pressure'],
  137: ['can.throttle.level'],
  138: ['custom.obd_8a'],
  140: ['can.vehicle.mileage', 10],
  141: ['segment.vehicle.mileage'],
  142: ['can.fuel.level'],
}

export function readObdItem(into: Draft, id: number, data: Reader, size: number): boolean {
  if (id === 0x8b && size === 17) put(into, 'vehicle.vin', latin1(take(data, size)))
  else if (id === 0xa0) put(into, 'can.dtc', latin1(take(data, size)).replaceAll(',', ' '))
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
  7: ['custom.fuel_consumption', 10],
  8: ['can.engine.load.level', 10],
  9: ['can.engine.coolant.temperature', 1, -40],
  11: ['can.intake.map.pressure'],
  12: ['can.intake.air.temperature', 1, -40],
  13: ['custom.intake_flow'],
  14: ['can.throttle.level', 2.55],
  256: ['segment.vehicle.mileage', 10],
  258: ['custom.trip_fuel', 10],
  274: ['custom.hard_acceleration_count'],
  275: ['custom.hard_deceleration_count'],
  276: ['custom.hard_cornering_count'],
}

/** Passed through in messages of type F0. */
const passedItems: Readonly<Record<number, Row>> = {
  258: ['can.vehicle.mileage', 10],
  259: ['can.fuel.volume', 100],
  261: ['can.fuel.consumed', 100],
  273: ['custom.fuel_temp', 1, -40],
  302: ['custom.oil_level', 10],
  330: ['can.fuel.consumption.distance', 100],
  1320: ['can.vehicle.mileage', 10],
  1322: ['can.fuel.volume', 100],
  1323: ['can.fuel.level'],
  1324: ['can.fuel.consumed', 100],
  1325: ['can.engine.coolant.temperature', 1, -40],
  1326: ['can.intake.air.temperature', 1, -40],
  1328: ['external.powersource.voltage', 1000],
  1333: ['can.vehicle.speed', 10],
  1334: ['can.engine.rpm'],
  1335: ['can.fuel.consumption.distance', 100],
  1336: ['can.fuel.consumption.distance', 100],
  1337: ['can.fuel.consumption.distance', 100],
  1341: ['can.intake.map.pressure', 10],
  1348: ['custom.liquid_level'],
  1350: ['can.vehicle.mileage', 10],
  1351: ['can.throttle.level'],
  1352: ['can.throttle.pedal.level'],
}

const texts: Readonly<Record<number, ParameterName>> = {
  80: 'vehicle.vin',
  82: 'custom.calid',
  65260: 'vehicle.vin',
}

/** { u16 id, length, value }, all that fit. */
export const readObdItems = (into: Draft, input: Reader): boolean =>
  readWideItems(into, input, wideItems, Number.POSITIVE_INFINITY)

/** As many as `count` says, in the numbering of messages passed through. */
export const readPassedItems = (into: Draft, input: Reader, count: number): boolean =>
  readWideItems(into, input, passedItems, count)

function readWideItems(into: Draft, input: Reader, rows: Readonly<Record<number, Row>>, count: number): boolean {
  for (let n = 0; n < count && left(input) >= 3; n++) {
    const id = u16(input)
    const size = Math.min(u8(input), left(input))
    const data = part(input, size)
    const name = `custom.obd_${id.toString(16).padStart(4, '0')}` as const
    if (texts[id]) put(into, texts[id], latin1(take(data, size)).slice(0, 32))
    else if (size >= 1 && size <= 4) putRow(into, rows[id] ?? [name], Number(uint(data, size)))
    else if (size > 0) put(into, name, toHex(take(data, size)))
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
  'custom.fuel_consumption_now',
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
