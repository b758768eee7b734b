/** Server-sent events: one connection with its backlog, and the timer that every set of streams shares. */
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#kernel/context.ts'
import { logRepeated } from '#kernel/runtime/log.ts'

/** Heartbeats keep proxies from closing a quiet stream, and show both ends that the other is still there. */
const heartbeatMs = 15_000
/** Events lost with the database connection are noticed within a second. */
const checkMs = 1_000
/** A reader that takes nothing for this long is dropped before its backlog grows. */
const patienceMs = 10_000

/** Where the reader stopped. `EventSource` sends the header; a page that reopens a stream may use the query. */
export function lastEventId({ headers, query }: FastifyRequest): string {
  const header = headers['last-event-id']
  const { last_event_id: asked } = query as { last_event_id?: unknown }
  return typeof header === 'string' ? header : typeof asked === 'string' ? asked : ''
}

export class EventStream {
  readonly #response: ServerResponse
  /** Since when the reader has not taken what was written. */
  #fullSinceMs: number | undefined

  constructor(reply: FastifyReply, greeting: string, onClose: () => void) {
    reply.hijack()
    this.#response = reply.raw
    this.#response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      // A buffering proxy would hold events back.
      'x-accel-buffering': 'no',
      // A stream ends with its node. Kept alive for another request, its connection would delay the stop by a minute.
      connection: 'close',
    })
    this.#response.on('close', onClose)
    this.#response.on('error', onClose)
    this.#response.on('drain', () => {
      this.#fullSinceMs = undefined
    })
    this.comment(greeting)
  }

  send(event: string, data: unknown, id?: string): void {
    this.#write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  comment(text: string): void {
    this.#write(`: ${text}\n\n`)
  }

  get backlogBytes(): number {
    return this.#response.writableLength
  }

  get isStuck(): boolean {
    return performance.now() - (this.#fullSinceMs ?? Number.POSITIVE_INFINITY) > patienceMs
  }

  /** Nothing more will come: the reader must not reconnect. */
  end(): void {
    this.#response.end('event: end\ndata: {}\n\n')
  }

  /** The reader reconnects with its last id and misses nothing. */
  hangUp(): void {
    this.#response.end()
  }

  /** A reader that takes nothing would not read an end either. */
  destroy(): void {
    this.#response.destroy()
  }

  #write(text: string): void {
    if (!this.#response.write(text)) this.#fullSinceMs ??= performance.now()
  }
}

interface Clockwork {
  /** The metric with their number. */
  readonly metric: string
  readonly help: string
  readonly count: () => number
  /** Once a second, and never twice at the same time. */
  readonly check: () => Promise<void>
  readonly beat: () => void
  /** Logged when the database is unavailable; the next check asks again. */
  readonly failure: string
}

export function runStreams(ctx: Context, { metric, help, count, check, beat, failure }: Clockwork) {
  ctx.meters.gauge(metric, help, count)
  let isChecking = false
  const quietly = (work: Promise<unknown>) => work.catch((error) => logRepeated(ctx.log, error, failure))
  const checkOnce = async () => {
    isChecking = true
    try {
      await ctx.clock.refresh(ctx.db)
      await check()
    } finally {
      isChecking = false
    }
  }
  const checking = setInterval(() => {
    if (count() > 0 && !isChecking) void quietly(checkOnce())
  }, checkMs).unref()
  const beating = setInterval(beat, heartbeatMs).unref()
  return {
    quietly,
    stop() {
      clearInterval(checking)
      clearInterval(beating)
    },
  }
}
