/**
 * Phones and home-made senders over HTTP, as OsmAnd's online tracking began it.
 * Sources: OsmAnd "Trip recording", online tracking; Transistor Software "Location Data Schema" for the JSON.
 *
 *   GET /?id=…&lat=…&lon=…            → 200 when it is stored
 *   POST with the same as a form      → 404 when no unit has the id
 *   POST with JSON                    → 503 when it cannot be stored now; the sender keeps it and tries again
 *                                     → 400 without an id
 *
 * Names of parameters in osmand/form.ts, the JSON in osmand/json.ts. Connections are kept alive. Settings: `speed_unit`,
 * `km/h` or `m/s`, for a sender whose form does not give the speed in knots, which is the custom.
 */
import { bodyText, looksLikeRequest, type Request, readRequest, requestLength, response } from '../http.ts'
import { finish } from '../message.ts'
import { type Decoded, defineDecoder, type KnownUnit, ProtocolError } from '../protocol.ts'
import { checkedIdent } from '../text.ts'
import { readForm } from './osmand/form.ts'
import { readJson } from './osmand/json.ts'
import type { Reports } from './osmand/reports.ts'

type State = Record<string, never>

/** A phone that was out of reach sends many places in one body. */
const frameBytesMax = 65_536

const stored = response(200)
const tryAgain = response(503)
const unknown = response(404)
const bad = response(400)

export default defineDecoder<State>({
  frameBytesMax,
  readsUnit: true,
  start: () => ({}),
  recognise: looksLikeRequest,
  frame: (buffer) => requestLength(buffer, frameBytesMax),

  decode(frame, _state, _receivedAt, unit) {
    const reports = readReports(readRequest(frame), unit)
    return reports ? answered(reports) : { reply: bad }
  },
})

function readReports(request: Request, unit: KnownUnit | undefined): Reports | undefined {
  const body = request.body.length > 0 ? bodyText(request) : ''
  const begins = body.trimStart()[0]
  if (begins !== '{' && begins !== '[') return readForm(request.query, body, knotsIn(unit))
  return readJson(body, request.query)
}

/** How many km/h the number one is. */
function knotsIn(unit: KnownUnit | undefined): number {
  const name = unit?.settings?.speed_unit
  return name === 'km/h' ? 1 : name === 'm/s' ? 3.6 : 1.852
}

function answered({ id, drafts }: Reports): Decoded<State> {
  const ident = identOf(id)
  if (ident === undefined) return { reply: bad }
  const messages = drafts.flatMap((into) => {
    const message = finish(into)
    return message ? [message] : []
  })
  return { ident, ...(messages.length > 0 ? { messages } : {}), reply: stored, nack: tryAgain, refusal: unknown }
}

/** A wrong id over HTTP is answered, not cut off. */
function identOf(id: string | undefined): string | undefined {
  try {
    return checkedIdent(id ?? '')
  } catch (error) {
    if (error instanceof ProtocolError) return undefined
    throw error
  }
}
