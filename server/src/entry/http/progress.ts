/**
 * Progress of long work: with `Accept: application/x-ndjson` every step is a line of JSON, and the answer is the last
 * line. What is refused before the first step is answered as usual.
 */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Progress } from '#kernel/context.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/runtime/log.ts'
import { errorBody, internalProblem } from './errors.ts'

export const wantsLines = (request: FastifyRequest): boolean =>
  /(^|,)\s*application\/x-ndjson\s*($|[,;])/i.test(request.headers.accept ?? '')

/** `work` returns the JSON text of the last line. */
export async function sendLines(
  log: Log,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  work: (progress: Progress) => Promise<string>,
): Promise<FastifyReply> {
  let latest: { done: number; total: number } | undefined
  let wake = () => {}
  const news = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  const first = news()
  let last: string | undefined
  const working = work((done, total) => {
    latest = { done, total }
    wake()
  }).then((body) => {
    last = `{"result":${body}}`
  })
  await Promise.race([working, first])
  const ending = working.catch((error) => {
    const isRefused = error instanceof Refusal
    if (!isRefused) log.error({ err: error, request_id: request.id, url: request.url }, 'A request failed.')
    last = errorBody(isRefused ? error.problems : [internalProblem], request.id)
  })
  async function* lines() {
    for (;;) {
      const said = latest
      latest = undefined
      if (said) yield `${JSON.stringify({ progress: said })}\n`
      if (last !== undefined && !latest) break
      if (!latest) await Promise.race([ending, news()])
    }
    yield `${last}\n`
  }
  return reply
    .code(status)
    .header('content-type', 'application/x-ndjson; charset=utf-8')
    .send(Readable.from(lines(), { objectMode: false, highWaterMark: 1 }))
}
