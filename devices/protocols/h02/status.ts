/**
 * The four bytes of vehicle status, which every kind of message carries: hex in the texts, as they are in the binary
 * frames. A bit that is 0 is in effect ("negative logic"); bits are numbered from the lowest of the last byte.
 */

import { type Draft, put } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import type { ParameterName } from '../../values/parameters.ts'

const alarmBits: readonly (readonly [number, Alarm])[] = [
  [0, 'vibration'],
  [1, 'sos'],
  [2, 'overspeed'],
  [4, 'geofence_enter'],
  [7, 'geofence_exit'],
  [18, 'sos'],
  [19, 'power_cut'],
]

const stateBits: readonly (readonly [number, ParameterName])[] = [
  [5, 'gnss.antenna.open.circuit.status'],
  [6, 'gnss.antenna.short.circuit.status'],
  [8, 'door.open.status'],
  [9, 'alarm.mode.status'],
  [21, 'gnss.antenna.open.circuit.status'],
  [22, 'gnss.antenna.short.circuit.status'],
  [27, 'engine.blocked.status'],
]

const ignitionOff = 10

/** Steps from 1 to 6, or percent; other numbers are codes without a scale. */
export function putBattery(into: Draft, code: number | undefined): void {
  if (code === undefined || code === 0) return
  if (code <= 6 || code > 100) put(into, 'custom.battery_code', code)
  if (code <= 3) put(into, 'battery.level', (code - 1) * 10)
  else if (code <= 6) put(into, 'battery.level', (code - 1) * 20)
  else if (code <= 100) put(into, 'battery.level', code)
}

export function putStatus(into: Draft, status: number | undefined): void {
  if (status === undefined) return
  const inEffect = (bit: number) => ((status >>> bit) & 1) === 0
  put(into, 'custom.status', status)
  put(into, 'engine.ignition.status', !inEffect(ignitionOff))
  // Nearly every frame has all bits at rest.
  if ((status | (1 << ignitionOff)) >>> 0 === 0xffff_ffff) return
  for (const [bit, name] of stateBits) if (inEffect(bit)) put(into, name, true)
  for (const [bit, alarm] of alarmBits) if (inEffect(bit)) raise(into, alarm)
}
