/**
 * One word per kind of alarm, whatever a maker calls it, and its parameter. `alarm.type` lists the words, so that rules
 * and pages need only one key.
 */
import { type Draft, put } from '../message.ts'
import type { ParameterName } from './parameters.ts'

export const alarms = {
  general: 'alarm.event',
  sos: 'alarm.panic.status',
  vibration: 'vibration.alarm',
  movement: 'movement.event',
  displacement: 'displacement.alarm',
  low_speed: 'custom.low_speed_alarm',
  overspeed: 'overspeeding.status',
  fall: 'fall.alarm',
  crash: 'crash.event',
  towing: 'towing.event',
  idle: 'idle.status',
  low_power: 'power.low.alarm',
  low_battery: 'battery.low.alarm',
  power_cut: 'power.cut.alarm',
  power_restored: 'power.restored.event',
  power_on: 'power.on.event',
  power_off: 'power.off.event',
  fault: 'fault.alarm',
  tampering: 'tampering.alarm',
  removal: 'cover.open.alarm',
  door: 'door.alarm',
  bonnet: 'bonnet.alarm',
  lock: 'custom.lock_alarm',
  unlock: 'custom.unlock_alarm',
  geofence: 'geofence.status',
  geofence_enter: 'geofence.enter.event',
  geofence_exit: 'geofence.exit.event',
  gnss_antenna_cut: 'gnss.antenna.cut.status',
  jamming: 'gsm.jamming.alarm.status',
  temperature: 'temperature.alarm',
  humidity: 'humidity.alarm',
  illuminance: 'illuminance.alarm',
  fuel_leak: 'fuel.leak.alarm',
  fatigue: 'fatigue.alarm',
  parking: 'custom.parking_alarm',
  high_rpm: 'high.rpm.alarm',
  harsh_acceleration: 'harsh.acceleration.event',
  harsh_braking: 'harsh.braking.event',
  harsh_cornering: 'harsh.cornering.event',
  lane_change: 'lane.change.event',
} as const satisfies Record<string, ParameterName>

export type Alarm = keyof typeof alarms

/** Raises an alarm; several in one message are joined by commas in `alarm.type`. */
export function raise(into: Draft, alarm: Alarm | undefined): void {
  if (!alarm) return
  put(into, alarms[alarm], true)
  put(into, 'alarm.event', true)
  const before = into.values['alarm.type']
  if (typeof before !== 'string') put(into, 'alarm.type', alarm)
  else if (!before.split(',').includes(alarm)) put(into, 'alarm.type', `${before},${alarm}`)
}
