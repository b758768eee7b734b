/** OBD responses by parameter (SAE J1979, mode 01). */

import { toHex } from '../bytes/bytes.ts'
import { type Draft, put, putCustom } from '../message.ts'
import type { ParameterName } from '../values/parameters.ts'

const values: ReadonlyMap<number, readonly [ParameterName, (a: number, b: number) => number]> = new Map([
  [0x04, ['can.engine.load.level', (a) => (a * 100) / 255]],
  [0x05, ['can.engine.coolant.temperature', (a) => a - 40]],
  [0x0b, ['can.intake.map.pressure', (a) => a]],
  [0x0c, ['can.engine.rpm', (a, b) => (a * 256 + b) / 4]],
  [0x0d, ['can.vehicle.speed', (a) => a]],
  [0x0f, ['can.intake.air.temperature', (a) => a - 40]],
  [0x11, ['can.throttle.level', (a) => (a * 100) / 255]],
  [0x2f, ['can.fuel.level', (a) => (a * 100) / 255]],
  [0x31, ['can.dtc.mileage', (a, b) => a * 256 + b]],
  [0x42, ['can.battery.voltage', (a, b) => (a * 256 + b) / 1000]],
  [0x46, ['can.ambient.air.temperature', (a) => a - 40]],
  [0x5c, ['can.engine.oil.temperature', (a) => a - 40]],
  [0x5e, ['can.fuel.consumption.hour', (a, b) => (a * 256 + b) / 20]],
])

/** Others keep their bytes. */
export function putObd(into: Draft, pid: number, data: Uint8Array): void {
  const known = values.get(pid)
  if (known && data.length > 0) put(into, known[0], known[1](data[0]!, data[1] ?? 0))
  else if (data.length > 0) putCustom(into, `pid_${pid.toString(16).padStart(2, '0')}`, toHex(data))
}
