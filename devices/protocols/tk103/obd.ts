/**
 * Values of OBD II mode 1 in hex, one after the other: the parameter id, then as many bytes as SAE J1979 gives it. A 00
 * stands between some of them. What follows an id that is missing here cannot be read and is left.
 */

import { hexNumber } from '../../bytes/text.ts'
import { type Draft, put } from '../../message.ts'
import type { ParameterName } from '../../values/parameters.ts'

type Row = readonly [size: number, key?: ParameterName, scale?: number, offset?: number]

const share = 100 / 255

const rows: ReadonlyMap<number, Row> = new Map<number, Row>([
  [0x00, [0]],
  [0x01, [4]],
  [0x03, [2]],
  [0x04, [1, 'can.engine.load.level', share]],
  [0x05, [1, 'can.engine.coolant.temperature', 1, -40]],
  [0x06, [1, 'custom.short_fuel_trim', 100 / 128, -100]],
  [0x07, [1, 'custom.long_fuel_trim', 100 / 128, -100]],
  [0x0a, [1, 'custom.fuel_pressure', 3]],
  [0x0b, [1, 'can.intake.map.pressure']],
  [0x0c, [2, 'can.engine.rpm', 0.25]],
  [0x0d, [1, 'can.vehicle.speed']],
  [0x0e, [1, 'custom.timing_advance', 0.5, -64]],
  [0x0f, [1, 'can.intake.air.temperature', 1, -40]],
  [0x10, [2, 'custom.mass_air_flow', 0.01]],
  [0x11, [1, 'can.throttle.level', share]],
  [0x1f, [2, 'custom.engine_run_seconds']],
  [0x21, [2, 'can.dtc.mileage']],
  [0x2f, [1, 'can.fuel.level', share]],
  [0x31, [2, 'custom.mileage_since_codes_cleared']],
  [0x33, [1, 'barometer.pressure']],
  [0x42, [2, 'can.battery.voltage', 0.001]],
  [0x46, [1, 'can.ambient.air.temperature', 1, -40]],
  [0x5c, [1, 'can.engine.oil.temperature', 1, -40]],
  [0x5e, [2, 'can.fuel.consumption.hour', 0.05]],
])

export function putObd(into: Draft, values: string): void {
  for (let at = 0; at + 2 <= values.length; ) {
    const row = rows.get(hexNumber(values.slice(at, at + 2)) ?? -1)
    if (!row) return
    const [size, key, scale = 1, offset = 0] = row
    at += 2 + size * 2
    const value = hexNumber(values.slice(at - size * 2, at))
    if (key && value !== undefined && at <= values.length) put(into, key, value * scale + offset)
  }
}
