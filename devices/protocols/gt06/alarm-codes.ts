/**
 * Alarm codes, section "Alert and Language" of the maker's documents (JM-VL03 V1.1.2, GT06N, X3, AT4). Codes that say
 * something other than an alarm (SIM changed, first fix, sleep) stay as `alarm.code` alone.
 */
import { type Alarm, raise } from '../../alarms.ts'
import { type Draft, put } from '../../message.ts'

const codes: ReadonlyMap<number, Alarm> = new Map<number, Alarm>([
  [0x01, 'sos'],
  [0x02, 'power_cut'],
  [0x03, 'vibration'],
  [0x04, 'geofence_enter'],
  [0x05, 'geofence_exit'],
  [0x06, 'overspeed'],
  [0x09, 'displacement'],
  [0x0c, 'power_on'],
  [0x0e, 'low_power'],
  [0x0f, 'low_power'],
  [0x11, 'power_off'],
  [0x13, 'tampering'],
  [0x14, 'door'],
  [0x15, 'low_battery'],
  [0x18, 'removal'],
  [0x19, 'low_battery'],
  [0x23, 'fall'],
  [0x25, 'tampering'],
  [0x29, 'harsh_acceleration'],
  [0x2a, 'harsh_cornering'],
  [0x2b, 'harsh_cornering'],
  [0x2c, 'crash'],
  [0x30, 'harsh_braking'],
  [0x32, 'removal'],
])

/** Where a model gives a code another meaning. */
const byModel: ReadonlyMap<string, ReadonlyMap<number, Alarm>> = new Map([
  ['LW4G-4B', new Map<number, Alarm>([[0x19, 'harsh_acceleration']])],
])

export function putAlarm(into: Draft, code: number, model?: string): void {
  if (code === 0) return
  put(into, 'alarm.code', code)
  if (code === 0xfe || code === 0xff) put(into, 'engine.ignition.status', code === 0xfe)
  raise(into, (model ? byModel.get(model)?.get(code) : undefined) ?? codes.get(code))
}

/** Codes of the dash cameras (JC100, JC400), which send them in packets of their own. */
const cameraCodes: ReadonlyMap<number, Alarm> = new Map<number, Alarm>([
  [0x01, 'sos'],
  [0x90, 'harsh_acceleration'],
  [0x91, 'harsh_braking'],
])

export function putCameraAlarm(into: Draft, code: number, hasPlace: boolean): void {
  put(into, 'alarm.code', code)
  // Without a place the low codes only say that the camera noticed something.
  raise(into, hasPlace || code >= 0x90 ? (cameraCodes.get(code) ?? 'general') : 'general')
}
