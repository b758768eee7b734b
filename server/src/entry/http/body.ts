/** Reads request bodies: strict JSON, at most 1 MiB, and nothing that PostgreSQL or JavaScript would trip over. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '#kernel/errors.ts'

export const bodyBytesMax = 1024 * 1024
const depthMax = 20
/** Far beyond any valid body; checking a hundred thousand wrong fields would take a second. */
const partsMax = 10_000
const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const utf8 = new TextDecoder('utf-8', { fatal: true })
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // Before anything is read, because a body of another type is a 415 even if it is also too large.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.routeOptions.config.takesBody && hasBody(request)) refuseOtherTypes(request)
    done(null, payload)
  })
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const raw = await gather(request, payload)
    const { takesBody, takesBytes } = request.routeOptions.config
    if (takesBody) return parseBody(raw)
    refuseEncoded(request)
    return takesBytes ? raw : undefined
  })
}

/** In one block: the parser that Fastify brings keeps every chunk, and one byte sent as a chunk takes 200 bytes. */
function gather({ headers, routeOptions }: FastifyRequest, payload: IncomingMessage): Promise<Buffer> {
  const bytesMax = routeOptions.bodyLimit
  const announced = headers['content-length'] === undefined ? bytesMax : Number(headers['content-length'])
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const refuseLarge = () => reject(new Refusal({ code: 'PAYLOAD_TOO_LARGE', message: 'The body is too large.' }))
  if (announced > bytesMax) {
    refuseLarge()
    return promise
  }
  let block = Buffer.alloc(0)
  let length = 0
  const add = (chunk: Buffer) => {
    const end = length + chunk.length
    if (end > bytesMax) {
      payload.off('data', add)
      return refuseLarge()
    }
    if (end > block.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, Math.min(2 * block.length, announced)))
      block.copy(larger)
      block = larger
    }
    length += chunk.copy(block, length)
  }
  payload.on('data', add)
  payload.once('end', () => resolve(block.subarray(0, length)))
  payload.once('error', () => reject(new Refusal({ code: 'INVALID_PAYLOAD', message: 'The body ended too early.' })))
  return promise
}

/** Without any of these headers nothing was sent: a missing body is a 400. */
const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-type'] !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] ?? '0') !== '0'

function refuseOtherTypes(request: FastifyRequest): void {
  refuseEncoded(request)
  if (jsonType.test(request.headers['content-type'] ?? '')) return
  refuse('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json in UTF-8.')
}

/** Compressed bytes are neither JSON nor a picture; storing them as either would be wrong. */
function refuseEncoded({ headers }: FastifyRequest): void {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (coding === '' || coding === 'identity') return
  refuse('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.')
}

function parseBody(raw: Buffer): unknown {
  let text: string
  let body: unknown
  try {
    text = utf8.decode(raw)
    body = JSON.parse(text)
  } catch {
    return refuse('INVALID_PAYLOAD', 'The body is not JSON.')
  }
  const seen = { fields: 0, parts: 0 }
  look(body, 1, seen)
  // Of two equal names JSON.parse silently keeps the last, and a proxy before us may have checked the first.
  if (seen.fields !== namesIn(text)) refuse('INVALID_PAYLOAD', 'The body repeats a field name in one object.')
  return body
}

/** Counts fields and, with array items, all parts; refuses on the way what must not go further. */
function look(value: unknown, depth: number, seen: { fields: number; parts: number }): void {
  if (typeof value === 'string' && !isStorable(value)) {
    refuse('INVALID_PAYLOAD', 'The body has a NUL character or an unpaired surrogate in a string.')
  }
  if (value === null || typeof value !== 'object') return
  if (depth > depthMax) refuse('INVALID_PAYLOAD', `The body is nested deeper than ${depthMax} levels.`)
  const entries = Object.entries(value)
  seen.fields += Array.isArray(value) ? 0 : entries.length
  seen.parts += entries.length
  if (seen.parts > partsMax) refuse('INVALID_PAYLOAD', `The body has more than ${partsMax} fields and items.`)
  for (const [key, item] of entries) {
    if (forbiddenKeys.has(key) || !isStorable(key)) refuse('INVALID_PAYLOAD', 'The body has a forbidden field name.')
    look(item, depth + 1, seen)
  }
}

const [quote, backslash, colon] = ['"', '\\', ':'].map((char) => char.charCodeAt(0))

/** How many field names a JSON text has: one for every colon outside its strings. */
function namesIn(json: string): number {
  let names = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at)
    if (char === quote) isInString = !isInString
    else if (!isInString) names += char === colon ? 1 : 0
    else if (char === backslash) at++
  }
  return names
}

export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
