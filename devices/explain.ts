/**
 * Explains which bytes of a frame mean what. Decoders do not report where they read, so this changes one byte at a time
 * and decodes again: the values that differ are what the byte means. See docs/decisions/0044-explaining-bytes.md.
 */
import type { Message } from './message.ts'
import { type Decoded, type Decoder, type KnownUnit, type Link, ProtocolError } from './protocol.ts'

/**
 * Names of parameters, or one of these. `frame`: delimiters, lengths, types and checksums, without which nothing can be
 * read. `reply`: repeated in our reply. `session`: kept for the frames that follow. `ident`, `password`: how the
 * tracker identifies itself. Empty: nothing depends on it.
 */
export interface ExplainedRange {
  /** The first byte, and the one after the last. */
  readonly from: number
  readonly to: number
  /** In a frame with several messages, the one that it belongs to, from 0; undefined if it is not exactly one. */
  readonly message: number | undefined
  readonly fields: readonly string[]
}

export interface Circumstances {
  /** The state before this frame. */
  readonly state: unknown
  readonly link: Link
  readonly receivedAt: Date
  readonly unit?: KnownUnit | undefined
}

/** Later bytes of a frame are not explained. */
const explainedBytesMax = 1024
/** How often a frame is decoded at most; a frame with more bytes than this allows is not explained. */
export const explainingDecodesMax = 2048
const variationsMax = 8
/** A byte that changes more fields than this, and more than half of all, is part of the frame's structure. */
const fieldsOfByteMax = 4
const checksumBytesMax = 4
const lengthProbes = 32

/** Undefined if the frame cannot be decoded, or if that would take more than `decodes`. */
export function explainFrame(
  decoder: Decoder,
  frame: Uint8Array,
  given: Circumstances,
  decodes = explainingDecodesMax,
): ExplainedRange[] | undefined {
  const size = Math.min(frame.length, explainedBytesMax)
  const asked = Math.min(variationsMax, Math.floor(decodes / Math.max(size, 1)))
  if (asked === 0 || size === 0) return undefined
  const ask = asker(decoder, given, frame)
  const trusting = ask(frame, true)
  if (!trusting) return undefined
  const isText = frame.every((byte) => (byte >= 32 && byte < 127) || byte === 10 || byte === 13)
  const meanings: Meaning[] = []
  const bytes = frame.slice()
  for (let at = 0; at < size; at++) {
    const own = bytes[at]!
    if (isText && marks.has(own)) {
      meanings.push(structure)
      continue
    }
    const effects: Effect[] = []
    const isLetter = isText && !(own >= 48 && own < 58)
    for (const other of isText ? otherLetters(own) : flipped(own)) {
      // A letter that became a digit might join the number next to it, so this is tried last.
      if (effects.length === asked || (isLetter && other < 58 && effects.some(({ kind }) => kind !== 'none'))) break
      bytes[at] = other
      effects.push(effectOf(trusting, ask(bytes, true)))
    }
    bytes[at] = own
    meanings.push(meaningOf(effects))
  }
  if (size === frame.length) findChecksum(meanings, bytes, ask)
  smooth(meanings)
  smooth(meanings.reverse())
  meanings.reverse()
  return ranges(isText ? joined(meanings, frame) : meanings, trusting.messages ?? [])
}

/** Undefined: the bytes are rejected, or are no longer one frame. */
type Ask = (bytes: Uint8Array, isTrusting: boolean) => Decoded<unknown> | undefined

function asker(decoder: Decoder, { state, link, receivedAt, unit }: Circumstances, frame: Uint8Array): Ask {
  const trusting = { ...unit, settings: { ...unit?.settings, checksum: 'ignore' } }
  const read = <Result>(bytes: () => Result): Result | undefined => {
    try {
      return bytes()
    } catch (error) {
      if (error instanceof ProtocolError) return undefined
      throw error
    }
  }
  const isWhole = (bytes: Uint8Array) => read(() => decoder.frame(bytes, state)) === frame.length
  const hasLength = link !== 'udp' && keepsLength(frame, isWhole)
  return (bytes, isTrusting) =>
    hasLength && !isWhole(bytes)
      ? undefined
      : read(() => decoder.decode(bytes, state, receivedAt, isTrusting ? trusting : unit))
}

/**
 * If the end of a frame depends on its checksum, every byte changes its length, which then shows nothing about any of
 * them.
 */
function keepsLength(frame: Uint8Array, isWhole: (bytes: Uint8Array) => boolean): boolean {
  const bytes = frame.slice()
  const step = Math.max(1, Math.floor(frame.length / lengthProbes))
  let whole = 0
  let probed = 0
  for (let at = 0; at < frame.length; at += step) {
    bytes[at]! ^= 1
    if (isWhole(bytes)) whole++
    probed++
    bytes[at]! ^= 1
  }
  return whole * 2 >= probed
}

const bitOrder = [0x01, 0x80, 0x10, 0x02, 0x40, 0x04, 0x20, 0x08]

const flipped = (byte: number): number[] => bitOrder.map((bit) => byte ^ bit)

const marks = new Set([...',;|&=()[]{}<>"*#$?!\r\n'].map((mark) => mark.charCodeAt(0)))
const pairs = 'NSEWAVFLKM'

/** Bytes of the same kind first: another digit, the next letter, the other hemisphere. */
function otherLetters(byte: number): number[] {
  const letter = String.fromCharCode(byte)
  if (letter >= '0' && letter <= '9') return [1, 5, 3, 7].map((step) => 48 + ((byte - 48 + step) % 10))
  const pair = pairs.indexOf(letter)
  const partner = pair < 0 ? [] : [pairs.charCodeAt(pair ^ 1)]
  const next = letter === 'F' || letter === 'f' ? byte - 1 : letter === 'Z' || letter === 'z' ? byte - 25 : byte + 1
  const other = letter === '-' ? 43 : letter === '+' ? 45 : next
  return [other, ...partner, 48, 49].filter((one) => one !== byte)
}

interface Effect {
  readonly kind: 'none' | 'frame' | 'reply' | 'session' | 'fields'
  readonly message?: number | undefined
  readonly fields: ReadonlySet<string>
  /** Fields that disappeared: their value was no longer possible. */
  readonly gone: ReadonlySet<string>
}

const empty: ReadonlySet<string> = new Set()
const structureEffect: Effect = { kind: 'frame', fields: empty, gone: empty }
const structure: Meaning = { kind: 'frame', message: undefined, fields: empty, gone: empty }

function effectOf(before: Decoded<unknown>, after: Decoded<unknown> | undefined): Effect {
  const [said, says] = [before.messages ?? [], after?.messages ?? []]
  if (!after || said.length !== says.length) return structureEffect
  const fields = new Set<string>()
  const gone = new Set<string>()
  const came = new Set<string>()
  const touched = new Set<number | undefined>()
  if (before.ident !== after.ident || before.password !== after.password) {
    fields.add(before.ident !== after.ident ? 'ident' : 'password')
    touched.add(undefined)
  }
  let most = fieldsOfByteMax
  for (const [index, message] of said.entries()) {
    if (!compare(message, says[index]!, fields, gone, came)) continue
    touched.add(index)
    most = Math.max(most, Object.keys(message).length / 2)
  }
  if (fields.size > most) return structureEffect
  const message = touched.size === 1 ? [...touched][0] : undefined
  if (fields.size > 0) return { kind: 'fields', message, fields, gone }
  // No field changed, but a new one appeared.
  if (came.size > 0) return { kind: 'fields', message, fields: came, gone: empty }
  const kind = !isSame(before.reply, after.reply) ? 'reply' : !isSame(before.state, after.state) ? 'session' : 'none'
  return { kind, fields: empty, gone: empty }
}

/** Some decoders accept a frame with a wrong checksum and mark it. */
const checksumField = 'message.checksum.status'

/** True when they differ. */
function compare(before: Message, after: Message, fields: Set<string>, gone: Set<string>, came: Set<string>): boolean {
  let isOther = false
  for (const name of Object.keys(before)) {
    if (name === checksumField || isSame(before[name], after[name])) continue
    isOther = true
    fields.add(name)
    if (!(name in after)) gone.add(name)
  }
  for (const name of Object.keys(after)) {
    if (name in before || name === checksumField) continue
    isOther = true
    came.add(name)
  }
  return isOther
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && typeof other === 'object' && written(one) === written(other))

const written = (value: unknown): string =>
  JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? String(one) : one))

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean => {
  for (const one of some) if (!all.has(one)) return false
  return true
}

interface Meaning {
  readonly kind: Effect['kind']
  readonly message: number | undefined
  readonly fields: ReadonlySet<string>
  readonly gone: ReadonlySet<string>
}

/**
 * Changes that affect fields show most. If one affects more than another, it does so by accident: a latitude that
 * became impossible removes the longitude as well. The bits of one byte may mean different things.
 */
function meaningOf(effects: readonly Effect[]): Meaning {
  const telling = effects.filter(({ kind }) => kind === 'fields')
  if (telling.length === 0) {
    const order = ['frame', 'reply', 'session', 'none'] as const
    const kind = order.find((one) => effects.some((effect) => effect.kind === one)) ?? 'none'
    return { kind, message: undefined, fields: empty, gone: empty }
  }
  const least = telling.filter(
    (one) => !telling.some((other) => other.fields.size < one.fields.size && isWithin(other.fields, one.fields)),
  )
  const fields = new Set(least.flatMap((one) => [...one.fields]))
  const changed = new Set(least.flatMap((one) => [...one.fields].filter((field) => !one.gone.has(field))))
  // A type of what follows: several of its values are valid, and each changes the fields.
  if (fields.size > fieldsOfByteMax && effects.some(({ kind }) => kind === 'frame')) return structure
  const messages = new Set(least.map(({ message }) => message))
  return {
    kind: 'fields',
    message: messages.size === 1 ? least[0]!.message : undefined,
    fields,
    gone: new Set([...fields].filter((field) => !changed.has(field))),
  }
}

/**
 * The last bytes except delimiters may be a checksum: nothing depends on them while it is ignored, and everything once
 * it is checked.
 */
function findChecksum(meanings: Meaning[], bytes: Uint8Array, ask: Ask): void {
  const strict = ask(bytes, false)
  if (!strict) return
  let found = 0
  for (let at = bytes.length - 1; at >= 0 && found < checksumBytesMax; at--) {
    const { kind } = meanings[at]!
    if (kind === 'frame' && found === 0) continue
    if (kind !== 'none') return
    bytes[at]! ^= 1
    const isTaken = isTakenAs(strict, ask(bytes, false))
    bytes[at]! ^= 1
    if (isTaken) return
    meanings[at] = structure
    found++
  }
}

function isTakenAs(before: Decoded<unknown>, after: Decoded<unknown> | undefined): boolean {
  if (!after || effectOf(before, after).kind !== 'none') return false
  return !after.messages?.some((message, index) => message[checksumField] !== before.messages![index]![checksumField])
}

/** A byte for which every change made its own field and others impossible means what its neighbour means. */
function smooth(meanings: Meaning[]): void {
  for (let at = 1; at < meanings.length; at++) {
    const [before, own] = [meanings[at - 1]!, meanings[at]!]
    if (before.kind !== 'fields' || own.kind !== 'fields' || before.message !== own.message) continue
    if (before.fields.size < own.fields.size && isWithin(before.fields, own.gone)) meanings[at] = before
  }
}

const isAlike = (one: Meaning, other: Meaning): boolean =>
  one.kind === other.kind &&
  one.message === other.message &&
  one.fields.size === other.fields.size &&
  isWithin(one.fields, other.fields)

/** In text, a delimiter or a dot inside one field belongs to it. */
function joined(meanings: readonly Meaning[], frame: Uint8Array): Meaning[] {
  return meanings.map((own, at) => {
    const [before, after] = [meanings[at - 1], meanings[at + 1]]
    const isSign = !isLetterOrDigit(frame[at]!)
    return isSign && before?.kind === 'fields' && after && isAlike(before, after) ? before : own
  })
}

const isLetterOrDigit = (byte: number): boolean =>
  (byte >= 48 && byte < 58) || ((byte | 32) >= 97 && (byte | 32) <= 122)

function ranges(meanings: readonly Meaning[], messages: readonly Message[]): ExplainedRange[] {
  const order = new Map(messages.flatMap((message) => Object.keys(message)).map((name, index) => [name, index]))
  const place = (name: string) => order.get(name) ?? order.size
  const found: ExplainedRange[] = []
  for (let from = 0; from < meanings.length; ) {
    const own = meanings[from]!
    let to = from + 1
    while (to < meanings.length && isAlike(meanings[to]!, own)) to++
    const fields = own.kind === 'none' ? [] : own.kind === 'fields' ? [...own.fields] : [own.kind]
    found.push({ from, to, message: own.message, fields: fields.sort((a, b) => place(a) - place(b)) })
    from = to
  }
  return found
}
