/**
 * Positions as they are stored, as server-sent events: each once, also over a cut, for an event's id says how far its reader
 * is (docs/decisions/0049). And the end of the session the moment it ends.
 */
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { mayDo } from '#identity/access/access.ts'
import { sessionKey, stillOpen } from '#identity/sessions/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { appsOf, type Session } from '#identity/sessions/session.ts'
import type { AppId } from '#kernel/applications.ts'
import type { Context } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub.ts'
import { refuse } from '#kernel/errors.ts'
import { logRepeated } from '#kernel/log.ts'
import { livePositions } from '#portals/client-app/actions.ts'
import { openFeed, replaySeconds, settledSeconds } from '#tracking/messages/actions.ts'
import {
  type Batch,
  type Cursor,
  type PositionUpdate,
  readCursor,
  writeCursor,
} from '#tracking/messages/position-updates.ts'
import { liveUnits } from './live-units.ts'

interface Stream {
  readonly session: Session
  readonly apps: readonly AppId[]
  /** A visitor may see where a unit is, but not where it was. */
  readonly mayReadPast: boolean
  readonly response: ServerResponse
  /** What it is told next. */
  readonly waiting: PositionUpdate[]
  /** While it is told what it missed: what came meanwhile. */
  held: Batch[] | undefined
  /** Further than the feed: what it was told already does not come again. */
  ahead: Cursor['partitions'] | undefined
  /** Since when it has not taken what was written. */
  fullSinceMs: number | undefined
}

/** Heartbeats keep proxies from closing a quiet stream, tell us of a reader that is gone, and it how far it is. */
const heartbeatMs = 15_000
/** News that are lost with the database's line cost a second. */
const lookMs = 1_000
/** Whose a unit is, is told when it changes, but not when it is new. */
const unitsEveryMs = 5_000
/** Positions that come within this time go out together. */
const gatherMs = 200
const streamsPerUserMax = 20
/**
 * A reader that takes nothing for so long, or leaves so much, is let go before its backlog grows; it comes back with its id and
 * misses nothing. Where thousands of units are at once is a megabyte, which a slow line may take its time for.
 */
const patienceMs = 10_000
const backlogMax = 32 * 1024 * 1024
const heldMax = 10_000

export function liveStreams(ctx: Context, notifications: PubSub) {
  const streams = new Set<Stream>()
  const units = liveUnits(ctx)
  /** The newest position that was told of each unit: what is older is history. */
  const newest = new Map<number, number>()
  const dirty = new Set<Stream>()
  let gathering: NodeJS.Timeout | undefined
  let isLooking = false
  let unitsAtMs = Number.NEGATIVE_INFINITY
  const feed = openFeed(ctx, notifications, units.ids, units.has, dispatch, lose)

  const end = (stream: Stream) => {
    if (!leave(stream)) return
    stream.response.end('event: end\ndata: {}\n\n')
  }

  function leave(stream: Stream): boolean {
    if (!streams.delete(stream)) return false
    dirty.delete(stream)
    const { accountId } = stream.session
    if (![...streams].some(({ session }) => session.accountId === accountId)) units.forget(accountId)
    if (streams.size === 0) {
      feed.stop()
      newest.clear()
    }
    return true
  }

  async function endClosed(ofAccount: number | undefined): Promise<void> {
    const asked = [...streams].filter(({ session }) => ofAccount === undefined || session.accountId === ofAccount)
    if (asked.length === 0) return
    const open = await stillOpen(
      ctx,
      asked.map(({ session }) => session),
    )
    for (const stream of asked) if (!open.has(sessionKey(stream.session))) end(stream)
  }

  function write(stream: Stream, event: string, data: unknown, id?: string): void {
    if (!streams.has(stream)) return
    const { response } = stream
    const text = `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
    if (!response.write(text)) stream.fullSinceMs ??= performance.now()
    const isStuck = performance.now() - (stream.fullSinceMs ?? Number.POSITIVE_INFINITY) > patienceMs
    // Who reads nothing would not read a goodbye either.
    if ((isStuck || response.writableLength > backlogMax) && leave(stream)) response.destroy()
  }

  /** A flush, to all who see something of it. */
  function dispatch(batch: Batch): void {
    const byAccount = Map.groupBy(batch.items, ({ unitId }) => units.homeOf(unitId)?.accountId)
    for (const stream of streams) {
      const items = byAccount.get(stream.session.accountId)
      if (!items) continue
      if (stream.held) stream.held.push({ ...batch, items })
      else add(stream, { ...batch, items })
      if ((stream.held?.length ?? 0) > heldMax) end(stream)
    }
  }

  /** They come back with the id they have and are told it, or to begin anew. */
  function lose(unitIds: Iterable<number>): void {
    const accounts = new Set([...unitIds].map((id) => units.homeOf(id)?.accountId))
    for (const stream of [...streams]) if (accounts.has(stream.session.accountId)) letGo(stream)
  }

  function letGo(stream: Stream): void {
    if (leave(stream)) stream.response.end()
  }

  function add(stream: Stream, { partition, sequence, items }: Batch): void {
    if (sequence <= (stream.ahead?.get(partition) ?? 0)) return
    const apps: readonly string[] = stream.apps
    stream.waiting.push(...items.filter(({ unitId }) => apps.includes(units.homeOf(unitId)?.appId ?? '')))
    if (stream.waiting.length === 0) return
    dirty.add(stream)
    gathering ??= setTimeout(() => {
      gathering = undefined
      for (const one of dirty) tell(one)
      dirty.clear()
    }, gatherMs).unref()
  }

  /** One event has all of it, and its id says that it had: it is heard as a whole or not at all. */
  function tell(stream: Stream): void {
    const items = stream.waiting.splice(0)
    const id = idOf(stream)
    const placed = items.filter(({ kind }) => kind === 'derived')
    const moved = items.filter(({ kind }) => kind !== 'derived')
    const said = stream.mayReadPast
      ? moved.map(toWire)
      : newestOf(moved)
          .map(toWire)
          .filter(({ history }) => !history)
    if (placed.length > 0) write(stream, 'snapshot', placed.map(placeToWire), said.length > 0 ? undefined : id)
    if (said.length > 0) write(stream, 'positions', said, id)
  }

  /** An id stands for all that came so far, so that is told first. */
  function sign(stream: Stream, event: 'begun' | 'resumed' | 'alive'): void {
    tell(stream)
    write(stream, event, {}, idOf(stream))
  }

  function toWire({ unitId, timestamp, position, kind }: PositionUpdate) {
    const isHistory = kind === 'relayed' || timestamp < (newest.get(unitId) ?? Number.NEGATIVE_INFINITY)
    if (!isHistory) newest.set(unitId, timestamp)
    return { unit_id: unitId, position, timestamp, ...(isHistory && { history: true }) }
  }

  function idOf(stream: Stream): string {
    const { at, partitions } = feed.cursor()
    const { ahead } = stream
    if (!ahead) return writeCursor({ at, partitions })
    const further = new Map(partitions)
    for (const [partition, sequence] of ahead) {
      if (sequence > (partitions.get(partition) ?? 0)) further.set(partition, sequence)
    }
    if ([...ahead].every(([partition, sequence]) => sequence <= (partitions.get(partition) ?? 0)))
      stream.ahead = undefined
    return writeCursor({ at, partitions: further })
  }

  /** Where its units are now, from the latest values. */
  async function tellPlaces(stream: Stream, of?: readonly number[]): Promise<void> {
    const apps: readonly string[] = stream.apps
    const places = await livePositions(ctx, [stream.session.accountId], of)
    const own = places.filter(({ appId }) => apps.includes(appId))
    for (const { unitId, timestamp } of own) newest.set(unitId, Math.max(timestamp, newest.get(unitId) ?? timestamp))
    if (own.length > 0) write(stream, 'snapshot', own.map(placeToWire))
  }

  /** What it missed, or where everything is; then what has come meanwhile, and from then on what comes. */
  async function begin(stream: Stream, last: string): Promise<void> {
    const { accountId } = stream.session
    await units.learn(accountId)
    await feed.start()
    const offsets = await feed.offsets()
    const cursor = last === '' ? undefined : readCursor(last)
    const age = offsets.at - (cursor?.at ?? 0)
    const isKnown = cursor && age >= 0 && age <= replaySeconds && isBehind(cursor.partitions, offsets.partitions)
    const mayResume = isKnown && stream.mayReadPast
    const missed = mayResume
      ? await feed.between(units.of(accountId), cursor.partitions, offsets.partitions)
      : undefined
    const isResumed = missed !== undefined
    if (!isResumed) {
      if (last !== '') write(stream, 'reset', {})
      await tellPlaces(stream)
    }
    // What a unit's latest values may not have yet is told after them.
    const batches = missed ?? (await feed.between(units.of(accountId), offsets.settled, offsets.partitions))
    if (!streams.has(stream)) return
    const held = stream.held ?? []
    stream.held = undefined
    for (const batch of batches ?? []) add(stream, batch)
    stream.ahead = offsets.partitions
    for (const batch of held) add(stream, batch)
    const heard = stream.waiting.filter(({ kind }) => kind === 'relayed').map(({ unitId }) => unitId)
    sign(stream, isResumed ? 'resumed' : 'begun')
    if (isResumed && heard.length > 0) await tellPlaces(stream, [...new Set(heard)])
    if (batches) return
    // More than is read: soon it is in the latest values.
    await wait(settledSeconds * 1_000, undefined, { ref: false })
    if (streams.has(stream)) await tellPlaces(stream)
  }

  /** A database that is away now is asked again in a second. */
  const quietly = (work: Promise<unknown>) =>
    work.catch((error) => logRepeated(ctx.log, error, 'Live streams could not be served for a moment.'))

  const hear = (payload: string) => void quietly(endClosed(Number(payload) || undefined))
  notifications.on('sessions', hear)
  notifications.on('tokens', () => void quietly(endClosed(undefined)))
  notifications.on('units', (payload) => void quietly(units.look(Number(payload) || undefined)))

  for (const channel of ['trips', 'events', 'notifications']) {
    notifications.on(channel, (payload) => {
      if (payload === '') return
      const [accountId, appId, unitId, from] = JSON.parse(payload) as [number, AppId | null, number | null, number]
      for (const stream of streams) {
        if (stream.session.accountId !== accountId || (appId && !stream.apps.includes(appId))) continue
        if (!stream.mayReadPast) continue
        write(stream, channel, { unit_id: unitId, from })
      }
    })
  }

  const looking = setInterval(() => {
    if (streams.size === 0 || isLooking) return
    isLooking = true
    const work = async () => {
      await ctx.clock.refresh(ctx.db)
      await endClosed(undefined)
      if (performance.now() - unitsAtMs > unitsEveryMs) {
        unitsAtMs = performance.now()
        await units.look()
      }
      await feed.poll()
    }
    void quietly(work()).finally(() => {
      isLooking = false
    })
  }, lookMs).unref()
  const beating = setInterval(() => {
    for (const stream of streams) if (!stream.held) sign(stream, 'alive')
  }, heartbeatMs).unref()

  async function open(call: ClientCall, response: ServerResponse, last: string): Promise<void> {
    const { session } = call
    const stream: Stream = {
      session,
      apps: appsOf(session),
      mayReadPast: mayDo('client.read-messages', session.holder, session.appId ?? undefined, session.kind),
      response,
      waiting: [],
      held: [],
      ahead: undefined,
      fullSinceMs: undefined,
    }
    response.on('close', () => leave(stream))
    response.on('error', () => leave(stream))
    response.on('drain', () => {
      stream.fullSinceMs = undefined
    })
    streams.add(stream)
    response.write(': positions as they come\n\n')
    try {
      // The session may have ended between the request's admission and its place in the list.
      await endClosed(call.account)
      if (streams.has(stream)) await begin(stream, last)
    } catch (error) {
      // It comes back with the id it came with.
      letGo(stream)
      throw error
    }
  }

  const row = {
    method: 'GET' as const,
    path: '/live',
    operation: 'client.view' as const,
    /** No HEAD: its answer would be as long as a GET's. */
    changes: true,
    stream(call: ClientCall, reply: FastifyReply) {
      // A visiting dealer takes none of the client's.
      const { kind } = call.session
      const own = [...streams].filter(({ session }) => session.userId === call.user && session.kind === kind).length
      if (own >= streamsPerUserMax) refuse('REQUESTS_EXCEEDED', 'Too many live streams of this user are open.')
      const { 'last-event-id': header } = reply.request.headers
      const { last_event_id: asked } = reply.request.query as { last_event_id?: unknown }
      const last = typeof header === 'string' ? header : typeof asked === 'string' ? asked : ''
      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        // A proxy that gathers would hold events back.
        'x-accel-buffering': 'no',
      })
      void quietly(open(call, reply.raw, last))
    },
  }

  return {
    row,
    async close() {
      clearInterval(looking)
      clearInterval(beating)
      clearTimeout(gathering)
      for (const stream of [...streams]) end(stream)
    },
  }
}

const placeToWire = ({ unitId, position, timestamp }: Pick<PositionUpdate, 'unitId' | 'position' | 'timestamp'>) => ({
  unit_id: unitId,
  position,
  timestamp,
})

/** Where each unit was said to be last. */
function newestOf(items: readonly PositionUpdate[]): PositionUpdate[] {
  const newest = new Map<number, PositionUpdate>()
  for (const one of items) {
    if (one.kind === 'reported' && one.timestamp >= (newest.get(one.unitId)?.timestamp ?? 0))
      newest.set(one.unitId, one)
  }
  return [...newest.values()]
}

/** A reader that is further than the database has heard of a database that is not there any more. */
const isBehind = (told: Cursor['partitions'], offsets: Cursor['partitions']) =>
  [...told].every(([partition, sequence]) => sequence <= (offsets.get(partition) ?? Number.POSITIVE_INFINITY))
