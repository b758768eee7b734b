/**
 * JSON of home-made devices: an object is a message, an array is many. Names are ours (`position.latitude`), common short
 * ones, or anything else, which becomes `custom.<name>`. Nested objects are joined by dots.
 */
import { customKey, type Draft, draft, finish, isKey, type Message, parameterOf, put, putPosition } from '../message.ts'
import { ProtocolError } from '../protocol.ts'
import type { ParameterName } from '../values/parameters.ts'
import { decimal } from './text.ts'

/** In one packet or request. */
export const jsonMessagesMax = 1000
const depthMax = 8
const listMax = 64

/** Added by the platform; a device authenticates instead of naming itself. */
const reserved = new Set([
  ...['ident', 'peer', 'server.timestamp', 'channel.id', 'protocol.id', 'device.id', 'device.name', 'device.type.id'],
  ...['gateway.id', 'heard.timestamp', 'position'],
])

/** On its own, or inside an object about the position. */
const short: Readonly<Record<string, string>> = {
  ...{ lat: 'position.latitude', latitude: 'position.latitude' },
  ...{ lon: 'position.longitude', lng: 'position.longitude', long: 'position.longitude' },
  ...{ longitude: 'position.longitude', alt: 'position.altitude', altitude: 'position.altitude' },
  ...{ speed: 'position.speed', course: 'position.direction', heading: 'position.direction' },
  ...{ bearing: 'position.direction', direction: 'position.direction', satellites: 'position.satellites' },
  ...{ sats: 'position.satellites', hdop: 'position.hdop', time: 'timestamp', ts: 'timestamp', timestamp: 'timestamp' },
  tst: 'timestamp',
  ...{ ignition: 'engine.ignition.status', temperature: 'sensor.temperature', humidity: 'sensor.humidity' },
}
const places = /^(?:position|location|gps|coordinates|coords)\./

const fullName = (name: string): string => {
  const last = name.replace(places, '')
  return (Object.hasOwn(short, last) ? short[last] : undefined) ?? name
}

/**
 * `putItem` has shapes of its own. One bad item rejects all of them, and is named so that the sender can leave it out.
 */
export function readMessages(
  value: unknown,
  putItem: (into: Draft, item: unknown) => void = putFields,
): readonly Message[] {
  const items = Array.isArray(value) ? value : [value]
  if (items.length > jsonMessagesMax) throw new ProtocolError(`more than ${jsonMessagesMax} messages at once`)
  return items.map((item, index) => {
    try {
      const into = draft()
      putItem(into, item)
      return recognised(finish(into), item)
    } catch (error) {
      if (!(error instanceof ProtocolError) || items.length === 1) throw error
      throw new ProtocolError(`message ${index + 1} of ${items.length}: ${error.message}`)
    }
  })
}

/**
 * In an unknown body every field would become a custom parameter, dated on arrival: stored and useless. So at least one
 * name must be known: a time, a position, a parameter, or one that begins with `custom.`.
 */
export function recognised(message: Message | undefined, item?: unknown): Message {
  if (!message) throw new ProtocolError('there is no value that can be used')
  if (Object.keys(message).some((key) => !key.startsWith('custom.'))) return message
  if (isObject(item) && Object.keys(item).some((name) => /^custom(?:\.|$)/.test(name))) return message
  throw new ProtocolError(
    'there is no time, no position and no parameter that we know; begin the names of your own fields with custom. or add a timestamp',
  )
}

/** Puts all fields of an object into the message, under `prefix` if there is one. */
export function putFields(into: Draft, object: unknown, prefix = ''): void {
  if (!isObject(object)) throw new ProtocolError('a message that is not an object')
  const place: { latitude?: number; longitude?: number } = {}
  walk(object, prefix, depthMax, (name, value) => {
    const key = fullName(name)
    if (key === 'position.latitude' || key === 'position.longitude') {
      if (typeof value === 'number') place[key === 'position.latitude' ? 'latitude' : 'longitude'] = value
    } else if (!reserved.has(key)) putValue(into, key, value)
  })
  putPosition(into, place.latitude, place.longitude)
}

type Leaf = string | number | boolean

function walk(value: unknown, name: string, depth: number, take: (name: string, value: Leaf) => void): void {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') take(name, value)
  if (value === null || typeof value !== 'object') return
  if (depth === 0) throw new ProtocolError('objects within objects, too many')
  const joined = (part: string | number) => (name === '' ? String(part) : `${name}.${part}`)
  if (Array.isArray(value)) {
    for (const [at, item] of value.slice(0, listMax).entries()) walk(item, joined(at + 1), depth - 1, take)
  } else for (const [part, item] of Object.entries(value)) walk(item, joined(part), depth - 1, take)
}

function putValue(into: Draft, key: string, value: Leaf): void {
  const parameter = parameterOf(key)
  if (key === 'timestamp' || key === 'position.timestamp') put(into, key, secondsOf(value))
  else if (parameter) {
    // Many small devices send a flag as a number.
    const isBit = parameter.kind === 'boolean' && (value === 0 || value === 1)
    put(into, key as ParameterName, isBit ? value === 1 : value)
  } else {
    const own = key.startsWith('custom.') && isKey(key) ? (key as ParameterName) : customKey(key)
    if (own) put(into, own, value)
  }
}

/** Seconds or milliseconds, also as digits in a text, or an ISO 8601 date with time. */
export function secondsOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? decimal(value) : value
  if (typeof number === 'number') return number > 1e11 ? number / 1000 : number
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return undefined
  // Network servers send nanoseconds, of which JavaScript keeps three digits.
  const ms = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`)
  return Number.isNaN(ms) ? undefined : ms / 1000
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
