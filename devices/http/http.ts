/**
 * Requests of trackers that use HTTP. The frame is the request as sent and the reply is the whole response, so that the
 * gateway treats such a protocol like any other on a TCP connection. It covers only what trackers send: one request at
 * a time, a body with a Content-Length or in chunks, keep-alive.
 */
import { ascii, checkedLength, concat, latin1, textOf } from '../bytes/bytes.ts'
import { hexNumber, integer } from '../bytes/text.ts'
import { ProtocolError } from '../protocol.ts'

export interface Request {
  readonly method: string
  readonly path: string
  /** Of the address, in order. */
  readonly query: Query
  readonly body: Uint8Array
}

const methods = ['GET ', 'POST ', 'PUT ', 'HEAD ', 'OPTIONS ']
const headBytesMax = 8192
/**
 * All chunks are read again with each piece that arrives: tiny ones would be cheap for an attacker and expensive for
 * us.
 */
const chunksMax = 256

/** Whether these can be the first bytes of a request: `yes` only once the method is complete. */
export function looksLikeRequest(bytes: Uint8Array): 'yes' | 'no' | 'more' {
  const start = latin1(bytes.subarray(0, 8))
  if (methods.some((method) => start.startsWith(method))) return 'yes'
  return methods.some((method) => method.startsWith(start)) ? 'more' : 'no'
}

/** Index of the first byte after the empty line, or 0 if it has not arrived. */
function headLength(buffer: Uint8Array): number {
  for (let at = buffer.indexOf(10); at >= 0; at = buffer.indexOf(10, at + 1)) {
    if (buffer[at + 1] === 10) return at + 2
    if (buffer[at + 1] === 13 && buffer[at + 2] === 10) return at + 3
  }
  return 0
}

/** Length of the first complete request, or 0 to wait for more. */
export function requestLength(buffer: Uint8Array, max: number): number {
  if (looksLikeRequest(buffer) === 'no') throw new ProtocolError('not a request')
  const head = headLength(buffer)
  if (head === 0) {
    checkedLength(buffer.length, headBytesMax)
    return 0
  }
  if (isChunked(buffer, head)) return unchunk(buffer, head, max).end
  const length = checkedLength(head + bodyLength(headerIn(buffer, head, 'content-length')), max)
  return buffer.length >= length ? length : 0
}

export function readRequest(frame: Uint8Array): Request {
  const head = headLength(frame)
  if (head === 0) throw new ProtocolError('a request without an empty line')
  const [method = '', target = ''] = latin1(frame.subarray(0, frame.indexOf(10)))
    .trim()
    .split(' ')
  const mark = target.indexOf('?')
  return {
    method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: readQuery(mark < 0 ? '' : target.slice(mark + 1)),
    body: isChunked(frame, head) ? unchunk(frame, head, frame.length).body : frame.subarray(head),
  }
}

export type Query = readonly (readonly [name: string, value: string])[]

/** Decodes as a browser would. Text without anything to decode is only sliced, which is several times faster. */
export function readQuery(text: string): Query {
  if (text === '') return []
  if (text[0] === '?' || text.includes('%') || text.includes('+')) return [...new URLSearchParams(text)]
  const pairs: (readonly [string, string])[] = []
  for (const part of text.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    pairs.push(equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)])
  }
  return pairs
}

export const bodyText = (request: Request): string => textOf(request.body)

const isChunked = (buffer: Uint8Array, head: number): boolean =>
  headerIn(buffer, head, 'transfer-encoding').includes('chunked')

/** Only two headers matter; their first and ninth letters distinguish them from all others without reading the line. */
function headerIn(buffer: Uint8Array, head: number, name: 'content-length' | 'transfer-encoding'): string {
  const [first, ninth] = [name.charCodeAt(0), name.charCodeAt(8)]
  for (let at = buffer.indexOf(10) + 1; at > 0 && at < head; at = buffer.indexOf(10, at) + 1) {
    if ((buffer[at]! | 32) !== first || (buffer[at + 8]! | 32) !== ninth) continue
    const line = latin1(buffer.subarray(at, buffer.indexOf(10, at))).toLowerCase()
    const colon = line.indexOf(':')
    if (line.slice(0, colon).trim() === name) return line.slice(colon + 1).trim()
  }
  return ''
}

function bodyLength(text: string): number {
  const length = text === '' ? 0 : integer(text)
  if (length === undefined || length < 0) throw new ProtocolError('a Content-Length that is not a number')
  return length
}

/** The joined chunks, and where the request ends; 0 if its last chunk is missing. */
function unchunk(buffer: Uint8Array, head: number, max: number): { body: Uint8Array; end: number } {
  const chunks: Uint8Array[] = []
  let at = head
  for (;;) {
    const lineEnd = buffer.indexOf(10, at)
    if (lineEnd < 0) return { body: concat(...chunks), end: 0 }
    const size = hexNumber(latin1(buffer.subarray(at, lineEnd)).split(';')[0]!.trim())
    if (size === undefined) throw new ProtocolError('a chunk without a size')
    at = lineEnd + 1
    checkedLength(at + size, max)
    const dataEnd = buffer.indexOf(10, at + size)
    if (dataEnd < 0) return { body: concat(...chunks), end: 0 }
    if (size === 0) return { body: concat(...chunks), end: dataEnd + 1 }
    if (chunks.length >= chunksMax) throw new ProtocolError('a body of too many chunks')
    chunks.push(buffer.subarray(at, at + size))
    at = dataEnd + 1
  }
}

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  404: 'Not Found',
  503: 'Service Unavailable',
}

/** A response with a short text; the connection stays open for the next request. */
export const response = (status: number, text = '', type = 'text/plain'): Uint8Array => {
  const body = ascii(text)
  const head = `HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`
  return concat(ascii(head), body)
}
