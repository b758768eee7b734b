/**
 * OwnTracks over HTTP, and gateways that use it to report for trackers in vehicles.
 * Sources: OwnTracks Booklet, "JSON" and "HTTP"; for vehicles public implementations (docs/protocols.md).
 *
 *   POST with { "_type": "location", "topic": "owntracks/USER/DEVICE", "tid": "JP", … } → 200 [] when it is stored
 *
 * Its content: phones.ts. The ident is the topic with dashes for slashes, or else the two letters of `tid`; an id in
 * the address (`?id=`) overrides both. Messages about the application itself get a reply and are dropped.
 */

import { isObject } from '../bytes/json.ts'
import { answered, ownTracksOpening, parsed, taken, Unrecognised } from '../families/reports.ts'
import { bodyText, type Request, readRequest, requestLength } from '../http/http.ts'
import { ownTracksAnswer, type Report, readReport } from '../http/phones.ts'
import { defineDecoder } from '../protocol.ts'

const frameBytesMax = 65_536

export default defineDecoder({
  frameBytesMax,
  recognise: ownTracksOpening,
  frame: (buffer) => requestLength(buffer, frameBytesMax),

  decode: (frame) => answered(() => read(readRequest(frame)), 'set a user and a device in the application'),
})

function read(request: Request): Report {
  // The application sends nothing when a friend is removed, and expects an empty body to be ignored.
  if (request.body.length === 0) return { messages: [], answer: ownTracksAnswer }
  const value = parsed(bodyText(request))
  if (!isObject(value) || typeof value._type !== 'string') throw new Unrecognised('The body says no _type.')
  const said = [request.query.find(([name]) => name === 'id')?.[1], value.topic, value.tid]
  const id = said.find((one): one is string => typeof one === 'string' && one !== '')
  return { ...taken(() => readReport(value)), ...(id === undefined ? {} : { id: id.replaceAll('/', '-') }) }
}
