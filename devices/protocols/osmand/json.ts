/**
 * The JSON of phones: `{ device_id, location }` with one location or a list, each
 *
 *   { timestamp, coords: { latitude, longitude, accuracy, speed m/s, heading, altitude }, is_moving, odometer m, event,
 *     battery: { level 0 … 1, is_charging }, activity: { type }, geofence: { identifier, action }, extras: { … } }
 *
 * A speed, heading, level or accuracy of -1 means that the phone has none.
 */

import { raise } from '../../alarms.ts'
import type { Query } from '../../http.ts'
import { type Draft, draft, put, putCustom, putPosition } from '../../message.ts'
import { momentOf, momentOfNumber, putAlarm, type Reports } from './reports.ts'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectIn = (value: unknown): Json => (isObject(value) ? value : {})
const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const truthIn = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

const extrasMax = 256
/** The longest body has no room for so many with a place in them. */
const locationsMax = 1000

/** Undefined when the body is no JSON or has no location. */
export function readJson(body: string, query: Query): Reports | undefined {
  const whole = parse(body)
  const root = objectIn(whole)
  const found = root.location ?? root.locations ?? whole
  const locations = (Array.isArray(found) ? found.slice(0, locationsMax) : [found]).filter(isObject)
  if (locations.length === 0) return undefined
  const id =
    root.device_id ?? root.deviceid ?? root.id ?? locations[0]!.device_id ?? query.find(([name]) => name === 'id')?.[1]
  return {
    id: typeof id === 'number' ? String(id) : textIn(id),
    drafts: locations.filter((location) => location !== root || isObject(root.coords)).map(readLocation),
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function readLocation(location: Json): Draft {
  const into = draft()
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
  return into
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
