/**
 * Alarm codes, section "Alert and Language" of the maker's documents (JM-VL03 V1.1.2, GT06N, X3, AT4). Codes that say
 * something other than an alarm (SIM changed, first fix, sleep) stay as `alarm.code` alone.
 */

import { type Draft, put } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'

type Codes = ReadonlyMap<number, Alarm | readonly Alarm[]>

const codes: Codes = new Map<number, Alarm | readonly Alarm[]>([
  [0x01, 'sos'],
  [0x02, 'power_cut'],
  [0x03, 'vibration'],
  [0x04, 'geofence_enter'],
  [0x05, 'geofence_exit'],
  [0x06, 'overspeed'],
  // Shaken or moved, which the makers' lists do not distinguish.
  [0x09, ['displacement', 'vibration']],
  [0x0c, 'power_on'],
  // Of the vehicle's own battery.
  [0x0e, ['low_power', 'low_battery']],
  [0x0f, ['low_power', 'low_battery']],
  [0x11, 'power_off'],
  [0x13, 'tampering'],
  [0x14, 'door'],
  [0x15, 'low_battery'],
  [0x18, 'removal'],
  [0x19, 'low_battery'],
  [0x1a, 'harsh_braking'],
  [0x1b, 'harsh_cornering'],
  [0x23, 'fall'],
  [0x25, 'tampering'],
  [0x26, 'harsh_acceleration'],
  [0x27, 'harsh_braking'],
  [0x28, 'harsh_braking'],
  [0x29, 'harsh_acceleration'],
  [0x2a, 'harsh_cornering'],
  [0x2b, 'harsh_cornering'],
  [0x2c, 'crash'],
  [0x2e, 'harsh_cornering'],
  [0x30, 'jamming'],
  [0x32, ['removal', 'tampering']],
  [0x33, 'lock'],
  [0x34, 'unlock'],
  [0x53, 'fuel_leak'],
  [0x5b, 'temperature'],
  [0x5c, 'temperature'],
  [0xc9, 'idle'],
  [0xf0, 'harsh_acceleration'],
  [0xf1, 'harsh_braking'],
  [0xf2, 'crash'],
  [0x107, 'jamming'],
  [0x10b, 'jamming'],
])

/** Where a model gives a code another meaning. */
const vl: Codes = new Map<number, Alarm>([
  [0x09, 'towing'],
  [0x28, 'power_off'],
  [0x30, 'harsh_braking'],
])
const trx16i: Codes = new Map<number, Alarm>([
  [0x09, 'geofence'],
  [0x0e, 'low_power'],
])
const vl03: Codes = new Map<number, Alarm>([[0x30, 'harsh_braking']])
const byModel: readonly (readonly [start: string, codes: Codes])[] = [
  [
    'LW',
    new Map<number, Alarm>([
      [0x18, 'crash'],
      [0x19, 'harsh_acceleration'],
    ]),
  ],
  [
    'SEEWORLD',
    new Map<number, Alarm>([
      [0x28, 'harsh_cornering'],
      [0x29, 'crash'],
    ]),
  ],
  ['VL103', vl],
  ['VL512', vl],
  ['LL303', vl],
  ['G18', vl],
  ['TRX16I', trx16i],
  ['VL', vl03],
  ['JM-VL', vl03],
  ['LL', vl03],
]

const codesOf = (model: string | undefined): Codes | undefined => {
  const name = model?.toUpperCase()
  return name === undefined ? undefined : byModel.find(([start]) => name.startsWith(start))?.[1]
}

export function putAlarm(into: Draft, code: number, model?: string): void {
  if (code === 0) return
  put(into, 'alarm.code', code)
  if (code === 0xfe || code === 0xff) put(into, 'engine.ignition.status', code === 0xfe)
  const words = codesOf(model)?.get(code) ?? codes.get(code)
  for (const word of typeof words === 'string' ? [words] : (words ?? [])) raise(into, word)
}

/** Codes of the dash cameras (JC100, JC400), which send them in packets of their own. */
const cameraCodes: ReadonlyMap<number, Alarm> = new Map<number, Alarm>([
  [0x01, 'sos'],
  [0x0e, 'low_power'],
  [0x76, 'temperature'],
  [0x80, 'vibration'],
  [0x87, 'overspeed'],
  [0x88, 'power_cut'],
  [0x90, 'harsh_acceleration'],
  [0x91, 'harsh_braking'],
  [0x92, 'harsh_cornering'],
  [0x93, 'crash'],
])

export function putCameraAlarm(into: Draft, code: number, hasPlace: boolean): void {
  put(into, 'alarm.code', code)
  // Without a position the first code only means that the camera detected something.
  raise(into, hasPlace || code !== 1 ? (cameraCodes.get(code) ?? 'general') : 'general')
}
