/**
 * Positions as they are stored, as server-sent events: each once, even over a disconnect, because an event's id says
 * how far its reader is (docs/decisions/0049). The end of the session is sent the moment it ends.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply } from 'fastify'
import { sessionKey, stillOpen } from '#identity/sessions/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { appsOf, mayInside, type Session } from '#identity/sessions/session.ts'
import type { AppId } from '#kernel/applications.ts'
import type { Context } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub/pubsub.ts'
import { refuse } from '#kernel/errors.ts'
import { livePositions } from '#portals/client-app/actions.ts'
import { type Feed, openFeed, replaySeconds, settledSeconds } from '#tracking/messages/actions.ts'
import {
  type Batch,
  type Cursor,
  type PositionUpdate,
  readCursor,
  writeCursor,
} from '#tracking/messages/live/position-updates.ts'
import { EventStream, lastEventId, runStreams } from './event-stream.ts'
import { liveSecrets } from './live-secrets.ts'
import { liveUnits } from './live-units.ts'

interface Stream {
  /** As of the last check: its person may see less now. */
  session: Session
  /** The units on the person's access list; null: all. */
  listed: ReadonlySet<number> | null
  /** Those whose term has ended. */
  expired: ReadonlySet<number>
  readonly apps: readonly AppId[]
  /** A dealer in a support session may see where a unit is, but not where it was. */
  readonly mayReadPast: boolean
  readonly events: EventStream
  /** What is sent next. */
  readonly waiting: PositionUpdate[]
  /** While missed positions are replayed: what arrived meanwhile. */
  held: Batch[] | undefined
  /** Ahead of the feed: what was already sent is not sent again. */
  ahead: Cursor['partitions'] | undefined
}

/** A unit that changes hands is announced, but a new one is not. */
const unitsEveryMs = 5_000
/** Positions that arrive within this time are sent together. */
const gatherMs = 200
export const streamsPerUserMax = 20
/** The positions of thousands of units are a megabyte, which a slow connection may need time for. */
const backlogMax = 32 * 1024 * 1024
const heldMax = 10_000

export class LiveStreams {
  readonly #ctx: Context
  readonly #streams = new Set<Stream>()
  readonly #units: ReturnType<typeof liveUnits>
  readonly #secrets: ReturnType<typeof liveSecrets>
  readonly #feed: Feed
  readonly #clockwork: ReturnType<typeof runStreams>
  /** The newest position that was sent for each unit: older ones are history. */
  readonly #newest = new Map<number, number>()
  readonly #dirty = new Set<Stream>()
  #gathering: NodeJS.Timeout | undefined
  #unitsAtMs = Number.NEGATIVE_INFINITY

  constructor(ctx: Context, pubsub: PubSub) {
    this.#ctx = ctx
    this.#units = liveUnits(ctx)
    this.#secrets = liveSecrets(ctx)
    const { ids, has } = this.#units
    const dispatch = (batch: Batch) => this.#dispatch(batch)
    const lose = (unitIds: Iterable<number>) => this.#lose(unitIds)
    this.#feed = openFeed(ctx, pubsub, ids, has, dispatch, lose)
    ctx.meters.gauge('live_buckets', 'Buckets of accounts whose positions this node receives.', () =>
      this.#feed.buckets(),
    )
    this.#clockwork = runStreams(ctx, {
      metric: 'live_streams',
      help: "Open live streams of clients' pages.",
      count: () => this.#streams.size,
      check: () => this.#check(),
      beat: () => this.#beat(),
      failure: 'Live streams could not be served for a moment.',
    })
    this.#subscribe(pubsub)
  }

  /** The row of the route table that opens a stream. */
  readonly row = {
    method: 'GET' as const,
    path: '/live',
    operation: 'client.view' as const,
    /** No HEAD: its answer would be as long as a GET's. */
    changes: true,
    stream: (call: ClientCall, reply: FastifyReply) => {
      this.#requireRoom(call)
      void this.#clockwork.quietly(this.#open(call, reply))
    },
  }

  close(): void {
    this.#clockwork.stop()
    clearTimeout(this.#gathering)
    for (const stream of [...this.#streams]) this.#end(stream)
  }

  #subscribe(pubsub: PubSub): void {
    const { quietly } = this.#clockwork
    pubsub.on('sessions', (payload) => void quietly(this.#endClosed(Number(payload) || undefined)))
    pubsub.on('tokens', () => void quietly(this.#endClosed(undefined)))
    pubsub.on('units', (payload) => void quietly(this.#units.look(Number(payload) || undefined)))
    // A private trip counts as soon as it is found to be a trip.
    pubsub.on('trips', (payload) => void quietly(this.#lookAtTrip(payload)))
    for (const channel of ['trips', 'events', 'notifications', 'addresses']) {
      pubsub.on(channel, (payload) => this.#forward(channel, payload))
    }
  }

  #requireRoom({ session: { kind }, user }: ClientCall): void {
    // A support session takes none of the client's.
    const own = [...this.#streams].filter(({ session }) => session.userId === user && session.kind === kind).length
    if (own >= streamsPerUserMax)
      refuse('REQUESTS_EXCEEDED', 'Too many live streams are open for this user. Close one and try again.')
  }

  async #open(call: ClientCall, reply: FastifyReply): Promise<void> {
    const { session } = call
    const stream: Stream = {
      session,
      listed: listedIn(session),
      expired: new Set(session.expired),
      apps: appsOf(session),
      mayReadPast: mayInside(session, 'client.read-messages'),
      events: new EventStream(reply, 'positions as they come', () => this.#leave(stream)),
      waiting: [],
      held: [],
      ahead: undefined,
    }
    this.#streams.add(stream)
    try {
      // The session may have ended between the request's admission and its place in the list.
      await this.#endClosed(call.account)
      if (this.#streams.has(stream)) await this.#begin(stream, lastEventId(reply.request))
    } catch (error) {
      // It reconnects with the id it came with.
      this.#letGo(stream)
      throw error
    }
  }

  /** Sends what it missed, or where everything is; then what has arrived meanwhile, and from then on what arrives. */
  async #begin(stream: Stream, last: string): Promise<void> {
    const { accountId } = stream.session
    await Promise.all([this.#units.learn(accountId), this.#feed.follow(accountId)])
    const unitIds = this.#units.of(accountId)
    await this.#secrets.look(unitIds)
    const offsets = await this.#feed.offsets()
    const missed = await this.#missedBy(stream, last, offsets)
    if (!missed) {
      if (last !== '') this.#send(stream, 'reset', {})
      await this.#sendPlaces(stream)
    }
    // What may be missing in a unit's latest values is sent after them.
    const batches = missed ?? (await this.#feed.between(unitIds, offsets.settled, offsets.partitions))
    if (!this.#streams.has(stream)) return
    this.#replay(stream, batches ?? [], offsets.partitions)
    const heard = stream.waiting.filter(({ kind }) => kind === 'relayed').map(({ unitId }) => unitId)
    this.#sign(stream, missed ? 'resumed' : 'begun')
    if (missed && heard.length > 0) await this.#sendPlaces(stream, [...new Set(heard)])
    if (batches) return
    // More than is read: soon it is in the latest values.
    await wait(settledSeconds * 1_000, undefined, { ref: false })
    if (this.#streams.has(stream)) await this.#sendPlaces(stream)
  }

  /** Undefined: it must start over, because its position is too old or it may not see the past. */
  async #missedBy({ session, mayReadPast }: Stream, last: string, offsets: Awaited<ReturnType<Feed['offsets']>>) {
    const cursor = last === '' ? undefined : readCursor(last)
    const age = offsets.at - (cursor?.at ?? 0)
    if (!cursor || age < 0 || age > replaySeconds || !isBehind(cursor.partitions, offsets.partitions) || !mayReadPast)
      return
    return this.#feed.between(this.#units.of(session.accountId), cursor.partitions, offsets.partitions)
  }

  #replay(stream: Stream, batches: readonly Batch[], partitions: Cursor['partitions']): void {
    const held = stream.held ?? []
    stream.held = undefined
    for (const batch of batches) this.#add(stream, batch)
    stream.ahead = partitions
    for (const batch of held) this.#add(stream, batch)
  }

  /** Sends a flush to everyone who sees something of it. */
  #dispatch(batch: Batch): void {
    const byAccount = Map.groupBy(batch.items, ({ unitId }) => this.#units.homeOf(unitId)?.accountId)
    for (const stream of this.#streams) {
      const items = byAccount.get(stream.session.accountId)
      if (!items) continue
      if (stream.held) stream.held.push({ ...batch, items })
      else this.#add(stream, { ...batch, items })
      if ((stream.held?.length ?? 0) > heldMax) this.#end(stream)
    }
  }

  #add(stream: Stream, { partition, sequence, items }: Batch): void {
    if (sequence <= (stream.ahead?.get(partition) ?? 0)) return
    const viewing = { viewer: viewerOf(stream) }
    const seen = items.filter(
      ({ unitId, timestamp }) =>
        sees(stream, unitId, this.#units.homeOf(unitId)?.appId) && !this.#secrets.isHidden(viewing, unitId, timestamp),
    )
    stream.waiting.push(...seen)
    if (stream.waiting.length === 0) return
    this.#dirty.add(stream)
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      for (const one of this.#dirty) this.#flush(one)
      this.#dirty.clear()
    }, gatherMs).unref()
  }

  /** One event has all of it, and its id says so: the reader gets it completely or not at all. */
  #flush(stream: Stream): void {
    const items = stream.waiting.splice(0)
    const id = this.#idOf(stream)
    const placed = items.filter(({ kind }) => kind === 'derived')
    const moved = items.filter(({ kind }) => kind !== 'derived')
    const said = stream.mayReadPast
      ? moved.map((one) => this.#toWire(one))
      : newestOf(moved)
          .map((one) => this.#toWire(one))
          .filter(({ history }) => !history)
    if (placed.length > 0) this.#send(stream, 'snapshot', placed.map(placeToWire), said.length > 0 ? undefined : id)
    if (said.length > 0) this.#send(stream, 'positions', said, id)
  }

  /** An id stands for everything so far, so that is sent first. */
  #sign(stream: Stream, event: 'begun' | 'resumed' | 'alive'): void {
    this.#flush(stream)
    this.#send(stream, event, {}, this.#idOf(stream))
  }

  #toWire({ unitId, timestamp, position, kind }: PositionUpdate) {
    const isHistory = kind === 'relayed' || timestamp < (this.#newest.get(unitId) ?? Number.NEGATIVE_INFINITY)
    if (!isHistory) this.#newest.set(unitId, timestamp)
    return { unit_id: unitId, position, timestamp, ...(isHistory && { history: true }) }
  }

  #idOf(stream: Stream): string {
    const { at, partitions } = this.#feed.cursor()
    const { ahead } = stream
    if (!ahead) return writeCursor({ at, partitions })
    const further = new Map(partitions)
    for (const [partition, sequence] of ahead)
      if (sequence > (partitions.get(partition) ?? 0)) further.set(partition, sequence)
    if ([...ahead].every(([partition, sequence]) => sequence <= (partitions.get(partition) ?? 0)))
      stream.ahead = undefined
    return writeCursor({ at, partitions: further })
  }

  /** Where its units are now, from the latest values. */
  async #sendPlaces(stream: Stream, of?: readonly number[]): Promise<void> {
    const places = await livePositions({ ...this.#ctx, viewer: viewerOf(stream) }, [stream.session.accountId], of)
    const own = places.filter(({ unitId, appId }) => sees(stream, unitId, appId))
    for (const { unitId, timestamp } of own) {
      this.#newest.set(unitId, Math.max(timestamp, this.#newest.get(unitId) ?? timestamp))
    }
    if (own.length > 0) this.#send(stream, 'snapshot', own.map(placeToWire))
  }

  /** Something was computed for a unit: its readers request what they show. */
  #forward(channel: string, payload: string): void {
    if (payload === '') return
    const [accountId, appId, unitId, from] = JSON.parse(payload) as [number, AppId | null, number | null, number]
    for (const stream of this.#streams) {
      if (stream.session.accountId !== accountId || (appId && !sees(stream, unitId, appId))) continue
      if (stream.mayReadPast) this.#send(stream, channel, { unit_id: unitId, from })
    }
  }

  async #lookAtTrip(payload: string): Promise<void> {
    const unitId = payload === '' ? undefined : (JSON.parse(payload) as [number, AppId, number])[2]
    if (unitId !== undefined && this.#units.has(unitId)) await this.#secrets.look([unitId])
  }

  #send(stream: Stream, event: string, data: unknown, id?: string): void {
    if (!this.#streams.has(stream)) return
    const { events } = stream
    events.send(event, data, id)
    if ((events.isStuck || events.backlogBytes > backlogMax) && this.#leave(stream)) events.destroy()
  }

  async #check(): Promise<void> {
    await this.#endClosed(undefined)
    if (performance.now() - this.#unitsAtMs > unitsEveryMs) {
      this.#unitsAtMs = performance.now()
      await this.#units.look()
      await this.#secrets.look([...this.#units.ids()])
    }
    await this.#feed.poll()
  }

  #beat(): void {
    for (const stream of this.#streams) if (!stream.held) this.#sign(stream, 'alive')
  }

  async #endClosed(ofAccount: number | undefined): Promise<void> {
    const asked = [...this.#streams].filter(({ session }) => ofAccount === undefined || session.accountId === ofAccount)
    if (asked.length === 0) return
    const sessions = asked.map(({ session }) => session)
    const open = await stillOpen(this.#ctx, sessions)
    for (const stream of asked) {
      const session = open.get(sessionKey(stream.session))
      if (!session || !mayInside(session, this.row.operation)) this.#end(stream)
      else if (!isDeepStrictEqual(sightOf(session), sightOf(stream.session))) await this.#refreshSight(stream, session)
    }
  }

  /**
   * Its person's access list changed, or a term ended or was renewed: nothing that waited is sent, and the page starts
   * over with what is left.
   */
  async #refreshSight(stream: Stream, session: Session): Promise<void> {
    stream.session = session
    stream.listed = listedIn(session)
    stream.expired = new Set(session.expired)
    const left = stream.waiting.splice(0).filter(({ unitId }) => isOnList(stream, unitId))
    stream.waiting.push(...left)
    this.#send(stream, 'reset', {})
    await this.#sendPlaces(stream)
  }

  /** They reconnect with the id they have and get the rest, or start over. */
  #lose(unitIds: Iterable<number>): void {
    const accounts = new Set([...unitIds].map((id) => this.#units.homeOf(id)?.accountId))
    for (const stream of [...this.#streams]) if (accounts.has(stream.session.accountId)) this.#letGo(stream)
  }

  #end(stream: Stream): void {
    if (this.#leave(stream)) stream.events.end()
  }

  #letGo(stream: Stream): void {
    if (this.#leave(stream)) stream.events.hangUp()
  }

  #leave(stream: Stream): boolean {
    if (!this.#streams.delete(stream)) return false
    this.#dirty.delete(stream)
    const { accountId } = stream.session
    if (![...this.#streams].some(({ session }) => session.accountId === accountId)) {
      this.#units.forget(accountId)
      this.#feed.leave(accountId)
    }
    if (this.#streams.size === 0) {
      this.#newest.clear()
      this.#secrets.clear()
    }
    return true
  }
}

const listedIn = ({ sight }: Session): Stream['listed'] => (sight?.unitIds ? new Set(sight.unitIds) : null)

const viewerOf = ({ session }: Stream): string | null => (session.kind === 'client' ? session.userId : null)

const sightOf = ({ sight, expired }: Session) => ({ sight, expired })

const isOnList = ({ listed, expired }: Stream, unitId: number): boolean =>
  (listed?.has(unitId) ?? true) && !expired.has(unitId)

const sees = (stream: Stream, unitId: number | null, appId: string | undefined): boolean =>
  (stream.apps as readonly (string | undefined)[]).includes(appId) && (unitId === null || isOnList(stream, unitId))

const placeToWire = ({ unitId, position, timestamp }: Pick<PositionUpdate, 'unitId' | 'position' | 'timestamp'>) => ({
  unit_id: unitId,
  position,
  timestamp,
})

/** The last position that was sent for each unit. */
function newestOf(items: readonly PositionUpdate[]): PositionUpdate[] {
  const newest = new Map<number, PositionUpdate>()
  for (const one of items) {
    if (one.kind === 'reported' && one.timestamp >= (newest.get(one.unitId)?.timestamp ?? 0))
      newest.set(one.unitId, one)
  }
  return [...newest.values()]
}

/** A cursor ahead of the database comes from a database that no longer exists, for example before a restore. */
const isBehind = (told: Cursor['partitions'], offsets: Cursor['partitions']) =>
  [...told].every(([partition, sequence]) => sequence <= (offsets.get(partition) ?? Number.POSITIVE_INFINITY))
