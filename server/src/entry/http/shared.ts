/** Who calls on /shared: whoever has a link to live units. What it shows as it moves, and its end the moment it ends. */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rateLimiter, refuseOver } from '#kernel/api/limits.ts'
import type { Context } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub.ts'
import { refuse } from '#kernel/errors.ts'
import { logRepeated } from '#kernel/log.ts'
import {
  followShare,
  lookAgain,
  readTrail,
  type SharedCall,
  type SharedNow,
  type TrailPoint,
} from '#portals/shares/actions.ts'
import { sharedRoutes, sightingToWire } from '#portals/shares/routes.ts'
import { readCursor, stateOf, type Told, writeCursor } from '#portals/shares/share.ts'
import { mountRow, refuseOtherMethodsOf } from './plain.ts'

export { sharedRoutes }

declare module 'fastify' {
  interface FastifyRequest {
    /** What the link of the request shows, once the scope's hook has seen it. */
    shared: SharedNow
  }
}

/** A page asks once and then listens; more is somebody who tries links. */
const requestsPerMinute = 120
const streamsPerShareMax = 100

const liveRow = { method: 'GET' as const, path: '/shared/live', changes: true }

export const sharedScope =
  (ctx: Context, notifications: PubSub) =>
  async (scope: FastifyInstance): Promise<void> => {
    const allow = rateLimiter(requestsPerMinute)
    const live = sharedStreams(ctx, notifications)
    scope.addHook('preClose', () => live.close())
    scope.decorateRequest('shared')
    scope.addHook('onRequest', async (request, reply) => {
      refuseOver(allow(request.ip), reply)
      request.shared = await followShare(ctx, secretOf(request))
    })
    for (const row of sharedRoutes) mountRow(scope, row, callOf(ctx))
    scope.route({
      method: liveRow.method,
      url: liveRow.path,
      exposeHeadRoute: false,
      handler: (request, reply) => live.listen(request, reply),
    })
    refuseOtherMethodsOf(scope, [...sharedRoutes, liveRow])
  }

const secretOf = ({ headers }: FastifyRequest) => /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

const callOf =
  (ctx: Context) =>
  (request: FastifyRequest, _reply: FastifyReply, validate: SharedCall['validate']): SharedCall => ({
    ...ctx,
    shared: request.shared,
    actor: { kind: 'visitor', id: 'link', address: request.ip, requestId: request.id },
    validate,
  })

interface Stream {
  readonly shareId: string
  readonly accountId: number
  /** Whose news concern it. */
  readonly units: ReadonlySet<number>
  readonly response: ServerResponse
  readonly told: Map<number, Told>
  readonly missed: Map<number, readonly TrailPoint[]>
}

/** As in `live.ts`, for the same reasons. */
const heartbeatMs = 15_000
const lookMs = 1_000
const backlogMax = 1024 * 1024

function sharedStreams(ctx: Context, notifications: PubSub) {
  const streams = new Set<Stream>()
  let isLooking = false

  const write = ({ response }: Stream, event: string, data: object, id?: string) =>
    response.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

  const end = (stream: Stream) => {
    if (!streams.delete(stream)) return
    stream.response.end('event: end\ndata: {}\n\n')
  }

  /** All that these viewers do not know yet: one question for all of them. A link that shows nothing any more ends. */
  async function tell(to: readonly Stream[]): Promise<void> {
    if (to.length === 0) return
    const now = await lookAgain(ctx, [...new Set(to.map(({ shareId }) => shareId))])
    for (const stream of to) {
      const shared = now.get(stream.shareId)
      if (!shared) end(stream)
      else if (streams.has(stream)) tellOne(stream, shared)
    }
  }

  function tellOne(stream: Stream, { sightings }: SharedNow): void {
    const nowSeconds = ctx.clock.now().getTime() / 1000
    const news: object[] = []
    for (const one of sightings) {
      const before = stream.told.get(one.place)
      const state = stateOf(one, nowSeconds)
      const age = (one.timestamp ?? 0) - (before?.timestamp ?? 0)
      // An answer that was overtaken by a newer one does not move a unit back.
      if (before && (age < 0 || (age === 0 && before.state === state))) continue
      stream.told.set(one.place, { timestamp: one.timestamp, state })
      news.push(sightingToWire(one, state, stream.missed.get(one.place) ?? []))
      stream.missed.delete(one.place)
    }
    const gone = [...stream.told.keys()].filter((place) => !sightings.some((one) => one.place === place))
    for (const place of gone) stream.told.delete(place)
    if (gone.length > 0) write(stream, 'gone', { ids: gone })
    if (news.length > 0) write(stream, 'units', news, writeCursor(stream.told))
    if (stream.response.writableLength > backlogMax) end(stream)
  }

  /** The way of each unit since its viewer was here last. */
  async function missedOf({ share, sightings }: SharedNow, told: ReadonlyMap<number, Told>) {
    const missed = new Map<number, readonly TrailPoint[]>()
    for (const { place, unitId, timestamp } of sightings) {
      const since = told.get(place)?.timestamp
      if (typeof since !== 'number' || (timestamp ?? 0) <= since) continue
      missed.set(place, await readTrail(ctx, share, unitId, since))
    }
    return missed
  }

  /** A database that is away now is asked again in a second. */
  const quietly = (work: Promise<unknown>) =>
    work.catch((error) => logRepeated(ctx.log, error, 'Viewers of links could not be served for a moment.'))

  const hear = (channel: string, concerns: (stream: Stream, id: string) => boolean) =>
    notifications.on(channel, (id) => void quietly(tell([...streams].filter((one) => id === '' || concerns(one, id)))))
  hear('shares', ({ shareId }, id) => shareId === id)
  hear('sessions', ({ accountId }, id) => accountId === Number(id))
  hear('units', ({ units }, id) => units.has(Number(id)))
  // So it costs one question a second, however many units move.
  const looking = setInterval(() => {
    if (streams.size === 0 || isLooking) return
    isLooking = true
    const work = async () => {
      await ctx.clock.refresh(ctx.db)
      await tell([...streams])
    }
    void quietly(work()).finally(() => {
      isLooking = false
    })
  }, lookMs).unref()
  const beating = setInterval(() => {
    for (const { response } of streams) response.write(': still here\n\n')
  }, heartbeatMs).unref()

  return {
    async listen({ shared, headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
      const { share, sightings } = shared
      const own = [...streams].filter(({ shareId }) => shareId === share.id).length
      if (own >= streamsPerShareMax) refuse('REQUESTS_EXCEEDED', 'Too many look at this link. Try again later.')
      const cursor = headers['last-event-id']
      const told = readCursor(typeof cursor === 'string' ? cursor : '')
      const missed = await missedOf(shared, told)
      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        // A proxy that gathers would hold events back.
        'x-accel-buffering': 'no',
      })
      const stream: Stream = {
        shareId: share.id,
        accountId: share.accountId,
        units: new Set(sightings.map(({ unitId }) => unitId)),
        response: reply.raw,
        told,
        missed,
      }
      reply.raw.on('close', () => streams.delete(stream))
      reply.raw.write(': units as they move\n\n')
      streams.add(stream)
      await quietly(tell([stream]))
    },
    async close() {
      clearInterval(looking)
      clearInterval(beating)
      for (const stream of [...streams]) end(stream)
    },
  }
}
