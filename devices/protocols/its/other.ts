/** Emergencies and the health of a tracker. */

import { decimal } from '../../bytes/text.ts'
import { type Field, putFields, times } from '../../families/fields.ts'
import { putHexCell } from '../../families/network.ts'
import { type Draft, put } from '../../message.ts'
import { raise } from '../../values/alarms.ts'
import { putPlaceAndTime, putRegistration } from './fields.ts'
import { putInputs } from './report.ts'

/** The metres since the last packet, and who to answer, follow the speed. */
export function putEmergency(into: Draft, fields: readonly string[], imei: number): void {
  const isOn = fields[imei - 1] === 'EMR'
  if (isOn) raise(into, 'sos')
  else put(into, 'alarm.panic.status', false)
  put(into, 'custom.packet_type', fields[imei - 1])
  if (fields[imei + 1] === 'SP') put(into, 'message.buffered.status', true)
  const at = putPlaceAndTime(into, fields, imei + 2)
  const [altitude = '', speed = '', distance = '', provider = '', registration, reply = '', ...cell] = fields.slice(at)
  putFields(into, [altitude, speed, distance, provider], emergency)
  putRegistration(into, registration)
  if (/^\+?[1-9]\d{5,}$/.test(reply)) put(into, 'phone.number.1', reply)
  if (cell.length >= 4) putHexCell(into, cell)
}

const emergency: readonly Field[] = [
  'position.altitude',
  'position.speed',
  'custom.distance',
  (into, text) => put(into, 'custom.provider', text === 'G' ? 'gnss' : text === 'N' ? 'network' : text),
]

const percent = (text: string | undefined) => decimal(text?.replace('%', ''))

/** Three percentages and two intervals follow the number. */
export function isHealth(fields: readonly string[], imei: number): boolean {
  const values = fields.slice(imei + 1, imei + 6)
  return values.length === 5 && values.every((value) => percent(value) !== undefined) && percent(values[0])! <= 100
}

export function putHealth(into: Draft, fields: readonly string[], imei: number): void {
  put(into, 'custom.vendor', fields[imei - 2])
  put(into, 'device.firmware.version', fields[imei - 1])
  const values = fields.slice(imei + 1).map((value) => value.replace('%', ''))
  putFields(into, values, health)
  const rest = values.slice(health.length)
  if (/^[012]{4}$/.test(rest[0] ?? '')) putInputs(into, rest.shift()!)
  if (/^[01]{2}$/.test(rest[0] ?? '')) put(into, 'dout', Number.parseInt(rest.shift()!, 2))
  putFields(into, rest, ['ain.1', 'ain.2'])
}

const health: readonly Field[] = [
  'battery.level',
  'custom.low_battery_threshold',
  times('custom.memory_used', 1),
  'custom.interval_moving',
  'custom.interval_standing',
]
