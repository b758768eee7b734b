/** Reports of applications over HTTP: whose they are, what is replied, and which are OwnTracks. */

import { checkedIdent } from '../bytes/text.ts'
import { bodyText, looksLikeRequest, readRequest, requestLength, response } from '../http/http.ts'
import type { Report } from '../http/phones.ts'
import { type Decoded, ProtocolError, type Recognition } from '../protocol.ts'

const stored = response(200)
const tryAgain = response(503)
const unknown = response(404)
const refused = (sentence: string) => response(400, `${sentence}\n`)

/** Applications wait for one of two replies; building the bytes costs as much as reading the request. */
const replies = new Map<string, Uint8Array>()

function replyOf(answer: string): Uint8Array {
  const reply = replies.get(answer) ?? response(200, answer, 'application/json')
  replies.set(answer, reply)
  return reply
}

/** A wrong body over HTTP gets a reply instead of a disconnect. */
export class Unrecognised extends Error {}

/** Stores, retries or rejects what was read; a request without an id gets the `advice` on how to add one. */
export function answered<State>(read: () => Report, advice: string): Decoded<State> {
  try {
    const { id, messages, answer } = read()
    const ident = identOf(id)
    const reply = answer === undefined ? stored : replyOf(answer)
    // If there is nothing to store, no ident is needed, and some applications repeat until they get a reply.
    if (ident === undefined && answer !== undefined && messages.length === 0) return { reply }
    if (ident === undefined) return { reply: refused(`There is no id that a unit can have: ${advice}.`) }
    return { ident, ...(messages.length > 0 ? { messages } : {}), reply, nack: tryAgain, refusal: unknown }
  } catch (error) {
    if (error instanceof Unrecognised) return { reply: refused(error.message) }
    throw error
  }
}

/** A wrong id gets a reply as well. */
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

/** Reads JSON, and says why it cannot be accepted. */
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

/** A body with a `_type`, and no id in the address, which would make it the OsmAnd protocol. */
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
