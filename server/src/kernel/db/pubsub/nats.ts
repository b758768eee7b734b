/**
 * Pub/sub between nodes through NATS, for frequent messages that may be lost: a node that misses one finds it in the
 * database. Each channel of an installation has a subject. A process does not receive its own messages.
 */
import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Transport } from './pubsub.ts'

const retryMs = 1_000

/** `name` is the installation's. Connects in the background, and again whenever the connection breaks. */
export function openTransport(url: string, name: string, warn: (error: unknown) => void): Transport {
  const takers = new Map<string, (payload: string) => void>()
  const subscriptions = new Map<string, Subscription>()
  let line: NatsConnection | undefined
  let isUp = false
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  const subjectOf = (channel: string) => `waymark.${name}.${channel}`

  function subscribeTo(channel: string, take: (payload: string) => void): void {
    if (!line || line.isClosed()) return
    const callback = (error: Error | null, message: { string(): string }) => {
      if (!error) take(message.string())
    }
    subscriptions.set(channel, line.subscribe(subjectOf(channel), { callback }))
  }

  async function open(): Promise<void> {
    try {
      line = await connect({ servers: url, name: 'waymark', noEcho: true, maxReconnectAttempts: -1 })
    } catch (error) {
      warn(error)
      if (!isClosed) retry = setTimeout(() => void open(), retryMs).unref()
      return
    }
    if (isClosed) return line.close()
    isUp = true
    for (const [channel, take] of takers) subscribeTo(channel, take)
    for await (const { type } of line.status()) {
      if (type === 'disconnect') isUp = false
      if (type === 'reconnect') isUp = true
    }
  }
  const opening = open()

  return {
    send(news) {
      if (!isUp) return false
      for (const { channel, payload } of news) line?.publish(subjectOf(channel), payload)
      return true
    },
    subscribe(channel, take) {
      takers.set(channel, take)
      subscribeTo(channel, take)
    },
    unsubscribe(channel) {
      takers.delete(channel)
      subscriptions.get(channel)?.unsubscribe()
      subscriptions.delete(channel)
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await line?.close()
      await opening.catch(() => {})
    },
  }
}
