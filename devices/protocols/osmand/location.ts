/**
 * A location as Traccar Client 9 sends it, which is what its background location SDK writes:
 *
 *   { timestamp, coords: { latitude, longitude, accuracy, speed m/s, heading, altitude }, is_moving, odometer m, event,
 *     battery: { level 0 … 1, is_charging }, activity: { type }, geofence: { identifier, action }, extras: { … } }
 *
 * A speed, heading, level or accuracy of -1 means that the phone has none.
 */

import { isObject } from '../../bytes/json.ts'
import { type Draft, put, putCustom, putPosition } from '../../message.ts'
import { raise } from '../../values/alarms.ts'
import { momentOf, momentOfNumber, putAlarm } from './reports.ts'

type Json = Readonly<Record<string, unknown>>

const objectIn = (value: unknown): Json => (isObject(value) ? value : {})
const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const truthIn = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

const extrasMax = 256

export function putLocation(into: Draft, location: Json): void {
  const { timestamp } = location
  put(into, 'timestamp', typeof timestamp === 'number' ? momentOfNumber(timestamp) : momentOf(textIn(timestamp) ?? ''))
  putCoordinates(into, objectIn(location.coords))
  put(into, 'movement.status', truthIn(location.is_moving))
  const metres = numberIn(location.odometer)
  put(into, 'vehicle.mileage', metres === undefined ? undefined : metres / 1000)
  put(into, 'custom.event', textIn(location.event))
  const activity = textIn(location.activity) ?? textIn(objectIn(location.activity).type)
  put(into, 'custom.activity', activity)
  if (location.mock === true) put(into, 'custom.mock', true)
  putBattery(into, objectIn(location.battery))
  putGeofence(into, objectIn(location.geofence))
  for (const [name, value] of Object.entries(objectIn(location.extras)).slice(0, extrasMax)) putExtra(into, name, value)
  const alarm = textIn(location.alarm)
  if (alarm) putAlarm(into, alarm)
}

function putCoordinates(into: Draft, coords: Json): void {
  const latitude = numberIn(coords.latitude)
  const longitude = numberIn(coords.longitude)
  if (latitude === undefined || longitude === undefined) return
  putPosition(into, latitude, longitude)
  put(into, 'position.valid', true)
  const speed = numberIn(coords.speed)
  put(into, 'position.speed', speed === undefined ? undefined : speed * 3.6)
  put(into, 'position.direction', numberIn(coords.heading))
  put(into, 'position.altitude', numberIn(coords.altitude))
  put(into, 'position.accuracy', numberIn(coords.accuracy))
}

function putBattery(into: Draft, battery: Json): void {
  const level = numberIn(battery.level)
  put(into, 'battery.level', level === undefined ? undefined : level * 100)
  put(into, 'battery.charging.status', truthIn(battery.is_charging))
}

function putGeofence(into: Draft, { identifier, action }: Json): void {
  put(into, 'custom.geofence', textIn(identifier))
  if (action === 'ENTER') raise(into, 'geofence_enter')
  if (action === 'EXIT') raise(into, 'geofence_exit')
}

function putExtra(into: Draft, name: string, value: unknown): void {
  if (name === 'alarm' && typeof value === 'string') putAlarm(into, value)
  else if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean')
    putCustom(into, name, value)
}
