/**
 * Phones and home-made senders over HTTP, as OsmAnd's online tracking began it.
 * Sources: OsmAnd "Trip recording", online tracking; for JSON those of phones.ts.
 *
 *   GET /?id=…&lat=…&lon=…            → 200 when it is stored
 *   POST with the same as a form      → 404 when no unit has the id
 *   POST with JSON of an application  → 503 when it cannot be stored now; the sender keeps it and tries again
 *                                     → 400 without an id, and for JSON in which nothing is recognised
 *
 * Names of parameters in osmand/form.ts, JSON in phones.ts; JSON without objects in it is read like a form. The id in
 * the address goes before one in the body. Connections are kept alive. Settings: `speed_unit`, see osmand/form.ts.
 */
import {
  bodyText,
  looksLikeRequest,
  type Query,
  type Request,
  readQuery,
  readRequest,
  requestLength,
  response,
} from '../http.ts'
import { isObject, recognised } from '../json.ts'
import { finish, type Message } from '../message.ts'
import { ownTracksAnswer, type Report, readReport } from '../phones.ts'
import { type Decoded, defineDecoder, type KnownUnit, ProtocolError } from '../protocol.ts'
import { checkedIdent } from '../text.ts'
import { readForm } from './osmand/form.ts'

type State = Record<string, never>

/** A phone that was out of reach sends many places in one body: Overland two hundred of some 600 bytes. */
const frameBytesMax = 262_144

const stored = response(200)
const tryAgain = response(503)
const unknown = response(404)
const refused = (sentence: string) => response(400, `${sentence}\n`)
const noId = refused('There is no id that a unit can have: add ?id=IDENT to the address.')

export default defineDecoder<State>({
  frameBytesMax,
  readsUnit: true,
  start: () => ({}),
  recognise: looksLikeRequest,
  frame: (buffer) => requestLength(buffer, frameBytesMax),

  decode(frame, _state, _receivedAt, unit) {
    try {
      return answered(read(readRequest(frame), unit))
    } catch (error) {
      if (error instanceof Unrecognised) return { reply: refused(error.message) }
      throw error
    }
  },
})

/** A wrong body over HTTP is answered, not cut off. */
class Unrecognised extends Error {}

function read(request: Request, unit: KnownUnit | undefined): Report {
  const body = request.body.length > 0 ? bodyText(request) : ''
  const begins = body.trimStart()[0]
  if (begins === '{' || begins === '[') return readJson(body, request.query, unit)
  const { id, into } = readForm(request.query, readQuery(body), unit)
  const isEmptyPost = body === '' && request.method === 'POST'
  return { id, messages: listed(finish(into)), ...(isEmptyPost ? { answer: ownTracksAnswer } : {}) }
}

const listed = (message: Message | undefined): readonly Message[] => (message ? [message] : [])

function readJson(body: string, query: Query, unit: KnownUnit | undefined): Report {
  const value = parsed(body)
  try {
    const pairs = flat(value)
    if (pairs) {
      const { id, into } = readForm(query, pairs, unit)
      return { id, messages: [recognised(finish(into))] }
    }
    const report = readReport(value)
    const id = query.find(([name]) => name === 'id' || name === 'deviceid')?.[1]
    return id === undefined ? report : { ...report, id }
  } catch (error) {
    if (error instanceof ProtocolError) throw new Unrecognised(`The body cannot be taken: ${error.message}.`)
    throw error
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new Unrecognised('The body is not JSON.')
  }
}

/** An object of plain values, as GPSLogger fills it from a template. OwnTracks says its type. */
function flat(value: unknown): Query | undefined {
  if (!isObject(value) || '_type' in value) return undefined
  const entries = Object.entries(value)
  return entries.some(([, part]) => typeof part === 'object' && part !== null)
    ? undefined
    : entries.flatMap(([name, part]) => (part === null ? [] : [[name, String(part)] as const]))
}

function answered({ id, messages, answer }: Report): Decoded<State> {
  const ident = identOf(id)
  if (ident === undefined) return { reply: noId }
  const reply = answer === undefined ? stored : response(200, answer, 'application/json')
  return { ident, ...(messages.length > 0 ? { messages } : {}), reply, nack: tryAgain, refusal: unknown }
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
