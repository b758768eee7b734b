/** A plain load balancer: sends every connection of a tracker and every request to a random node that reports ready. */
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#testing/ports.ts'

export interface Backend {
  readonly httpPort: number
  readonly gatewayPort: number
}

const checkMs = 250

export class Balancer {
  readonly #backends = new Set<Backend>()
  readonly #ready = new Set<Backend>()
  readonly #servers: Server[] = []
  readonly #sockets = new Set<Socket>()
  #isClosed = false

  constructor() {
    void this.#check()
  }

  async add(backend: Backend): Promise<void> {
    this.#backends.add(backend)
    await this.#checkOne(backend)
  }

  /** As an operator does by hand for a node that cannot announce that it is leaving. */
  takeOut(backend: Backend): void {
    this.#backends.delete(backend)
    this.#ready.delete(backend)
  }

  /** Trackers stay with their node until either side closes. */
  openTcp(offset: number): Promise<number> {
    return this.#listen(createServer((inner) => this.#relay(inner, offset, this.#shuffled())))
  }

  /** Every request may go to another node. */
  openHttp(): Promise<number> {
    return this.#listen(createHttpServer((asked, answer) => this.#forward(asked, answer, this.#shuffled())))
  }

  close(): void {
    this.#isClosed = true
    for (const server of this.#servers) server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  async #listen(server: Server): Promise<number> {
    const port = await freePort()
    this.#servers.push(server)
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return port
  }

  #shuffled(): Backend[] {
    const drawn = [...this.#ready].map((backend) => ({ backend, lot: Math.random() }))
    return drawn.toSorted((one, other) => one.lot - other.lot).map(({ backend }) => backend)
  }

  /** Skips a node that does not accept, as any load balancer does. */
  #relay(inner: Socket, offset: number, [first, ...others]: readonly Backend[]): void {
    if (!first) return void inner.destroy()
    const outer = connect(first.gatewayPort + offset, '127.0.0.1')
    const passOver = () => this.#relay(inner, offset, others)
    outer.once('error', passOver).once('connect', () => {
      outer.off('error', passOver).on('error', () => {})
      // What one side sent last must still arrive.
      outer.on('close', () => inner.end())
      inner.on('close', () => outer.end())
      inner.pipe(outer).pipe(inner)
    })
  }

  #forward(asked: IncomingMessage, answer: ServerResponse, [first, ...others]: readonly Backend[]): void {
    if (!first) return void answer.writeHead(503).end()
    const { method = 'GET', url: path, headers } = asked
    const port = first.httpPort
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (received) => {
      answer.writeHead(received.statusCode ?? 502, received.headers)
      received.pipe(answer)
    })
    sent.on('error', ({ code }: NodeJS.ErrnoException) => {
      // Only then has nothing of the request been read.
      if (code === 'ECONNREFUSED') this.#forward(asked, answer, others)
      else answer.destroy()
    })
    sent.on('socket', (socket) => socket.once('connect', () => asked.pipe(sent)))
  }

  async #check(): Promise<void> {
    while (!this.#isClosed) {
      await Promise.all([...this.#backends].map((backend) => this.#checkOne(backend)))
      await wait(checkMs)
    }
  }

  async #checkOne(backend: Backend): Promise<void> {
    const url = `http://127.0.0.1:${backend.httpPort}/readyz`
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    if (answer?.ok && this.#backends.has(backend)) this.#ready.add(backend)
    else this.#ready.delete(backend)
  }
}
