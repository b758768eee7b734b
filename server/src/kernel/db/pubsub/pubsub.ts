/** Pub/sub over PostgreSQL's notifications: one connection that listens, reopened whenever it breaks. */
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import pg from 'pg'
import { openPrimary } from '../hosts.ts'

/** Receives what is published in a channel. */
export interface News {
  readonly channel: string
  readonly payload: string
}

/** Carries the most frequent news between nodes in place of PostgreSQL (nats.ts). */
export interface Transport {
  /** False: it is unavailable, and the database has to publish. */
  send(news: readonly News[]): boolean
  subscribe(channel: string, take: (payload: string) => void): void
  unsubscribe(channel: string): void
  close(): Promise<void>
}

export interface PubSub {
  on(channel: string, hear: (payload: string) => void): void
  /** Listens to a channel that this node does not always follow, until the returned function is called. */
  follow(channel: string, hear: (payload: string) => void): () => void
  /** Identifies this process among all listeners. */
  readonly id: string
  /** Within this process, as it is: nothing is sent or parsed. */
  publishLocal(subject: string, item: object): void
  subscribeLocal<T extends object>(subject: string, take: (item: T) => void): void
  /** While false, something may have been missed: do not trust caches. */
  isListening(): boolean
  /** False: there is no carrier, so the database has to publish. */
  publishRemote(news: readonly News[]): boolean
  /** After it, everything committed before has been received. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/**
 * - `tokens`: the rights of tokens have changed.
 * - `units`: a unit has changed or been deleted; its id.
 * - `tags`: tags, their links or anchors of an account have changed; its id.
 * - `positions.N`: positions that flushes have stored for accounts of bucket N (messages/live/buckets.ts), or a part of them.
 *   Sent after the commit, a few times a second at most, while another node wants the bucket according to `listeners`.
 *   Followed only by nodes with readers in it.
 * - `stretches`: which flushes were announced, and which buckets they touch.
 * - `positions`: positions of a flush, or a part of them, for all accounts: from and for nodes of the previous version,
 *   and from tools that do not know who listens.
 * - `listeners`: a process listens to positions; its id, and the buckets it wants.
 * - `trips`: trips of a unit have begun, ended or been revised; a JSON array of account, application, unit and since when.
 * - `shares`: a link to live units has changed or been deleted; its id.
 * - `events`: a unit has reported an event, or entered or left a geofence; a JSON array like that of `trips`.
 * - `notifications`: a notification was created or withdrawn; a JSON array like that of `trips`, without application and
 *   unit if it has none.
 * - `addresses`: the address of a unit's current position differs; a JSON array like that of `trips`.
 * - `commands`: a unit has a command to send; its id.
 * - `limits`: what callers have spent of their limits at a node (kernel/api/shared-limits.ts).
 * - `settings`: the operator has changed settings.
 * - `domains`: a dealer's domain is verified, or no longer.
 * - `owners`: another node has taken units from this one; the id of the node.
 *
 * An empty payload means that anything may have changed: it is delivered after the database connection was cut.
 */
const channels = [
  'tokens',
  'units',
  'positions',
  'stretches',
  'listeners',
  'sessions',
  'commands',
  'tags',
  'trips',
  'events',
  'shares',
  'notifications',
  'addresses',
  'owners',
  'limits',
  'settings',
  'domains',
] as const
/** What a carrier takes over. */
const carried = ['positions', 'stretches']
const retryMs = 500
/** A connection whose other end has vanished says nothing, so it is asked, and replaced if it does not answer. */
const patience = { askEveryMs: 5_000, answerMs: 10_000 }

/** With a carrier, the most frequent channels go through it instead. */
export function listen(url: string, carrier?: Transport, { askEveryMs, answerMs } = patience): PubSub {
  const emitter = new EventEmitter()
  /** Channels to listen to in addition to `channels`, and those the database was asked for. */
  const followed = new Set<string>()
  const heard = new Set<string>()
  const hands = new EventEmitter()
  let client: pg.Client | undefined
  let isListening = false
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let asking: Promise<void> = Promise.resolve()

  const lost = () => {
    if (isClosed || retry) return
    isListening = false
    for (const channel of channels) emitter.emit(channel, '')
    client?.removeAllListeners('end')
    void client?.end().catch(() => {})
    retry = setTimeout(() => {
      retry = undefined
      void open()
    }, retryMs).unref()
  }

  /** One after the other. A broken connection is opened again, so nobody needs the error. */
  const ask = (statement: () => string | undefined): Promise<void> => {
    asking = asking.then(async () => {
      const text = isListening ? statement() : undefined
      const asked = client
      if (text !== undefined) await asked?.query(text).catch(() => asked === client && lost())
    })
    return asking
  }

  /** Listens to a channel while it is followed. */
  const settle = (channel: string) =>
    void ask(() => {
      if (followed.has(channel) === heard.has(channel)) return undefined
      if (heard.delete(channel)) return `unlisten "${channel}"`
      heard.add(channel)
      return `listen "${channel}"`
    })

  const open = async () => {
    try {
      client = await openPrimary(url, (connectionString) =>
        new pg.Client({
          connectionString,
          connectionTimeoutMillis: 5_000,
          query_timeout: answerMs,
          keepAlive: true,
        }).on('error', () => {}),
      )
      heard.clear()
      client.on('error', lost).on('end', lost)
      client.on('notification', ({ channel, payload }) => emitter.emit(channel, payload ?? ''))
      for (const channel of channels) await client.query(`listen ${channel}`)
      // Everything cached before the connection was established may be stale.
      for (const channel of channels) emitter.emit(channel, '')
      isListening = true
      for (const channel of followed) settle(channel)
    } catch {
      lost()
    }
  }
  const opening = open()
  const asker = setInterval(() => void ask(() => 'select'), askEveryMs).unref()
  for (const channel of carried) carrier?.subscribe(channel, (payload) => emitter.emit(channel, payload))
  return {
    id: randomUUID(),
    on: (channel, hear) => void emitter.on(channel, hear),
    follow(channel, hear) {
      emitter.on(channel, hear)
      followed.add(channel)
      carrier?.subscribe(channel, hear)
      settle(channel)
      return () => {
        emitter.off(channel, hear)
        followed.delete(channel)
        carrier?.unsubscribe(channel)
        settle(channel)
      }
    },
    publishLocal: (subject, item) => void hands.emit(subject, item),
    subscribeLocal: (subject, take) => void hands.on(subject, take),
    isListening: () => isListening,
    publishRemote: (news) => carrier?.send(news) ?? false,
    async catchUp() {
      // PostgreSQL delivers what waits before it answers. While disconnected, caches are not trusted anyway.
      await ask(() => 'select')
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      clearInterval(asker)
      await opening
      await client?.end().catch(() => {})
      await carrier?.close()
      emitter.removeAllListeners()
      hands.removeAllListeners()
    },
  }
}
