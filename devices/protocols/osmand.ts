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

import { isObject, recognised } from '../bytes/json.ts'
import { answered, ownTracksOpening, parsed, taken } from '../families/reports.ts'
import {
  bodyText,
  looksLikeRequest,
  type Query,
  type Request,
  readQuery,
  readRequest,
  requestLength,
} from '../http/http.ts'
import { ownTracksAnswer, type Report, readReport } from '../http/phones.ts'
import { finish, type Message } from '../message.ts'
import { defineDecoder, type KnownUnit } from '../protocol.ts'
import { readForm } from './osmand/form.ts'

/** A phone that was out of reach sends many positions in one body: Overland two hundred of some 600 bytes. */
const frameBytesMax = 262_144

export default defineDecoder({
  frameBytesMax,
  readsUnit: true,

  recognise(bytes) {
    const looks = looksLikeRequest(bytes)
    if (looks !== 'yes') return looks
    const others = ownTracksOpening(bytes)
    return others === 'yes' ? 'no' : others === 'no' ? 'yes' : 'more'
  },

  frame: (buffer) => requestLength(buffer, frameBytesMax),

  decode: (frame, _state, _receivedAt, unit) =>
    answered(() => read(readRequest(frame), unit), 'add ?id=IDENT to the address'),
})

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
  return taken(() => {
    const pairs = flat(value)
    if (pairs) {
      const { id, into } = readForm(query, pairs, unit)
      return { id, messages: [recognised(finish(into))] }
    }
    const report = readReport(value)
    const id = query.find(([name]) => name === 'id' || name === 'deviceid')?.[1]
    return id === undefined ? report : { ...report, id }
  })
}

/** An object of plain values, as GPSLogger fills it from a template. OwnTracks says its type. */
function flat(value: unknown): Query | undefined {
  if (!isObject(value) || '_type' in value) return undefined
  const entries = Object.entries(value)
  return entries.some(([, part]) => typeof part === 'object' && part !== null)
    ? undefined
    : entries.flatMap(([name, part]) => (part === null ? [] : [[name, String(part)] as const]))
}
