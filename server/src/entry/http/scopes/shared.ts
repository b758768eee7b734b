/** The /shared scope: callers with a public link. Serves what the link shows, live, until the link ends. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '#identity/login-throttle/throttle.ts'
import { rateLimiter, refuseOver } from '#kernel/api/limits.ts'
import { type Context, isServedAt } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub/pubsub.ts'
import { refuse } from '#kernel/errors.ts'
import {
  followShare,
  readTrail,
  recheckShares,
  refuseLink,
  type SharedCall,
  type TrailPoint,
} from '#portals/shares/actions.ts'
import { type Arrival, Journeys } from '#portals/shares/journey.ts'
import { sharedRoutes, sightingToWire, toolboxRoutes } from '#portals/shares/routes.ts'
import { readCursor, type SentState, type SharedNow, stateOf, writeCursor } from '#portals/shares/share.ts'
import { followSetupLink } from '#tracking/units/actions.ts'
import { type SetupCall, setupLinkRoutes } from '#tracking/units/routes.ts'
import type { Unit } from '#tracking/units/unit.ts'
import { EventStream, lastEventId, runStreams } from '../live/event-stream.ts'
import { type CallMaker, mountRow, refuseOtherMethodsOf } from '../plain.ts'

export { setupLinkRoutes, sharedRoutes, toolboxRoutes }

declare module 'fastify' {
  interface FastifyRequest {
    /** What the link of the request shows, set by the scope's hook. */
    shared: SharedNow
    /** The unit that the link of the request sets up. */
    linked: Unit
  }
}

/** A page makes one request and then listens; more means that someone is trying links. */
const requestsPerMinute = 120
export const streamsPerShareMax = 100

const liveRow = { method: 'GET' as const, path: '/shared/live', changes: true }

export const sharedScope =
  (ctx: Context, pubsub: PubSub) =>
  async (scope: FastifyInstance): Promise<void> => {
    const allow = rateLimiter(requestsPerMinute)
    const journeys = new Journeys(ctx.addresses)
    const live = new SharedStreams(ctx, pubsub, journeys)
    scope.addHook('preClose', async () => live.close())
    scope.decorateRequest('shared')
    scope.decorateRequest('linked')
    scope.addHook('onRequest', async (request, reply) => refuseOver(allow(networkOf(request.ip)), reply))
    const follow = async (request: FastifyRequest) => {
      request.shared = here(request, await followShare(ctx, secretOf(request)))
    }
    for (const row of sharedRoutes) mountRow(scope, row, callOf(ctx, journeys), follow)
    for (const row of toolboxRoutes) {
      mountRow(scope, row, callOf(ctx, journeys), async (request) => {
        request.shared = here(request, await followShare(ctx, secretOf(request), true))
      })
    }
    for (const row of setupLinkRoutes) {
      mountRow(scope, row, setupCallOf(ctx), async (request) => {
        const unit = await followSetupLink(ctx, secretOf(request))
        request.linked = isServedAt(request.site, unit.dealerId) ? unit : refuseLink()
      })
    }
    scope.route({
      method: liveRow.method,
      url: liveRow.path,
      exposeHeadRoute: false,
      onRequest: follow,
      handler: (request, reply) => live.open(request, reply),
    })
    refuseOtherMethodsOf(scope, [...sharedRoutes, ...toolboxRoutes, ...setupLinkRoutes, liveRow])
  }

/** Under a dealer's own domain, links of other dealers' clients show nothing. */
const here = ({ site }: FastifyRequest, shared: SharedNow): SharedNow =>
  isServedAt(site, shared.share.dealer) ? shared : refuseLink()

const secretOf = ({ headers }: FastifyRequest) => /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

const visitorOf = ({ ip, id }: FastifyRequest) =>
  ({ kind: 'visitor', id: 'link', address: ip, requestId: id }) satisfies SharedCall['actor']

const callOf =
  (ctx: Context, journeys: Journeys): CallMaker<SharedCall> =>
  (request, _reply, validate) => ({ ...ctx, shared: request.shared, journeys, actor: visitorOf(request), validate })

const setupCallOf =
  (ctx: Context): CallMaker<SetupCall> =>
  (request, _reply, validate) => ({ ...ctx, linked: request.linked, actor: visitorOf(request), validate })

interface Stream {
  readonly shareId: string
  readonly accountId: number
  /** The units whose updates it receives. */
  readonly units: ReadonlySet<number>
  readonly events: EventStream
  readonly sent: Map<number, SentState>
  readonly missed: Map<number, readonly TrailPoint[]>
}

const backlogMax = 1024 * 1024

class SharedStreams {
  readonly #ctx: Context
  readonly #journeys: Journeys
  readonly #streams = new Set<Stream>()
  readonly #clockwork: ReturnType<typeof runStreams>

  constructor(ctx: Context, pubsub: PubSub, journeys: Journeys) {
    this.#ctx = ctx
    this.#journeys = journeys
    this.#clockwork = runStreams(ctx, {
      metric: 'share_streams',
      help: 'Open live streams of share links.',
      count: () => this.#streams.size,
      // One query a second, however many units move.
      check: () => this.#update([...this.#streams]),
      beat: () => {
        for (const { events } of this.#streams) events.comment('still here')
      },
      failure: 'Viewers of links could not be served for a moment.',
    })
    const { quietly } = this.#clockwork
    const on = (channel: string, concerns: (stream: Stream, id: string) => boolean) =>
      pubsub.on(channel, (id) => {
        void quietly(this.#update([...this.#streams].filter((one) => id === '' || concerns(one, id))))
      })
    on('shares', ({ shareId }, id) => shareId === id)
    on('sessions', ({ accountId }, id) => accountId === Number(id))
    on('units', ({ units }, id) => units.has(Number(id)))
  }

  async open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { share, sightings } = request.shared
    const sent = readCursor(lastEventId(request))
    const missed = await this.#missedOf(request.shared, sent)
    // From here on nothing is awaited, so those who come at once are counted.
    const own = [...this.#streams].filter(({ shareId }) => shareId === share.id).length
    if (own >= streamsPerShareMax)
      refuse('REQUESTS_EXCEEDED', 'Too many people are viewing this link. Try again later.')
    const stream: Stream = {
      shareId: share.id,
      accountId: share.accountId,
      units: new Set(sightings.map(({ unitId }) => unitId)),
      events: new EventStream(reply, 'units as they move', () => this.#streams.delete(stream)),
      sent,
      missed,
    }
    this.#streams.add(stream)
    await this.#clockwork.quietly(this.#update([stream]))
  }

  close(): void {
    this.#clockwork.stop()
    for (const stream of [...this.#streams]) this.#end(stream)
  }

  /** Everything that these viewers do not know yet, in one query. A link that no longer shows anything ends. */
  async #update(viewers: readonly Stream[]): Promise<void> {
    if (viewers.length === 0) return
    const now = await recheckShares(this.#ctx, [...new Set(viewers.map(({ shareId }) => shareId))])
    const arrivals = new Map<string, ReadonlyMap<number, Arrival>>()
    for (const [id, shared] of now) arrivals.set(id, await this.#journeys.of(shared))
    for (const stream of viewers) {
      const shared = now.get(stream.shareId)
      if (!shared) this.#end(stream)
      else if (this.#streams.has(stream)) this.#send(stream, shared, arrivals.get(stream.shareId)!)
    }
  }

  #send(stream: Stream, { share, sightings }: SharedNow, arrivals: ReadonlyMap<number, Arrival>): void {
    const nowSeconds = this.#ctx.clock.now().getTime() / 1000
    const news: object[] = []
    for (const one of sightings) {
      const before = stream.sent.get(one.place)
      const state = stateOf(one, nowSeconds)
      const age = (one.timestamp ?? 0) - (before?.timestamp ?? 0)
      // A private trip began: what viewers have seen of it does not stay on their map.
      const isHidden = one.timestamp === null && typeof before?.timestamp === 'number'
      // An answer that was overtaken by a newer one does not move a unit back.
      if (before && !isHidden && (age < 0 || (age === 0 && before.state === state))) continue
      stream.sent.set(one.place, { timestamp: one.timestamp, state })
      const missed = stream.missed.get(one.place) ?? []
      news.push(sightingToWire(one, state, missed, share, arrivals.get(one.place)))
      stream.missed.delete(one.place)
    }
    const gone = [...stream.sent.keys()].filter((place) => !sightings.some((one) => one.place === place))
    for (const place of gone) stream.sent.delete(place)
    if (gone.length > 0) stream.events.send('gone', { ids: gone })
    if (news.length > 0) stream.events.send('units', news, writeCursor(stream.sent))
    if (stream.events.backlogBytes > backlogMax) this.#end(stream)
  }

  /** The track of each unit since its viewer was last here. */
  async #missedOf({ share, sightings }: SharedNow, sent: ReadonlyMap<number, SentState>) {
    const missed = new Map<number, readonly TrailPoint[]>()
    for (const { place, unitId, timestamp } of sightings) {
      const since = sent.get(place)?.timestamp
      if (typeof since !== 'number' || (timestamp ?? 0) <= since) continue
      missed.set(place, await readTrail(this.#ctx, share, unitId, since))
    }
    return missed
  }

  #end(stream: Stream): void {
    if (this.#streams.delete(stream)) stream.events.end()
  }
}
