/**
 * News between nodes through NATS, for frequent news that may be lost: a node that misses it finds it in the database. Nodes
 * of one installation have one subject; what a process says itself it does not hear.
 */
import { connect, type NatsConnection } from '@nats-io/transport-node'

export interface Transport {
  /** False: NATS is away, and the database has to tell. */
  send(channel: string, payloads: readonly string[]): boolean
  subscribe(channel: string, take: (payload: string) => void): void
  close(): Promise<void>
}

const retryMs = 1_000

/** `name` is the installation's. Opened in the background, and again whenever it breaks. */
export function openTransport(url: string, name: string, warn: (error: unknown) => void): Transport {
  const takers = new Map<string, (payload: string) => void>()
  let line: NatsConnection | undefined
  let isUp = false
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  const subjectOf = (channel: string) => `waymark.${name}.${channel}`

  function subscribeTo(channel: string, take: (payload: string) => void): void {
    line?.subscribe(subjectOf(channel), {
      callback: (error, message) => {
        if (!error) take(message.string())
      },
    })
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
    send(channel, payloads) {
      if (!isUp) return false
      for (const payload of payloads) line?.publish(subjectOf(channel), payload)
      return true
    },
    subscribe(channel, take) {
      takers.set(channel, take)
      subscribeTo(channel, take)
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await line?.close()
      await opening.catch(() => {})
    },
  }
}
