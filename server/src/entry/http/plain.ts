/** Mounts rows without a dialect in a scope. A hook of the scope finds the caller; `callOf` only writes it down. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Listing, ListQuery } from '#kernel/api/lists.ts'
import {
  isKeptFile,
  isReadyJson,
  isShownFile,
  isStreamedJson,
  type PlainRoute,
  type Route,
  type ShownFile,
  type StreamedJson,
} from '#kernel/api/route.ts'
import { bodyValidator, queryValidator } from '#kernel/api/validation.ts'
import type { Call } from '#kernel/context.ts'
import { refuse } from '#kernel/errors.ts'
import { again } from './late.ts'
import {
  answerer,
  NoQuery,
  pathReader,
  readBody,
  readQuery,
  refuseOtherMethods,
  send,
  sendKept,
  validatorOf,
} from './mount.ts'

export type CallMaker<C> = (request: FastifyRequest, reply: FastifyReply, validate: Call['validate']) => C

export function mountPlain<C>(app: FastifyInstance, rows: readonly PlainRoute<C>[], callOf: CallMaker<C>): void {
  for (const row of rows) mountRow(app, row, callOf)
  refuseOtherMethodsOf(app, rows)
}

export function refuseOtherMethodsOf(
  app: FastifyInstance,
  rows: readonly Pick<Route, 'path' | 'method' | 'changes'>[],
): void {
  for (const path of new Set(rows.map((row) => row.path))) refuseOtherMethods(app, path, rows)
}

/** `admit` refuses before anything of the request is read. */
export function mountRow<C>(
  app: FastifyInstance,
  row: PlainRoute<C>,
  callOf: CallMaker<C>,
  admit: (request: FastifyRequest) => Promise<void> | void = () => {},
): void {
  const readIds = pathReader(row)
  const validateQuery = queryValidator(row.query ?? NoQuery)
  const validateBody = row.body ? bodyValidator(row.body) : undefined
  const answer = answerer(row.reply)
  app.route({
    method: row.method,
    url: row.path,
    config: { takesBody: row.body !== undefined, takesBytes: row.takes !== undefined },
    ...(row.takes && { bodyLimit: row.takes.bytesMax }),
    exposeHeadRoute: !row.changes,
    onRequest: async (request) => {
      await admit(request)
      request.ids = readIds(request.params)
    },
    preHandler: again(admit),
    handler: async (request, reply) => {
      const query = readQuery(request, validateQuery)
      const call = callOf(request, reply, validatorOf(readBody(request, validateBody)))
      const bytes = row.takes && bytesOf(request, row.takes.types)
      const input = { params: request.ids, query, body: request.body, bytes } as never
      const result = await row.handle(call, input)
      if (row.reply.status === 204) return reply.code(204).send()
      if (row.reply.isList) return answer.sendList(result as Listing, query as ListQuery, request, reply)
      if (isStreamedJson(result)) {
        if (result.contentType !== undefined) return sendFile(reply, result)
        return send(reply, row.reply.status, Readable.from(result.pieces, { objectMode: false }))
      }
      if (isKeptFile(result)) return sendKept(reply, result)
      if (isShownFile(result)) return showFile(request, reply, result)
      const body = isReadyJson(result) ? answer.wrap(result.readyJson) : answer.write(result)
      return send(reply, row.reply.status, body)
    },
  })
}

const sendFile = (reply: FastifyReply, { pieces, contentType = '', fileName = 'file' }: StreamedJson): FastifyReply =>
  reply
    .code(200)
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(pieces, { objectMode: false }))

function bytesOf(request: FastifyRequest, types: readonly string[]): Buffer {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!types.includes(type)) refuse('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${types.join(', ')}.`)
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

/** Nothing in it runs, whatever a browser takes it for. Access is checked every time, even for cached files. */
function showFile(request: FastifyRequest, reply: FastifyReply, { shown, contentType, digest }: ShownFile) {
  const etag = `"${digest}"`
  reply.headers({
    etag,
    'cache-control': 'private, no-cache',
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.code(200).header('content-type', contentType).send(shown)
}
