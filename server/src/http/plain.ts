/** Hangs rows without a dialect into a scope. Who calls is known from a hook of the scope; `callOf` only writes it down. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../context.ts'
import type { Listing, ListQuery } from './lists.ts'
import { answerer, judgeOf, NoQuery, pathReader, readBody, readQuery, refuseOtherMethods, send } from './mount.ts'
import { isReadyJson, isStreamedJson, type PlainRoute, type Route, type StreamedJson } from './route.ts'
import { bodyJudge, queryJudge } from './validation.ts'

export type CallMaker<C> = (request: FastifyRequest, reply: FastifyReply, judge: Call['judge']) => C

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

/** `admit` says no before anything of the request is read. */
export function mountRow<C>(
  app: FastifyInstance,
  row: PlainRoute<C>,
  callOf: CallMaker<C>,
  admit: (request: FastifyRequest) => Promise<void> | void = () => {},
): void {
  const readIds = pathReader(row)
  const judgeQuery = queryJudge(row.query ?? NoQuery)
  const judgeBody = row.body ? bodyJudge(row.body) : undefined
  const answer = answerer(row.reply)
  app.route({
    method: row.method,
    url: row.path,
    config: { takesBody: row.body !== undefined },
    exposeHeadRoute: !row.changes,
    onRequest: async (request) => {
      await admit(request)
      request.ids = readIds(request.params)
    },
    handler: async (request, reply) => {
      const query = readQuery(request, judgeQuery)
      const call = callOf(request, reply, judgeOf(readBody(request, judgeBody)))
      const input = { params: request.ids, query, body: request.body } as never
      const result = await row.handle(call, input)
      if (row.reply.status === 204) return reply.code(204).send()
      if (row.reply.isList) return answer.sendList(result as Listing, query as ListQuery, request, reply)
      if (isStreamedJson(result)) {
        if (result.contentType !== undefined) return sendFile(reply, result)
        return send(reply, row.reply.status, Readable.from(result.pieces, { objectMode: false }))
      }
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
