/**
 * CIF: frames of a vehicle's bus after an event. Version, count, batches, u16 selector, time, eight bytes, eight bytes for
 * each frame, then the id of each. Of J1939 the common groups are read, of cooling units those that traffic shows.
 */
import { left, type Reader, reader, skip, take, toHex, u8, u32 } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import type { ParameterName } from '../../values/parameters.ts'

const isStart = (bytes: Uint8Array, text: string) => [...text].every((letter, at) => bytes[at] === letter.charCodeAt(0))

export const isCan = (bytes: Uint8Array): boolean => isStart(bytes, 'CIF') && bytes.length >= 20 + bytes[4]! * 12

export function putCan(into: Draft, input: Reader): void {
  skip(input, 3)
  put(into, 'custom.can_version', u8(input))
  const count = u8(input)
  skip(input, 15)
  const data = Array.from({ length: count }, () => take(input, 8))
  for (const bytes of data) putFrame(into, u32(input), bytes)
  if (left(input) > 0) take(input, left(input))
}

type Scale = readonly [name: ParameterName, at: number, size: 1 | 2 | 4, factor: number, offset?: number]

/** Little-endian; a value of all ones is none. */
const groups: Readonly<Record<number, readonly Scale[]>> = {
  61443: [
    ['can.throttle.pedal.level', 1, 1, 0.4],
    ['can.engine.load.level', 2, 1, 1],
  ],
  61444: [['can.engine.rpm', 3, 2, 0.125]],
  65217: [['can.vehicle.mileage', 0, 4, 0.005]],
  65253: [['can.engine.motorhours', 0, 4, 0.05]],
  65257: [['can.fuel.consumed', 4, 4, 0.5]],
  65262: [['can.engine.coolant.temperature', 0, 1, 1, -40]],
  65265: [['can.vehicle.speed', 1, 2, 1 / 256]],
  65266: [
    ['can.fuel.consumption.hour', 0, 2, 0.05],
    ['custom.fuel_economy', 2, 2, 1 / 512],
  ],
  65269: [['can.ambient.air.temperature', 3, 2, 0.03125, -273]],
  65276: [['can.fuel.level', 1, 1, 0.4]],
}

type Reading = readonly [name: ParameterName, factor: number]

/** Four signed words each. */
const cooling: Readonly<Record<number, readonly Reading[]>> = {
  525: [
    ['engine.rpm', 1],
    ['custom.diesel_temperature', 0.1],
    ['custom.battery_voltage', 0.01],
    ['custom.supply_air_temp_dep1', 0.1],
  ],
  1036: [
    ['custom.air_temp_dep1', 0.1],
    ['custom.air_temp_dep2', 0.1],
  ],
  1292: [
    ['custom.defrost_temp_dep1', 0.1],
    ['custom.defrost_temp_dep2', 0.1],
  ],
  1293: [
    ['custom.condenser_pressure', 0.1],
    ['custom.suction_pressure', 0.1],
  ],
}

/** What the fourth byte of 58C names, and how a unit of it is scaled. */
const settings: Readonly<Record<number, Reading>> = {
  1: ['custom.setpoint_zone1', 0.1],
  2: ['custom.setpoint_zone2', 0.1],
  5: ['custom.unit_type', 1],
  19: ['custom.diesel_hours', 1 / 3600],
  20: ['custom.electric_hours', 1 / 3600],
  23: ['custom.service_indicator', 1],
  24: ['custom.software_version', 0.01],
}

/** Removes the noise of a conversion. */
const thousandths = (value: number) => Math.round(value * 1000) / 1000

function putFrame(into: Draft, id: number, bytes: Uint8Array): void {
  const { view } = reader(bytes)
  const scales = groups[id]
  const words = cooling[id]
  const setting = id === 0x58c ? settings[bytes[3]!] : undefined
  if (scales) for (const scale of scales) putScaled(into, bytes, scale)
  else if (words) {
    for (const [at, [name, factor]] of words.entries())
      put(into, name, thousandths(view.getInt16(at * 2, true) * factor))
  } else if (setting) put(into, setting[0], thousandths(view.getInt32(4, true) * setting[1]))
  else put(into, `custom.can_${id.toString(16)}`, toHex(bytes))
}

function putScaled(into: Draft, bytes: Uint8Array, [name, at, size, factor, offset = 0]: Scale): void {
  let raw = 0
  for (let index = size - 1; index >= 0; index--) raw = raw * 256 + bytes[at + index]!
  if (raw !== 256 ** size - 1) put(into, name, raw * factor + offset)
}
