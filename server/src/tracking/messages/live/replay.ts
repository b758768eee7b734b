/**
 * Decodes kept frames again, and compares the result with what was stored. Pure.
 *
 * A frame that carried messages is kept under their `server.timestamp`. A frame without messages that changes how later
 * frames are read (a login with a time zone, the first packages of a message) is kept before the next frame with
 * messages, under its time. If nothing is stored under a frame's time, it was a repeat, or its messages have been
 * removed since: it is replayed for its effect on the conversation, but restores nothing.
 */
import {
  type Circumstances,
  type Decoder,
  decoderByName,
  type KnownUnit,
  type Link,
  type Message,
  modelById,
  ProtocolError,
  type ProtocolName,
  protocolByName,
  protocols,
  type SettingValues,
} from '@waymark/devices'
import { fromText, type Origin, type StoredMessage, storer } from '../message.ts'

export interface KeptFrame {
  readonly serverTime: number
  readonly bytes: Uint8Array
}

export interface Replayed {
  readonly serverTime: number
  readonly bytes: Uint8Array
  /** Sent before the frame that it is kept with; it never carries messages itself. */
  readonly isOpener: boolean
  readonly protocol: string | undefined
  /** Where it came from, as far as its stored messages show. */
  readonly peer: string | undefined
  /** How it was read, with the state before it; undefined if it could not be. */
  readonly reading: Reading | undefined
  /** The password of a login; never shown. */
  readonly password: string | undefined
  /** What it contains, whether it was stored or not. */
  readonly messages: readonly Message[]
  /** Its messages as they are stored now. */
  readonly stored: readonly string[]
  /** As they would be stored today; undefined when the frame cannot be read. */
  readonly decoded: readonly StoredMessage[] | undefined
  readonly error: string | undefined
  /** Several frames with messages share its time, so messages cannot be assigned to frames and stay as they are. */
  readonly isDoubtful: boolean
}

interface Reading extends Circumstances {
  readonly decoder: Decoder
}

/** Frames differ by at least a microsecond. */
export const keyOf = (serverTime: number): number => Math.round(serverTime * 1e6)

interface Conversation {
  readonly peer: string
  readonly protocolId: number
  readonly name: string
  readonly decoder: Decoder
  readonly link: Link
  state: unknown
}

/** The unit as it is today: a dealer may have corrected its model or settings since. */
export interface UnitToday {
  readonly hwId: number
  readonly settings: SettingValues | undefined
}

/** `storedBy` has the texts of each frame by its key. The frames are in order of arrival. */
export function replay(
  frames: readonly KeptFrame[],
  storedBy: ReadonlyMap<number, readonly string[]>,
  today: UnitToday,
): Replayed[] {
  const { hwId } = today
  let conversation: Conversation | undefined
  const doubtful = apart(frames)
  return frames.map(({ serverTime, bytes }, index) => {
    const key = keyOf(serverTime)
    const following = frames[index + 1]
    const isOpener = following !== undefined && keyOf(following.serverTime) === key
    const stored = storedBy.get(key) ?? []
    const origin = stored[0] === undefined ? undefined : originOf(stored[0])
    conversation = continued(conversation, origin, hwId, bytes)
    const own = isOpener ? [] : stored
    const peer = conversation?.peer || undefined
    const known = { serverTime, bytes, isOpener, protocol: conversation?.name, peer, stored: own }
    const failed = (error: string): Replayed => ({
      ...known,
      reading: undefined,
      password: undefined,
      messages: [],
      decoded: undefined,
      error,
      isDoubtful: doubtful.has(key),
    })
    if (!conversation) return failed('its protocol is not spoken')
    try {
      const { decoder, link, state } = conversation
      const unit = unitOf(conversation, origin, today)
      const reading = { decoder, link, state, unit, receivedAt: new Date(serverTime * 1000) }
      const { messages = [], password } = read(conversation, bytes, reading)
      if (isOpener && messages.length > 0) doubtful.add(key)
      const decoded = own.length > 0 ? messages.map(storer(origin!)) : []
      return { ...known, reading, password, messages, decoded, error: undefined, isDoubtful: doubtful.has(key) }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      return failed(error.message)
    }
  })
}

/** Times shared by frames that did not arrive together: a clock was set back, and a moment occurred twice. */
function apart(frames: readonly KeptFrame[]): Set<number> {
  const seen = new Set<number>()
  const twice = new Set<number>()
  let last: number | undefined
  for (const { serverTime } of frames) {
    const key = keyOf(serverTime)
    if (key !== last && seen.has(key)) twice.add(key)
    seen.add(key)
    last = key
  }
  return twice
}

/** The same conversation, or a new one if its peer or protocol differs; over UDP every datagram is one. */
function continued(
  before: Conversation | undefined,
  origin: Origin | undefined,
  hwId: number,
  bytes: Uint8Array,
): Conversation | undefined {
  const peer = origin?.peer ?? before?.peer ?? ''
  const model = modelById(hwId)
  const protocolId = origin?.protocolId ?? before?.protocolId ?? (model && protocolByName(model.protocol).id)
  if (before && peer === before.peer && protocolId === before.protocolId && before.link !== 'udp') return before
  const protocol = protocols.find(({ id }) => id === protocolId)
  const decoder = protocol && decoderByName(protocol.name as ProtocolName)
  if (!decoder) return undefined
  const link =
    protocol.transport === 'both' || protocol.transport === 'heard' ? linkOf(decoder, bytes) : protocol.transport
  return { peer, protocolId: protocol.id, name: protocol.name, decoder, link, state: decoder.start(link) }
}

/** The transport is not stored, but can be inferred: what is not one whole frame of a stream was a datagram. */
function linkOf(decoder: Decoder, bytes: Uint8Array): Link {
  try {
    return decoder.frame(bytes, decoder.start('tcp')) === bytes.length ? 'tcp' : 'udp'
  } catch {
    return 'udp'
  }
}

function read(conversation: Conversation, bytes: Uint8Array, { decoder, state, receivedAt, unit }: Reading) {
  const decoded = decoder.decode(bytes, state, receivedAt, unit)
  if (decoded.state !== undefined) conversation.state = decoded.state
  return decoded
}

/** A model of another protocol does not apply to these frames, nor do its settings. */
function unitOf(
  { name }: Conversation,
  origin: Origin | undefined,
  { hwId, settings }: UnitToday,
): KnownUnit | undefined {
  const now = modelById(hwId)
  if (now?.protocol === name) return { model: now.title, ...(settings && { settings }) }
  const model = origin && modelById(origin.deviceTypeId)
  return model && { model: model.title }
}

/** What the platform had added to a stored message: its redecoded form gets the same. */
function originOf(text: string): Origin {
  const all = JSON.parse(text)
  return {
    ident: all.ident,
    unitId: all['device.id'],
    unitName: all['device.name'],
    deviceTypeId: all['device.type.id'],
    protocolId: all['protocol.id'],
    peer: all.peer,
    serverTime: all['server.timestamp'],
  }
}

/** One stored message and what becomes of it. */
export type Difference =
  | { readonly kind: 'added'; readonly after: StoredMessage }
  | { readonly kind: 'removed'; readonly before: string }
  | { readonly kind: 'changed'; readonly before: string; readonly after: StoredMessage }

/**
 * What else is known of the unit's stored messages, to distinguish a new message from one that was left out on purpose.
 */
export interface Surroundings {
  /** Device time of the oldest message: the unit's limits removed older ones. */
  readonly oldest: number
  /** Whether another frame brought a message of this device time: then ours was a repeat of it. */
  isOfOther(timestamp: number, key: number): boolean
}

/** What redecoding would change in the messages of one frame. Empty if nothing. */
export function compare(frame: Replayed, around: Surroundings): Difference[] {
  if (frame.stored.length === 0 || frame.decoded === undefined || frame.isDoubtful) return []
  const before = frame.stored.map(fromText).toSorted(byTime)
  const after = frame.decoded.toSorted(byTime)
  const [pairs, lost, found] = before.length === after.length ? inOrder(before, after) : byTimestamp(before, after)
  const key = keyOf(frame.serverTime)
  const isNew = ({ timestamp }: StoredMessage) => timestamp >= around.oldest && !around.isOfOther(timestamp, key)
  return [
    ...pairs.flatMap(([one, other]) =>
      isSame(one.values, said(other)) ? [] : [{ kind: 'changed' as const, before: one.text, after: other }],
    ),
    ...lost.map(({ text }) => ({ kind: 'removed' as const, before: text })),
    ...found.filter(isNew).map((one) => ({ kind: 'added' as const, after: one })),
  ]
}

type Paired = readonly [pairs: [StoredMessage, StoredMessage][], lost: StoredMessage[], found: StoredMessage[]]

const byTime = (a: StoredMessage, b: StoredMessage) => a.timestamp - b.timestamp

/** As many as before, so they are paired in order, even if the decoder has learnt to read their time. */
const inOrder = (before: readonly StoredMessage[], after: readonly StoredMessage[]): Paired => [
  before.map((one, index) => [one, after[index]!]),
  [],
  [],
]

function byTimestamp(before: readonly StoredMessage[], after: readonly StoredMessage[]): Paired {
  const left = [...after]
  const pairs: [StoredMessage, StoredMessage][] = []
  const lost: StoredMessage[] = []
  for (const one of before) {
    const at = left.findIndex(({ timestamp }) => timestamp === one.timestamp)
    if (at < 0) lost.push(one)
    else pairs.push([one, ...left.splice(at, 1)] as [StoredMessage, StoredMessage])
  }
  return [pairs, lost, left]
}

/** The values with the time under which they are stored. */
export const said = ({ values, timestamp }: StoredMessage): Message => ({ ...values, timestamp })

function isSame(one: Message, other: Message): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
  )
}
