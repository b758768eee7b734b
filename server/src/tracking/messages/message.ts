/** A message as it is stored, and the latest values of a unit. Pure. */
import type { Message, Value } from '@waymark/devices'

/** What the platform adds to everything that arrives over one connection. */
export interface Source {
  readonly ident: string
  readonly unitId: number
  readonly unitName: string
  readonly deviceTypeId: number
  readonly protocolId: number
  readonly peer: string
}

/** What the platform adds to what a tracker sent. */
export interface Origin extends Source {
  /** Seconds with fraction; unique among the frames of a unit. */
  readonly serverTime: number
}

export interface DatedText {
  /** The tracker's own time, in seconds. */
  readonly timestamp: number
  /** JSON. What the tracker sent comes before `server.timestamp`, in the decoder's order. */
  readonly text: string
  /** Only for `valuesOf`. */
  parsed?: Readonly<Record<string, unknown>> | undefined
}

/** What the text says. Several projections read the same message, so it is parsed once; nobody may change it. */
export const valuesOf = (one: DatedText): Readonly<Record<string, unknown>> => {
  one.parsed ??= JSON.parse(one.text) as Readonly<Record<string, unknown>>
  return one.parsed
}

export interface StoredMessage extends DatedText {
  readonly values: Message
}

const year1990 = 631_152_000
const daySeconds = 86_400
/** Texts in a chunk look as they will in an answer's array, so that reading means joining. */
export const separator = ',\n'
export const serverPart = ',"server.timestamp":'
/**
 * The time of a clock that was never set, or runs days ahead. Decoders use the same name for text that is not a date.
 */
const badClock = 'custom.device_timestamp'
const badClockMark = `"${badClock}":`

const isPlausible = (given: unknown, serverTime: number): given is number =>
  typeof given === 'number' && given > year1990 && given <= serverTime + daySeconds

/** A clock that is decades behind or days ahead would hide a message for ever; such a message is dated on arrival. */
export const deviceTime = ({ timestamp }: Message, serverTime: number): number =>
  isPlausible(timestamp, serverTime) ? timestamp : serverTime

export const isDated = ({ timestamp }: Message, serverTime: number): boolean => isPlausible(timestamp, serverTime)

/** The message with the time under which it is stored. The time of the device's own clock is kept as well. */
export function dated(message: Message, serverTime: number): Message {
  const { timestamp } = message
  if (isPlausible(timestamp, serverTime)) return message
  return { ...message, timestamp: serverTime, ...(timestamp !== undefined && { [badClock]: timestamp }) }
}

/** A record whose device clock is wrong. The clock's time still distinguishes it from other records. */
export const hasBadClock = (text: string): boolean => text.includes(badClockMark)

/** The text around what a tracker sent: everything except the time of arrival, which splits the end in two. */
export function surrounding({ ident, unitId, unitName, deviceTypeId, protocolId, peer }: Source) {
  const before = `{"ident":${JSON.stringify(ident)},`
  const after =
    `,"peer":${JSON.stringify(peer)},"channel.id":${protocolId},"device.id":${unitId},` +
    `"device.name":${JSON.stringify(unitName)},"device.type.id":${deviceTypeId},"protocol.id":${protocolId}}`
  const bytes = Buffer.byteLength(before) + serverPart.length + Buffer.byteLength(after)
  return { before, after, bytes }
}

export type Surrounding = ReturnType<typeof surrounding>

/** Of a message that already has its time. */
export const textOf = (message: Message, { before, after }: Surrounding, serverTime: number): string =>
  `${before}${JSON.stringify(message).slice(1, -1)}${serverPart}${serverTime}${after}`

/** All messages of a frame share what the platform adds, so this text is made once. */
export function storer(origin: Origin): (message: Message) => StoredMessage {
  const around = surrounding(origin)
  return (message) => {
    const stored = dated(message, origin.serverTime)
    const text = textOf(stored, around, origin.serverTime)
    return { timestamp: stored.timestamp as number, text, values: stored }
  }
}

/**
 * What the tracker sent: two messages with the same values are one message that was sent twice. Two things do not
 * count: that it came from the tracker's memory, because some say so only when they send a record again, and the time
 * of arrival under which a record with a wrong clock is stored.
 */
export const saidPart = (text: string): string => {
  const end = text.lastIndexOf(serverPart)
  const said = (end < 0 ? text : text.slice(0, end)).replace(',"message.buffered.status":true', '')
  return hasBadClock(said) ? said.replace(/"timestamp":[^,]*,?/, '') : said
}

const addedKeys = new Set([
  'server.timestamp',
  'peer',
  'channel.id',
  'device.id',
  'device.name',
  'device.type.id',
  'protocol.id',
])

/** A stored text read back, to recompute the latest values. */
export function fromText(text: string): StoredMessage & { readonly serverTime: number } {
  const all = JSON.parse(text) as Record<string, Value>
  const values = Object.fromEntries(Object.entries(all).filter(([key]) => !addedKeys.has(key) && key !== 'ident'))
  return { timestamp: all.timestamp as number, text, values, serverTime: all['server.timestamp'] as number }
}

export interface Latest {
  readonly ts: number
  readonly value: unknown
}
export type Telemetry = Readonly<Record<string, Latest>>

/** A tracker's clock may run ahead; its value then rules for five minutes, not until the day it claims. */
export const aheadSeconds = 300

const positionParts = [
  'latitude',
  'longitude',
  'altitude',
  'speed',
  'direction',
  'satellites',
  'hdop',
  'valid',
] as const

/**
 * The values that replace older ones. The result does not depend on the order in which messages arrive: the newest
 * device time wins, and of two values with the same time the one whose text is greater.
 */
export function newerValues(
  known: Telemetry,
  messages: readonly Pick<StoredMessage, 'timestamp' | 'values'>[],
  serverTime: number,
): Record<string, Latest> {
  const newer: Record<string, Latest> = {}
  // Newest first, so that most values of older messages are skipped quickly.
  for (const { timestamp, values } of messages.toSorted((a, b) => b.timestamp - a.timestamp)) {
    const ts = Math.min(timestamp, serverTime + aheadSeconds)
    for (const name in values) {
      const current = newer[name] ?? known[name]
      if (name === 'timestamp' || (current !== undefined && current.ts > ts)) continue
      const latest = { ts, value: values[name] }
      if (current === undefined || isNewer(latest, current)) newer[name] = latest
    }
    const current = newer.position ?? known.position
    if (current !== undefined && current.ts > ts) continue
    const position = positionOf(values)
    if (position && (current === undefined || isNewer({ ts, value: position }, current)))
      newer.position = { ts, value: position }
  }
  return newer
}

function isNewer(one: Latest, other: Latest): boolean {
  return one.ts > other.ts || (one.ts === other.ts && JSON.stringify(one.value) > JSON.stringify(other.value))
}

export function positionOf(values: Message): Record<string, Value> | undefined {
  if (values['position.latitude'] === undefined || values['position.longitude'] === undefined) return undefined
  const position: Record<string, Value> = {}
  for (const part of positionParts) {
    const value = values[`position.${part}`]
    if (value !== undefined) position[part] = value
  }
  return position
}
