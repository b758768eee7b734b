/** Recorded vectors, and what each of their checks expects of our messages. */
import { ascii, hex } from '../bytes/bytes.ts'
import type { Message, Value } from '../message.ts'
import type { Decoder, KnownUnit, Link } from '../protocol.ts'
import type { Transport } from '../protocols/index.ts'
import { recognise } from '../recognition.ts'
import { alarmOf, valuesOf } from './attributes.ts'

export interface Vector {
  readonly group: string
  readonly kind: string
  readonly payload: string
  readonly hex?: string
  readonly http?: { readonly method: string; readonly url: string; readonly headers?: Readonly<Record<string, string>> }
  readonly bodyEncoding?: string
  readonly check: string
  readonly checkLocation?: boolean
  readonly checksumOk?: boolean
  readonly model?: string
  readonly setup?: Readonly<Record<string, unknown>>
  readonly decoderArgs?: readonly unknown[]
  readonly expected?: {
    readonly time?: string
    readonly valid?: boolean
    readonly lat?: number
    readonly lon?: number
    readonly attribute?: { readonly key: string; readonly value: unknown }
  }
}

export interface FrameVector {
  readonly input: string
  readonly expected: string | null
  readonly check: string
  readonly disabled?: boolean
}

/** Undefined for a check that does not apply to us (a message queue, a web service's response). */
export function bytesOf(vector: Vector): Uint8Array | undefined {
  switch (vector.kind) {
    case 'binary':
      return hex(vector.payload)
    case 'buffer':
      return hex(vector.hex!)
    case 'text':
      return ascii(vector.payload)
    case 'http':
      return request(vector)
    default:
      return undefined
  }
}

function request({ http, payload, bodyEncoding }: Vector): Uint8Array {
  const body = bodyEncoding === 'hex' ? hex(payload) : bodyEncoding === 'none' ? ascii('') : ascii(payload)
  const headers = Object.entries({ ...http!.headers, 'content-length': String(body.length) })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const head = ascii(`${http!.method} ${http!.url} HTTP/1.1\r\n${lines}\r\n`)
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

const linkOf = (vector: Vector): Link =>
  vector.kind === 'http' ? 'http' : vector.decoderArgs?.[1] === true ? 'udp' : 'tcp'

/** A checksum that was wrong when the vector was recorded is ignored: people change digits before they report a bug. */
const unitOf = ({ model, setup, checksumOk }: Vector): KnownUnit => ({
  model,
  settings: { ...setup, ...(checksumOk === false ? { checksum: 'ignore' } : {}) },
})

export interface Outcome {
  readonly vector: Vector
  readonly miss?: string
  /** No position was expected, and we keep a message without one. */
  readonly isKept?: boolean
}

/** Runs vectors in order, those of a group through one connection, as the gateway would. */
export function runVectors(decoder: Decoder, vectors: readonly Vector[], receivedAt: Date): Outcome[] {
  const connections = new Map<string, { state: unknown; ident?: string }>()
  return vectors.map((vector) => {
    const connection = connections.get(vector.group) ?? { state: decoder.start(linkOf(vector)) }
    connections.set(vector.group, connection)
    const bytes = bytesOf(vector)
    if (!bytes) return { vector, miss: `cannot be replayed: ${vector.kind}` }
    try {
      const decoded = decoder.decode(bytes, connection.state, receivedAt, unitOf(vector))
      connection.state = decoded.state ?? connection.state
      connection.ident = decoded.ident ?? connection.ident
      const messages = decoded.messages ?? []
      // Nothing is stored for a tracker that has not identified itself.
      const stored = vector.check === 'verifyNull' && !connection.ident ? [] : messages
      const miss = missOf(vector, stored)
      return { vector, miss, isKept: !miss && vector.check === 'verifyNull' && stored.length > 0 }
    } catch (error) {
      return { vector, miss: String(error) }
    }
  })
}

export interface Opening {
  readonly vector: Vector
  /** The name of a protocol, `more` or `no`. */
  readonly found: string
}

/**
 * Which protocol a connection would be that begins with this vector, on the port for any protocol. Only for vectors in
 * which a tracker identifies itself: no connection begins with another.
 */
export function runOpenings(
  decoder: Decoder,
  vectors: readonly Vector[],
  transport: Transport,
  receivedAt: Date,
): Opening[] {
  const states = new Map<string, unknown>()
  return vectors.flatMap((vector) => {
    const bytes = bytesOf(vector)
    if (!bytes) return []
    const link = transport === 'tcp' || transport === 'udp' ? transport : linkOf(vector)
    const state = states.get(vector.group) ?? decoder.start(link)
    try {
      const decoded = decoder.decode(bytes, state, receivedAt, unitOf(vector))
      states.set(vector.group, decoded.state ?? state)
      if (decoded.ident === undefined) return []
    } catch {
      return []
    }
    // A vector does not always say how it was sent.
    const links = transport === 'both' ? (['tcp', 'udp'] as const) : ([transport === 'udp' ? 'udp' : 'tcp'] as const)
    const all = links.map((one) => recognise(bytes, one)).map((one) => (typeof one === 'string' ? one : one.name))
    return [{ vector, found: all.find((one) => one !== 'no' && one !== 'more') ?? all[0]! }]
  })
}

function missOf(vector: Vector, messages: readonly Message[]): string | undefined {
  const { check, expected } = vector
  if (check === 'verifyNull') return unexpected(messages)
  const first = messages[0]
  if (!first) return 'no message'
  if (check === 'verifyNotNull') return undefined
  if (check === 'verifyAttributes')
    return Object.keys(first).some((key) => key !== 'timestamp') ? undefined : 'a message without values'
  if (check === 'verifyAttribute') return attributeMiss(first, expected!.attribute!)
  if (check === 'verifyPosition' && messages.length > 1) return `${messages.length} messages instead of one`
  if (vector.checkLocation === false) return undefined
  for (const message of messages) {
    const miss = positionMiss(message, expected)
    if (miss) return miss
  }
  return undefined
}

/** `verifyNull` means: no position. We keep a message without one; other servers drop it. */
const unexpected = (messages: readonly Message[]): string | undefined =>
  messages.some((message) => message['position.latitude'] !== undefined)
    ? 'a position where none was expected'
    : undefined

/**
 * A record that is marked as having no fix passes without coordinates: we do not repeat the last position as if it had
 * been sent again.
 */
function positionMiss(message: Message, expected: Vector['expected']): string | undefined {
  const latitude = message['position.latitude']
  const longitude = message['position.longitude']
  if (latitude === undefined && message['position.valid'] !== false) return 'no place'
  if (!expected) return undefined
  const near = (value: Value | undefined, wanted: number) =>
    typeof value === 'number' && Math.abs(value - wanted) < 1.1e-5
  if (expected.lat !== undefined && !near(latitude, expected.lat)) return `latitude ${latitude}, not ${expected.lat}`
  if (expected.lon !== undefined && !near(longitude, expected.lon)) return `longitude ${longitude}, not ${expected.lon}`
  if (expected.valid !== undefined && (message['position.valid'] ?? true) !== expected.valid) return 'validity differs'
  const time = message['position.timestamp'] ?? message.timestamp
  if (expected.time && Number(time) * 1000 !== Date.parse(expected.time)) {
    return `time ${typeof time === 'number' ? new Date(time * 1000).toISOString() : time}, not ${expected.time}`
  }
  return undefined
}

function attributeMiss(message: Message, { key, value }: { key: string; value: unknown }): string | undefined {
  if (key === 'alarm') {
    const type = String(message['alarm.type'])
    const wanted = String(value).split(',').map(alarmOf)
    return wanted.every((word) => type.split(',').includes(word)) ? undefined : `alarm ${type}, not ${wanted}`
  }
  if (key === 'network') return networkMiss(message, value)
  const found = valuesOf(message, key)
  if (value === null) return found.length === 0 ? undefined : `${key} is ${found}, not absent`
  return found.some((one) => sameValue(one, value))
    ? undefined
    : `${key} is ${found.join(' or ') || 'absent'}, not ${value}`
}

/** Line ends inside a text are spaces in our messages. */
const words = (value: unknown) => String(value).trim().toLowerCase().replaceAll(/\s+/g, ' ')

function sameValue(ours: Value, theirs: unknown): boolean {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    return Math.abs(ours - theirs) <= Math.max(0.01, Math.abs(theirs) * 1e-4)
  }
  return words(ours) === words(theirs)
}

function networkMiss(message: Message, value: unknown): string | undefined {
  const wanted = (value as { network?: { cell?: Record<string, number> }[] }).network ?? []
  const ours = (message['gsm.cells'] ?? [{ lac: message['gsm.lac'], cellid: message['gsm.cellid'] }]) as Record<
    string,
    Value
  >[]
  for (const { cell } of wanted) {
    if (cell && !ours.some((one) => one.lac === cell.lac && one.cellid === cell.cid)) return `no cell ${cell.cid}`
  }
  return undefined
}

/** Only the length of the framer's result is compared: vectors leave out delimiters and undo escapes. */
export function frameMiss(decoder: Decoder, vector: FrameVector): string | undefined {
  const input = hex(vector.input)
  try {
    const length = decoder.frame(input, decoder.start('tcp'))
    if (vector.check === 'incomplete' || vector.expected === null) {
      return length === 0 ? undefined : `a frame of ${length} bytes where none is complete`
    }
    if (length === 0) return 'waits for more'
    const begins = vector.input.indexOf(vector.expected)
    if (begins !== 0) return undefined
    const least = vector.expected.length / 2
    return length >= least && length <= least + 4 ? undefined : `${length} bytes instead of ${least}`
  } catch (error) {
    return String(error)
  }
}
