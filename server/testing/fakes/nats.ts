/** The part of a NATS server that nodes need: its text protocol over a real socket, subjects without wildcards. */
import { createServer, type Socket } from 'node:net'

export interface NatsServer {
  readonly url: string
  /** Number of subscriptions. */
  readonly subscriptions: () => number
  /** Number of subscriptions to this channel. */
  readonly wanting: (channel: string) => number
  /** How often something of this channel was delivered. */
  readonly delivered: (channel: string) => number
  /** Cuts every connection, as a restart does. */
  cut(): void
  close(): Promise<void>
}

interface Client {
  readonly socket: Socket
  /** Subject by subscription. */
  readonly wants: Map<string, string>
}

export async function startNats(): Promise<NatsServer> {
  const clients = new Set<Client>()
  const handed = new Map<string, number>()
  const server = createServer((socket) => {
    const client: Client = { socket, wants: new Map() }
    clients.add(client)
    socket.on('close', () => clients.delete(client)).on('error', () => socket.destroy())
    const { port } = server.address() as { port: number }
    const info = {
      server_id: 'test',
      version: '2.9.0',
      proto: 1,
      host: '127.0.0.1',
      port,
      max_payload: 1_048_576,
      headers: true,
    }
    socket.write(`INFO ${JSON.stringify(info)}\r\n`)
    let unread = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      unread = Buffer.concat([unread, bytes])
      for (;;) {
        const end = unread.indexOf('\r\n')
        if (end < 0) return
        const [verb = '', ...words] = unread.subarray(0, end).toString().split(' ')
        let used = end + 2
        if (verb === 'PUB') {
          const size = Number(words.at(-1))
          if (unread.length < used + size + 2) return
          publish(client, words[0]!, unread.subarray(used, used + size))
          used += size + 2
        }
        if (verb === 'SUB') client.wants.set(words.at(-1)!, words[0]!)
        if (verb === 'UNSUB') client.wants.delete(words[0]!)
        if (verb === 'PING') socket.write('PONG\r\n')
        unread = unread.subarray(used)
      }
    })
  })
  /** To everyone else: the nodes ask not to receive their own messages. */
  function publish(from: Client, subject: string, payload: Buffer): void {
    for (const { socket, wants } of clients) {
      if (socket === from.socket) continue
      for (const [id, wanted] of wants) {
        if (wanted !== subject) continue
        handed.set(subject, (handed.get(subject) ?? 0) + 1)
        socket.write(`MSG ${subject} ${id} ${payload.length}\r\n${payload}\r\n`)
      }
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const { socket } of clients) socket.destroy()
  }
  const subjects = () => [...clients].flatMap(({ wants }) => [...wants.values()])
  return {
    url: `nats://127.0.0.1:${(server.address() as { port: number }).port}`,
    subscriptions: () => subjects().length,
    wanting: (channel) => subjects().filter((subject) => subject.endsWith(`.${channel}`)).length,
    delivered: (channel) =>
      [...handed].reduce((sum, [subject, count]) => sum + (subject.endsWith(`.${channel}`) ? count : 0), 0),
    cut,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
    },
  }
}
