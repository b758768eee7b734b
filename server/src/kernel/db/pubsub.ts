/** One connection that hears PostgreSQL's notifications, opened again whenever it breaks. */
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import pg from 'pg'
import { openPrimary } from './hosts.ts'
import type { Transport } from './nats.ts'

export interface PubSub {
  on(channel: string, hear: (payload: string) => void): void
  /** Of this process, among all that hear. */
  readonly id: string
  /** Within this process, as it is: nothing is sent or parsed. */
  publishLocal(subject: string, item: object): void
  subscribeLocal<T extends object>(subject: string, take: (item: T) => void): void
  /** While false, something may have been missed: do not trust what was kept in memory. */
  isListening(): boolean
  /** False: nothing but the database carries news here, so it has to. */
  publishRemote(channel: 'positions', payloads: readonly string[]): boolean
  /** After it, all that was committed before was heard. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/**
 * - `tokens`: what tokens may do has changed.
 * - `units`: a unit has changed or gone; its id.
 * - `tags`: tags, their links or anchors of an account have changed; its id.
 * - `positions`: what a flush has stored, or a part of it (messages/position-updates.ts). Sent after the commit by whichever node stored
 *   it, a few times a second at most, while another node has said on `listeners` that somebody there wants to see it.
 * - `listeners`: somebody listens to positions; the id of the process.
 * - `trips`: trips of a unit have begun, ended or been revised; a JSON array of account, application, unit and since when.
 * - `shares`: a link to live units has changed or gone; its id.
 * - `events`: a unit has reported something, or has come to or left a geofence; a JSON array like that of `trips`.
 * - `notifications`: a client was told something, or not any more; a JSON array like that of `trips`, without application and
 *   unit where it is of none.
 * - `addresses`: the address of where a unit is now differs; a JSON array like that of `trips`.
 * - `commands`: a unit has a command to be sent; its id.
 * - `limits`: what callers have spent of their limits at a node (kernel/api/shared-limits.ts).
 * - `settings`: the operator has changed settings.
 * - `owners`: another node has taken units from this one; the id of the node.
 *
 * An empty payload says that anything may have changed: it is heard when the line to the database was cut.
 */
const channels = [
  'tokens',
  'units',
  'positions',
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
] as const
const retryMs = 500

/** With a carrier, what is told most often goes through it instead. */
export function listen(url: string, carrier?: Transport): PubSub {
  const emitter = new EventEmitter()
  const hands = new EventEmitter()
  let client: pg.Client | undefined
  let isListening = false
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

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

  const open = async () => {
    try {
      client = await openPrimary(url, (connectionString) =>
        new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, keepAlive: true }).on('error', () => {}),
      )
      client.on('error', lost).on('end', lost)
      client.on('notification', ({ channel, payload }) => emitter.emit(channel, payload ?? ''))
      for (const channel of channels) await client.query(`listen ${channel}`)
      // Whatever was kept before the line stood may be stale.
      for (const channel of channels) emitter.emit(channel, '')
      isListening = true
    } catch {
      lost()
    }
  }
  const opening = open()
  carrier?.subscribe('positions', (payload) => emitter.emit('positions', payload))

  return {
    id: randomUUID(),
    on: (channel, hear) => void emitter.on(channel, hear),
    publishLocal: (subject, item) => void hands.emit(subject, item),
    subscribeLocal: (subject, take) => void hands.on(subject, take),
    isListening: () => isListening,
    publishRemote: (channel, payloads) => carrier?.send(channel, payloads) ?? false,
    async catchUp() {
      // PostgreSQL hands out what waits before it answers. A line that is cut keeps nothing in memory anyway.
      if (isListening) await client?.query('select').catch(() => {})
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await opening
      await client?.end().catch(() => {})
      await carrier?.close()
    },
  }
}
