/**
 * The fields of a structure, mask by mask and bit by bit. A field has no length on the wire, so one that is not here ends
 * the reading of its structure; what stood before it is kept. Values of the vehicle's bus come as J1939 has them.
 */
import {
  f32le,
  i8,
  latin1,
  left,
  type Reader,
  skip,
  take,
  toHex,
  u8,
  u16,
  u16le,
  u24le,
  u32le,
  u64le,
} from '../../bytes/bytes.ts'
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

/** Temperatures in 0.1 K, each with the number of its sensor; a missing sensor has no number. */
function readTemperatures(into: Draft, data: Reader): void {
  for (let sensor = 1; sensor <= 4; sensor++) {
    const value = u16le(data)
    const id = toHex(take(data, 8))
    if (id === '0000000000000000') continue
    put(into, `sensor.temperature.${sensor}`, (value - 2730) / 10)
    put(into, `custom.sensor_${sensor}`, id)
  }
}

/** A structure whose meaning or scale is not documented stays as it was sent; zeros and ones mean nothing. */
const kept =
  (size: number, name: string): Field =>
  (into, data) => {
    const bytes = take(data, size)
    const isEmpty = bytes.every((byte) => byte === 0) || bytes.every((byte) => byte === 0xff)
    if (!isEmpty) put(into, `custom.${name}`, toHex(bytes))
  }

function readDriver(into: Draft, data: Reader): void {
  const id = u64le(data)
  if (id !== 0n && id !== 0xffff_ffff_ffff_ffffn) put(into, 'driver.id', String(id))
}

/** Two cards of sixteen letters. */
function readDriverNames(into: Draft, data: Reader): void {
  put(into, 'driver.id', latin1(take(data, 16)))
  put(into, 'custom.driver_2_id', latin1(take(data, 16)))
}

/** The largest of acceleration, braking and cornering, in 1/50 g. */
function readForces(into: Draft, data: Reader): void {
  for (const name of ['acceleration', 'braking', 'cornering']) put(into, `custom.max_${name}`, u8(data) / 50)
}

/** Two fuel probes: level and degrees of each. */
function probes(first: number): Field {
  return (into, data) => {
    for (const n of [first, first + 1]) {
      put(into, `escort.lls.value.${n}`, u16le(data))
      put(into, `escort.lls.temperature.${n}`, i8(data))
    }
  }
}

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
    [10, kept(4, 'mask_1_10')],
    [11, kept(4, 'mask_1_11')],
    [12, (into, data) => put(into, 'custom.fuel_1', u16(data))],
    [13, (into, data) => put(into, 'custom.fuel_2', u16(data))],
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
    [8, bus('custom.fuel_level_2', u8, 0xff, (value) => value)],
    [9, bus('can.engine.load.level', u8, 0xff, (value) => value)],
    [10, bus('custom.service_distance', u16le, 0xffff, (value) => value)],
    [11, kept(8, 'sensors')],
    [12, bus('can.ambient.air.temperature', u16le, 0xffff, (value) => value / 32 - 273)],
    [13, kept(8, 'trailer_id')],
    [14, bus('can.fuel.consumption.hour', u16le, 0xffff, (value) => value / 20)],
  ]),
  new Map<number, Field>([
    [0, bus('custom.fuel_economy', u16le, 0xffff, (value) => value / 512)],
    [1, bus('custom.fuel_consumption', u32le, 0xffff_ffff, (value) => value)],
    [2, bus('custom.axle_weight', u24le, 0xff_ffff, (value) => value)],
    [3, (into, data) => put(into, 'custom.mil_status', u8(data))],
    [4, kept(20, 'dtc')],
    [5, kept(2, 'mask_3_5')],
    [6, readDriver],
    [7, bus('sensor.temperature.1', u16le, 0xffff, (value) => (value - 2730) / 10)],
    [8, (into, data) => put(into, 'custom.dallas_humidity', u16le(data))],
    [9, probes(1)],
    [10, probes(3)],
    [11, kept(21, 'j1979')],
    [12, kept(20, 'j1979_dtc')],
    [13, kept(9, 'j1708')],
    [14, kept(21, 'driving_quality')],
  ]),
  new Map<number, Field>([
    [0, kept(4, 'mask_4_0')],
    [1, kept(30, 'fuel_probes')],
    [2, kept(4, 'instant_fuel')],
    [3, kept(10, 'axle_weights')],
    [4, kept(1, 'mask_4_4')],
    [5, kept(2, 'mask_4_5')],
    [6, readForces],
    [7, kept(16, 'mask_4_7')],
    [8, readTemperatures],
    [9, readDriverNames],
    [10, (into, data) => put(into, 'vehicle.mileage', u32le(data) / 1000)],
  ]),
]

export function readValues(into: Draft, data: Reader): void {
  const set: number[] = []
  do set.push(u16le(data))
  while (set.at(-1)! & goesOn && set.length < masksMax)
  // Without a position a structure says nothing of one.
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
