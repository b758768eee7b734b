/** Reports of applications over HTTP: whose they are, what each is answered, and which of them are those of OwnTracks. */
import { bodyText, looksLikeRequest, readRequest, requestLength, response } from '../http.ts'
import type { Report } from '../phones.ts'
import { type Decoded, ProtocolError, type Recognition } from '../protocol.ts'
import { checkedIdent } from '../text.ts'

const stored = response(200)
const tryAgain = response(503)
const unknown = response(404)
const refused = (sentence: string) => response(400, `${sentence}\n`)

/** Applications wait for one of two answers; making the bytes costs as much as reading the request. */
const replies = new Map<string, Uint8Array>()

function replyOf(answer: string): Uint8Array {
  const reply = replies.get(answer) ?? response(200, answer, 'application/json')
  replies.set(answer, reply)
  return reply
}

/** A wrong body over HTTP is answered, not cut off. */
export class Unrecognised extends Error {}

/** What is read is stored, tried again or refused; a request without an id is told to add one as `advice` says. */
export function answered<State>(read: () => Report, advice: string): Decoded<State> {
  try {
    const { id, messages, answer } = read()
    const ident = identOf(id)
    const reply = answer === undefined ? stored : replyOf(answer)
    // Where nothing is to be stored nobody needs to be known, and some applications repeat until they are answered.
    if (ident === undefined && answer !== undefined && messages.length === 0) return { reply }
    if (ident === undefined) return { reply: refused(`There is no id that a unit can have: ${advice}.`) }
    return { ident, ...(messages.length > 0 ? { messages } : {}), reply, nack: tryAgain, refusal: unknown }
  } catch (error) {
    if (error instanceof Unrecognised) return { reply: refused(error.message) }
    throw error
  }
}

/** A wrong id is answered as well. */
function identOf(id: string | undefined): string | undefined {
  try {
    return checkedIdent(id ?? '')
  } catch (error) {
    if (error instanceof ProtocolError) return undefined
    throw error
  }
}

export function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new Unrecognised('The body is not JSON.')
  }
}

/** Reads JSON, and says of what cannot be taken why. */
export function taken<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProtocolError) throw new Unrecognised(`The body cannot be taken: ${error.message}.`)
    throw error
  }
}

/** Longer first requests are batches of other applications. */
const firstBytesMax = 2048

/** A body that says its `_type`, and no id in the address, which is for the protocol of OsmAnd. */
export function ownTracksOpening(bytes: Uint8Array): Recognition {
  const looks = looksLikeRequest(bytes)
  if (looks !== 'yes') return looks
  if (bytes[0] !== 0x50 || bytes.length > firstBytesMax) return 'no'
  try {
    if (requestLength(bytes, firstBytesMax) === 0) return 'more'
    const request = readRequest(bytes)
    const isOurs = request.query.every(([name]) => name !== 'id' && name !== 'deviceid')
    return isOurs && /^\s*\{.*"_type"\s*:/s.test(bodyText(request)) ? 'yes' : 'no'
  } catch (error) {
    if (error instanceof ProtocolError) return 'no'
    throw error
  }
}
