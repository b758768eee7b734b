/** Event codes. Source: MEITRACK T622 GPRS Protocol V1.2, 1.5; MEITRACK GPRS Protocol V1.8, 1.3. */

import { type Draft, put } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'

const alarms: Readonly<Record<number, Alarm>> = {
  1: 'sos',
  17: 'low_battery',
  18: 'low_power',
  19: 'overspeed',
  20: 'geofence_enter',
  21: 'geofence_exit',
  22: 'power_restored',
  23: 'power_cut',
  28: 'gnss_antenna_cut',
  36: 'towing',
  40: 'power_off',
  44: 'jamming',
  50: 'temperature',
  51: 'temperature',
  54: 'fuel_leak',
  78: 'crash',
  79: 'crash',
  90: 'harsh_cornering',
  91: 'harsh_cornering',
  129: 'harsh_braking',
  130: 'harsh_acceleration',
  133: 'idle',
  135: 'fatigue',
}

/** A card or key was shown; its number is in the message. */
export const driverEvent = 37

export function putEvent(into: Draft, code: number | undefined): void {
  if (code === undefined) return
  put(into, 'event.enum', code)
  raise(into, alarms[code])
}
