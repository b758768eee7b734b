/**
 * JSON of phone applications, each with its own shape, names, units and expected reply, and of home-made devices
 * (json.ts). What was decided for each, and why: docs/decisions/0061-phone-apps-and-spreadsheets.md.
 * Sources: OwnTracks Booklet, "JSON" and "HTTP"; Overland's README, "API"; Traccar, "OsmAnd protocol", and Transistor
 * Software, "Location Data Schema"; GPSLogger, "Log to custom URL"; Home Assistant, "Sending data home"; RFC 7946.
 */

import { isObject, jsonMessagesMax, putFields, readMessages, recognised, secondsOf } from '../bytes/json.ts'
import { decimal } from '../bytes/text.ts'
import { type Draft, draft, finish, type Message, put, putPosition } from '../message.ts'
import { ProtocolError } from '../protocol.ts'
import { putLocation } from '../protocols/osmand/location.ts'
import { type Alarm, raise } from '../values/alarms.ts'
import type { ParameterName } from '../values/parameters.ts'

export interface Report {
  readonly messages: readonly Message[]
  /** Whose data it is, if the application says so. */
  readonly id?: string
  /** The JSON that the application waits for; the others accept any 200. */
  readonly answer?: string
}

type Json = Readonly<Record<string, unknown>>

/** OwnTracks expects a list of commands; there are none. */
export const ownTracksAnswer = '[]'
/** Overland repeats a batch until it gets this. */
const overlandAnswer = '{"result":"ok"}'

/** A body in which nothing is recognised is a ProtocolError, never half a message. */
export function readReport(value: unknown): Report {
  const root = isObject(value) ? value : {}
  if (isOwnTracks(root)) return readOwnTracks(root)
  if (isBatch(root.locations)) return readOverland(root.locations)
  if (root.type === 'FeatureCollection' && Array.isArray(root.features)) {
    return { messages: readMessages(root.features, putItem) }
  }
  const id = idIn(root.device_id) ?? idIn(root.deviceid) ?? idIn(root.id)
  const said = root.location ?? root.locations
  const places = Array.isArray(said) ? said : [said]
  if (places.some(isLocation)) return { id: id ?? idIn(places[0].device_id), messages: readMessages(places, putItem) }
  return { id, messages: readMessages(value, putItem) }
}

const idIn = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : undefined

const isLocation = (value: unknown): boolean => isObject(value) && isObject(value.coords)
const isFeature = (value: unknown): value is Json => isObject(value) && value.type === 'Feature'
const isBatch = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && (value.length === 0 || value.some(isFeature))

function putItem(into: Draft, item: unknown): void {
  if (!isObject(item)) throw new ProtocolError('it is not an object')
  if (isOwnTracks(item)) putOwnTracks(into, item)
  else if (isFeature(item)) putFeature(into, item)
  else if (isLocation(item)) putLocation(into, item)
  else putFields(into, hasPlace(item) ? renamed(item, 'gps_accuracy' in item ? homeAssistant : phone) : item)
}

/** Our name for a field, and how to convert its value to our unit. */
type Names = Readonly<Record<string, readonly [ParameterName, number?]>>

/** GPSLogger's names, and what others send with a position. Without one, the meaning of `acc` or `dir` is unknown. */
const phone: Names = {
  ...{ tst: ['timestamp'], spd: ['position.speed', 3.6], vel: ['position.speed'], acc: ['position.accuracy'] },
  ...{ accuracy: ['position.accuracy'], dir: ['position.direction'], cog: ['position.direction'] },
  ...{ sat: ['position.satellites'], batt: ['battery.level'], battery: ['battery.level'] },
  ...{ battery_level: ['battery.level'], lat: ['position.latitude'], latitude: ['position.latitude'] },
  ...{ lon: ['position.longitude'], lng: ['position.longitude'], longitude: ['position.longitude'] },
  ...{ alt: ['position.altitude'], altitude: ['position.altitude'], speed: ['position.speed'] },
  ...{ bearing: ['position.direction'], heading: ['position.direction'], hdop: ['position.hdop'] },
}
const homeAssistant: Names = { ...phone, gps_accuracy: ['position.accuracy'], speed: ['position.speed', 3.6] }
const feature: Names = {
  ...{ horizontal_accuracy: ['position.accuracy'], accuracy: ['position.accuracy'], speed: ['position.speed', 3.6] },
  ...{ batt: ['battery.level'], battery: ['battery.level'], battery_level: ['battery.level', 100] },
}

const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : typeof value === 'string' ? decimal(value.trim()) : undefined

const hasPlace = (item: Json): boolean =>
  numberIn(item.lat ?? item.latitude) !== undefined && numberIn(item.lon ?? item.lng ?? item.longitude) !== undefined

/** A field whose value is not a number keeps its own name. */
function renamed(object: Json, names: Names): Json {
  const entries = Object.entries(object).map(([name, value]): [string, unknown] => {
    const known = Object.hasOwn(names, name) ? names[name] : undefined
    const number = known && numberIn(value)
    return known && number !== undefined ? [known[0], number * (known[1] ?? 1)] : [name, value]
  })
  return Object.fromEntries(entries)
}

/** Messages with the phone's position. The others are about the application: its regions, cards and settings. */
const told = ['location', 'transition']
const aside = [
  ...['beacon', 'card', 'cmd', 'configuration', 'dump', 'lwt', 'request', 'status', 'steps', 'waypoint', 'waypoints'],
]

const isOwnTracks = ({ _type: type }: Json): boolean =>
  typeof type === 'string' && (type === 'encrypted' || told.includes(type) || aside.includes(type))

/**
 * The application sends one message at a time and repeats it until it is accepted. So messages without anything for us
 * are accepted and dropped, or no position would ever follow.
 */
function readOwnTracks(said: Json): Report {
  if (aside.includes(String(said._type))) return { messages: [], answer: ownTracksAnswer }
  const into = draft()
  putOwnTracks(into, said)
  return { messages: [recognised(finish(into))], answer: ownTracksAnswer }
}

/**
 * Speed in km/h. `bs`: 1 unplugged, 2 charging, 3 full. Gateways that report for vehicle trackers add voltages, engine,
 * kilometres and engine seconds.
 */
const ownTracksNames: ReadonlyMap<string, readonly [ParameterName, number?]> = new Map([
  ...Object.entries({
    ...{ acc: ['position.accuracy'], alt: ['position.altitude'], vel: ['position.speed'], cog: ['position.direction'] },
    ...{ batt: ['battery.level'], ubatt: ['battery.voltage'], uext: ['external.powersource.voltage'] },
    ...{ rpm: ['engine.rpm'], odometer: ['vehicle.mileage'], hmc: ['engine.motorhours', 1 / 3600] },
  } satisfies Names),
])
const ownTracksWords: ReadonlyMap<string, readonly [ParameterName, 'boolean' | 'string']> = new Map([
  ['ign', ['engine.ignition.status', 'boolean']],
  ['motion', ['movement.status', 'boolean']],
  ['vin', ['vehicle.vin', 'string']],
])

/** What those gateways give as the cause of a report. Phones use other letters. */
const ownTracksCauses: Readonly<Record<string, Alarm>> = {
  ...{ '1': 'power_on', '9': 'low_battery', E: 'power_restored', e: 'power_cut', '!': 'towing', s: 'overspeed' },
}
const harsh: readonly Alarm[] = ['harsh_braking', 'harsh_acceleration', 'harsh_cornering']

function putCause(into: Draft, { t: cause, rty }: Json): void {
  if (cause === 'i' || cause === 'I') put(into, 'engine.ignition.status', cause === 'i')
  if (typeof cause === 'string' && Object.hasOwn(ownTracksCauses, cause)) raise(into, ownTracksCauses[cause])
  if (cause === 'h' && typeof rty === 'number') raise(into, harsh[rty % harsh.length])
}

function putOwnTracks(into: Draft, said: Json): void {
  if (said._type === 'encrypted') {
    throw new ProtocolError('OwnTracks has encrypted it; remove the encryption key in the application')
  }
  const { _type: type, bs, tst, lat, lon } = said
  put(into, 'timestamp', secondsOf(tst))
  if (typeof lat === 'number' && typeof lon === 'number') putPosition(into, lat, lon)
  putFields(into, otherThanKnown(into, said))
  putCause(into, said)
  if (bs === 1 || bs === 2 || bs === 3) put(into, 'battery.charging.status', bs === 2)
  if (type !== 'transition') return
  if (typeof said.desc === 'string') put(into, 'custom.geofence', said.desc)
  raise(into, said.event === 'enter' ? 'geofence_enter' : said.event === 'leave' ? 'geofence_exit' : undefined)
}

/** Read separately, or of no use. */
const ownTracksPassed = new Set(['_type', '_id', 'topic', 'bs', 'tst', 'lat', 'lon'])

/** Adds the fields that we have names for, and returns the rest. */
function otherThanKnown(into: Draft, said: Json): Json {
  const rest: Record<string, unknown> = {}
  for (const name in said) {
    if (ownTracksPassed.has(name)) continue
    const value = said[name]
    const known = ownTracksNames.get(name)
    const number = known && numberIn(value)
    const word = known ? undefined : ownTracksWords.get(name)
    if (number !== undefined) put(into, known![0], number * (known![1] ?? 1))
    else if (word && word[1] === typeof value) put(into, word[0], value as string | boolean)
    else rest[thermometer(name)] = value
  }
  return rest
}

/** They are numbered from 00. */
const thermometer = (name: string): string =>
  name.startsWith('temp_c-') ? `sensor.temperature.${Number(name.slice(-2)) + 1}` : name

/**
 * A feature without anything useful is skipped, because the batch would be repeated for ever. `current` and `trip` are
 * ignored: their data comes in its own batch.
 */
function readOverland(locations: readonly unknown[]): Report {
  if (locations.length > jsonMessagesMax) throw new ProtocolError(`more than ${jsonMessagesMax} locations at once`)
  const features = locations.filter(isFeature)
  const messages = features.flatMap((item) => {
    const into = draft()
    putFeature(into, item)
    const message = finish(into)
    return message ? [message] : []
  })
  const id = features.map(({ properties }) => isObject(properties) && idIn(properties.device_id)).find(Boolean)
  return { messages, answer: overlandAnswer, ...(id ? { id } : {}) }
}

/** Coordinates are longitude, latitude and perhaps altitude; speed is in m/s, a battery's level between 0 and 1. */
function putFeature(into: Draft, { properties, geometry }: Json): void {
  const { device_id: _, motion, battery_state: state, ...fields } = isObject(properties) ? properties : {}
  putFields(into, renamed(fields, feature))
  if (Array.isArray(motion)) put(into, 'custom.motion', motion.filter((word) => typeof word === 'string').join(','))
  if (state === 'charging' || state === 'full' || state === 'unplugged') {
    put(into, 'battery.charging.status', state === 'charging')
  }
  if (!isObject(geometry) || geometry.type !== 'Point' || !Array.isArray(geometry.coordinates)) return
  const [longitude, latitude, altitude] = geometry.coordinates.map(numberIn)
  putPosition(into, latitude, longitude)
  if (!('position.altitude' in into.values)) put(into, 'position.altitude', altitude)
}
