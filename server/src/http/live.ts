/** Positions as they come, as server-sent events, and the end of the session the moment it ends. */
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { AppId } from '../applications.ts'
import { livePositions } from '../clients/actions.ts'
import type { ClientCall, Context } from '../context.ts'
import type { Notifications } from '../db/notifications.ts'
import { refuse } from '../errors.ts'
import { keyOf, stillOpen } from '../sessions/actions.ts'
import { appsOf, type Session } from '../sessions/session.ts'

interface Stream {
  readonly session: Session
  readonly response: ServerResponse
  /** Time of the last position sent, by unit. */
  readonly sent: Map<number, number>
}

/** Heartbeats keep proxies from closing a quiet stream, and tell us of a reader that is gone. */
const heartbeatMs = 15_000
/** News that are lost with the database's line cost a second; positions are then asked for as often. */
const lookMs = 1_000
/** Positions that come within this time go out together. */
const gatherMs = 200
const streamsPerUserMax = 20
/** A reader that takes nothing is let go before its backlog grows. */
const backlogMax = 1024 * 1024

export function liveStreams(ctx: Context, notifications: Notifications) {
  const streams = new Set<Stream>()
  const moved = new Set<number>()
  let gathering: NodeJS.Timeout | undefined
  let isPolling = false

  const end = (stream: Stream) => {
    if (!streams.delete(stream)) return
    stream.response.end('event: end\ndata: {}\n\n')
  }

  async function endClosed(ofAccount: number | undefined): Promise<void> {
    const asked = [...streams].filter(({ session }) => ofAccount === undefined || session.accountId === ofAccount)
    if (asked.length === 0) return
    const open = await stillOpen(
      ctx,
      asked.map(({ session }) => session),
    )
    for (const stream of asked) if (!open.has(keyOf(stream.session))) end(stream)
  }

  /** One question for all who listen, however many units have moved. */
  async function send(to: readonly Stream[], unitIds?: readonly number[]): Promise<void> {
    const accounts = [...new Set(to.map(({ session }) => session.accountId))]
    const positions = accounts.length === 0 ? [] : await livePositions(ctx, accounts, unitIds)
    const byAccount = Map.groupBy(positions, ({ accountId }) => accountId)
    for (const stream of to) {
      const apps: readonly string[] = appsOf(stream.session)
      for (const { unitId, appId, position, timestamp } of byAccount.get(stream.session.accountId) ?? []) {
        const isNew = timestamp > (stream.sent.get(unitId) ?? Number.NEGATIVE_INFINITY)
        if (!isNew || !apps.includes(appId) || !streams.has(stream)) continue
        stream.sent.set(unitId, timestamp)
        const data = JSON.stringify({ unit_id: unitId, position, timestamp })
        stream.response.write(`event: position\ndata: ${data}\n\n`)
      }
      if (stream.response.writableLength > backlogMax) end(stream)
    }
  }

  /** A database that is away now is asked again in a second. */
  const quietly = (work: Promise<unknown>) =>
    work.catch((error) => ctx.log.warn({ err: error }, 'Live streams could not be served for a moment.'))

  const hear = (payload: string) => void quietly(endClosed(Number(payload) || undefined))
  notifications.on('sessions', hear)
  notifications.on('tokens', () => void quietly(endClosed(undefined)))
  notifications.on('positions', (payload) => {
    if (streams.size === 0) return
    for (const id of payload.match(/\d+/g) ?? []) moved.add(Number(id))
    gathering ??= setTimeout(() => {
      gathering = undefined
      const units = [...moved]
      moved.clear()
      void quietly(send([...streams], units))
    }, gatherMs).unref()
  })

  for (const channel of ['trips', 'events']) {
    notifications.on(channel, (payload) => {
      if (payload === '') return
      const [accountId, appId, unitId, from] = JSON.parse(payload) as [number, AppId, number, number]
      for (const { session, response } of streams) {
        if (session.accountId !== accountId || !appsOf(session).includes(appId)) continue
        response.write(`event: ${channel}\ndata: ${JSON.stringify({ unit_id: unitId, from })}\n\n`)
      }
    })
  }

  const looking = setInterval(() => {
    if (streams.size === 0 || isPolling) return
    isPolling = true
    const work = async () => {
      await ctx.clock.refresh(ctx.db)
      await endClosed(undefined)
      if (!notifications.isListening()) await send([...streams])
    }
    void quietly(work()).finally(() => {
      isPolling = false
    })
  }, lookMs).unref()
  const beating = setInterval(() => {
    for (const { response } of streams) response.write(': still here\n\n')
  }, heartbeatMs).unref()

  async function open(call: ClientCall, response: ServerResponse): Promise<void> {
    const stream: Stream = { session: call.session, response, sent: new Map() }
    response.on('close', () => streams.delete(stream))
    streams.add(stream)
    response.write(': positions as they come\n\n')
    // The session may have ended between the request's admission and its place in the list.
    await endClosed(call.account)
    await send([stream])
  }

  const row = {
    method: 'GET' as const,
    path: '/live',
    operation: 'client.look' as const,
    /** No HEAD: its answer would be as long as a GET's. */
    changes: true,
    stream(call: ClientCall, reply: FastifyReply) {
      const own = [...streams].filter(({ session }) => session.userId === call.user).length
      if (own >= streamsPerUserMax) refuse('REQUESTS_EXCEEDED', 'Too many live streams of this user are open.')
      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        // A proxy that gathers would hold events back.
        'x-accel-buffering': 'no',
      })
      void quietly(open(call, reply.raw))
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
