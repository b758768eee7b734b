/** Reads request bodies: JSON only, by the letter, at most 1 MiB, and nothing in it that PostgreSQL or JavaScript would trip over. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'

export const bodyBytesMax = 1024 * 1024
const depthMax = 20
const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const utf8 = new TextDecoder('utf-8', { fatal: true })
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: bodyBytesMax },
    async (request: FastifyRequest, raw: Buffer) => {
      if (!request.routeOptions.config.takesBody) return undefined
      if (!jsonType.test(request.headers['content-type'] ?? '')) return refuseType()
      return parseBody(raw)
    },
  )
}

const refuseType = () => refuse('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent as application/json, in UTF-8.')

export function parseBody(raw: Buffer): unknown {
  let body: unknown
  try {
    body = JSON.parse(utf8.decode(raw))
  } catch {
    return refuse('INVALID_PAYLOAD', 'The body is not JSON.')
  }
  refuseOddities(body, 1)
  return body
}

function refuseOddities(value: unknown, depth: number): void {
  if (typeof value === 'string') {
    if (!isStorable(value))
      refuse('INVALID_PAYLOAD', 'The body has a NUL character or a broken Unicode pair in a string.')
    return
  }
  if (value === null || typeof value !== 'object') return
  if (depth > depthMax) refuse('INVALID_PAYLOAD', `The body is nested deeper than ${depthMax} levels.`)
  for (const [key, item] of Object.entries(value)) {
    if (forbiddenKeys.has(key) || !isStorable(key)) refuse('INVALID_PAYLOAD', 'The body has a forbidden field name.')
    refuseOddities(item, depth + 1)
  }
}

export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
