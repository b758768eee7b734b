/** A message as it is stored, and what the latest values of a unit are. Pure. */
import type { Message, Value } from '@waymark/devices'

/** What the platform adds to what a tracker said. */
export interface Origin {
  readonly ident: string
  readonly unitId: number
  readonly unitName: string
  readonly deviceTypeId: number
  readonly protocolId: number
  readonly peer: string
  /** Seconds with fraction; no two frames of a unit share it. */
  readonly serverTime: number
}

export interface StoredMessage {
  readonly timestamp: number
  /** JSON. What the tracker said stands before `server.timestamp`, in the decoder's order. */
  readonly text: string
  readonly values: Message
}

const year1990 = 631_152_000
const daySeconds = 86_400
const serverPart = ',"server.timestamp":'

/** A clock that is decades behind or days ahead would hide a message for ever; such a message is dated on arrival. */
export function deviceTime(message: Message, serverTime: number): number {
  const given = message.timestamp
  const isPlausible = typeof given === 'number' && given > year1990 && given <= serverTime + daySeconds
  return isPlausible ? given : serverTime
}

/** All messages of a frame share what the platform adds, so its text is made once. */
export function storer(origin: Origin): (message: Message) => StoredMessage {
  const before = `{"ident":${JSON.stringify(origin.ident)},`
  const after =
    `${serverPart}${origin.serverTime},"peer":${JSON.stringify(origin.peer)},"channel.id":${origin.protocolId},` +
    `"device.id":${origin.unitId},"device.name":${JSON.stringify(origin.unitName)},` +
    `"device.type.id":${origin.deviceTypeId},"protocol.id":${origin.protocolId}}`
  return (message) => {
    const timestamp = deviceTime(message, origin.serverTime)
    const said = JSON.stringify(message.timestamp === timestamp ? message : { ...message, timestamp })
    return { timestamp, text: before + said.slice(1, -1) + after, values: message }
  }
}

/**
 * What the tracker said: two messages with the same words are one message that was sent twice. That it came from the
 * tracker's memory is no part of it: some say so only when they send a record again.
 */
export const saidPart = (text: string): string => {
  const end = text.lastIndexOf(serverPart)
  return (end < 0 ? text : text.slice(0, end)).replace(',"message.buffered.status":true', '')
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

/** A stored text read back, for computing the latest values anew. */
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
const aheadSeconds = 300

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
 * device time wins, and of two values of one time the one whose text is greater.
 */
export function newerValues(
  known: Telemetry,
  messages: readonly StoredMessage[],
  serverTime: number,
): Record<string, Latest> {
  const newer: Record<string, Latest> = {}
  // From the newest on, most values of the older messages are passed over at a glance.
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

function positionOf(values: Message): Record<string, Value> | undefined {
  if (values['position.latitude'] === undefined || values['position.longitude'] === undefined) return undefined
  const position: Record<string, Value> = {}
  for (const part of positionParts) {
    const value = values[`position.${part}`]
    if (value !== undefined) position[part] = value
  }
  return position
}
