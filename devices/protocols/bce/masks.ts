/**
 * The fields of a structure, mask by mask and bit by bit. A field has no length on the wire, so one that is not here ends
 * the reading of its structure; what stood before it is kept. Values of the vehicle's bus come as J1939 has them.
 */
import { f32le, left, type Reader, skip, take, toHex, u8, u16le, u32le } from '../../bytes.ts'
import { type Draft, put, putCells, putPosition } from '../../message.ts'

type Field = (into: Draft, data: Reader) => void

const masksMax = 8
const goesOn = 0x8000

/** f32 longitude, f32 latitude, u8 km/h, HDOP and satellites in a nibble each, u8 course / 2, u16 metres, f32 metres since the last. */
function readPlace(into: Draft, data: Reader): void {
  const longitude = f32le(data)
  putPosition(into, f32le(data), longitude)
  put(into, 'position.valid', 'position.latitude' in into.values)
  put(into, 'position.speed', u8(data))
  const quality = u8(data)
  put(into, 'position.satellites', quality & 15)
  put(into, 'position.hdop', quality >> 4)
  put(into, 'position.direction', u8(data) * 2)
  put(into, 'position.altitude', u16le(data))
  put(into, 'segment.vehicle.mileage', f32le(data) / 1000)
}

const readCell: Field = (into, data) => {
  const mcc = u16le(data)
  const mnc = u8(data)
  const lac = u16le(data)
  putCells(into, [{ mcc, mnc, lac, cellid: u16le(data) }])
  skip(data, 2)
}

/** Temperatures in 0.1 K, each with the number of its sensor; a sensor that is not there has no number. */
function readTemperatures(into: Draft, data: Reader): void {
  for (let sensor = 1; sensor <= 4; sensor++) {
    const value = u16le(data)
    const id = toHex(take(data, 8))
    if (id === '0000000000000000') continue
    put(into, `sensor.temperature.${sensor}`, (value - 2730) / 10)
    put(into, `custom.sensor_${sensor}`, id)
  }
}

const passed =
  (size: number): Field =>
  (_into, data) =>
    skip(data, size)

/** Where the vehicle says nothing, a field of the bus holds zeros or ones. */
const bus =
  (key: Parameters<typeof put>[1], read: (data: Reader) => number, ones: number, convert: (value: number) => number) =>
  (into: Draft, data: Reader): void => {
    const value = read(data)
    if (value !== 0 && value !== ones) put(into, key, convert(value))
  }

const adc = (input: number): readonly [number, Field] => [
  input + 1,
  (into, data) => put(into, `custom.adc_${input}`, u16le(data)),
]

const masks: readonly ReadonlyMap<number, Field>[] = [
  new Map<number, Field>([
    [0, readPlace],
    [1, (into, data) => put(into, 'din', u16le(data))],
    ...[1, 2, 3, 4, 5, 6, 7, 8].map(adc),
    [14, readCell],
  ]),
  new Map<number, Field>([
    [0, bus('can.vehicle.speed', u16le, 0xffff, (value) => value / 256)],
    [1, bus('can.throttle.pedal.level', u8, 0xff, (value) => value * 0.4)],
    [2, bus('can.fuel.consumed', u32le, 0xffff_ffff, (value) => value / 2)],
    [3, bus('custom.fuel_level', u8, 0xff, (value) => value)],
    [4, bus('can.engine.rpm', u16le, 0xffff, (value) => value / 8)],
    [5, bus('can.engine.motorhours', u32le, 0xffff_ffff, (value) => value / 20)],
    [6, bus('can.vehicle.mileage', u32le, 0xffff_ffff, (value) => value / 200)],
    [7, bus('can.engine.coolant.temperature', u8, 0xff, (value) => value - 40)],
    [8, passed(1)],
    [9, passed(1)],
    [10, passed(2)],
    [11, passed(8)],
  ]),
  new Map<number, Field>([[6, passed(8)]]),
  new Map<number, Field>([
    [0, passed(4)],
    [2, passed(4)],
    [8, readTemperatures],
  ]),
]

export function readValues(into: Draft, data: Reader): void {
  const set: number[] = []
  do set.push(u16le(data))
  while (set.at(-1)! & goesOn && set.length < masksMax)
  // Without a place a structure says nothing of one.
  if (!(set[0]! & 1)) put(into, 'position.valid', false)
  for (const [index, mask] of set.entries()) {
    for (let bit = 0; bit < 15; bit++) {
      if (!(mask & (1 << bit))) continue
      const field = masks[index]?.get(bit)
      if (!field || left(data) === 0) return
      field(into, data)
    }
  }
}
