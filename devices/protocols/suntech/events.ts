/**
 * Numbers of alerts and emergencies. Source: ST300/340 Operation Manual Rev. 1.41, 6-2 (EMG_ID) and 6-4 (ALERT_ID); the
 * universal protocol numbers its alerts alike and adds to them.
 */

import { type Draft, put } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'

const alerts: Readonly<Record<number, Alarm | readonly Alarm[]>> = {
  1: 'overspeed',
  3: 'gnss_antenna_cut',
  5: 'geofence_exit',
  6: 'geofence_enter',
  8: 'gnss_antenna_cut',
  13: 'fault',
  // The vehicle's own battery.
  14: ['low_power', 'low_battery'],
  15: 'vibration',
  16: 'crash',
  40: 'power_restored',
  41: 'power_cut',
  42: 'sos',
  46: 'harsh_acceleration',
  47: 'harsh_braking',
  48: 'harsh_cornering',
  49: 'overspeed',
  50: 'jamming',
  132: 'door',
}

const ignitionOn = 33
const ignitionOff = 34
/** A driver has shown a key; its number is the data of the alert. */
export const driverAlert = 59

export function putAlert(into: Draft, id: number | undefined): void {
  if (id === undefined) return
  put(into, 'event.enum', id)
  if (id === ignitionOn || id === ignitionOff) put(into, 'engine.ignition.status', id === ignitionOn)
  const words = alerts[id] ?? []
  for (const word of typeof words === 'string' ? [words] : words) raise(into, word)
}

const emergencies: Readonly<Record<number, Alarm>> = {
  1: 'sos',
  2: 'parking',
  3: 'power_cut',
  5: 'door',
  6: 'door',
  7: 'movement',
  8: 'vibration',
}

export function putEmergency(into: Draft, id: number | undefined): void {
  if (id === undefined) return
  put(into, 'event.enum', id)
  raise(into, emergencies[id] ?? 'general')
}
