/** The gateway's sockets: ports, TLS, timeouts and connection counts. session.ts reads the bytes. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext, type SecureContext, TLSSocket, type TlsOptions } from 'node:tls'
import { type Protocol, speaks, spoken } from '@waymark/devices'
import type { GatewayLimits } from '#kernel/config/config.ts'
import type { Descriptors } from '#kernel/runtime/descriptors.ts'
import { type Log, logRepeated } from '#kernel/runtime/log.ts'
import type { ConnectionInfo } from '../../connections/connections.ts'
import { type ConnectionLimiter, type ConnectionSlot, connectionLimiter } from '../limits.ts'
import { type Peer, Session } from '../session.ts'
import type { SessionServices, Transport } from '../session-services.ts'
import { receiveDatagram } from './datagram.ts'

export interface GatewayAddress {
  readonly host: string
  /** The port that recognises any protocol; each protocol's own port is this plus its number. */
  readonly port: number
  /** Certificate and key; with them the same ports take both TLS and plain connections. */
  readonly tls?: TlsOptions | undefined
  /** Every connection uses one. */
  readonly descriptors: Pick<Descriptors, 'enter' | 'leave'>
}

export interface Gateway {
  readonly connections: () => number
  /** Accepts no more connections and closes the open ones a few at a time, so that other nodes are not overrun. */
  handOver(overMs: number, hurry: AbortSignal): Promise<void>
  /** Stops accepting and reading, waits until everything read is stored and answered, then closes. */
  close(): Promise<void>
}

const checkEveryMs = 5_000
const drainMs = 5_000
const unreadBytesMax = 64 * 1024
/** When many are unidentified, each has this part of its time to identify itself. */
const crowdedShare = 3
/** Datagrams in progress; beyond this they are dropped, and their trackers send again. */
const datagramsMax = 2_000

export async function listenForTrackers(
  services: SessionServices,
  { host, port, tls, descriptors }: GatewayAddress,
  limits: GatewayLimits,
  log: Log,
): Promise<Gateway> {
  const connections = new Map<Socket, Connection>()
  const limiter = connectionLimiter(limits)
  const servers: Server[] = []
  const datagrams: UdpSocket[] = []
  const open = async (at: number, protocol?: Protocol) => {
    const isTcp = protocol?.transport !== 'udp'
    if (isTcp)
      servers.push(
        await listenTcp(host, at, { log, descriptors }, 'WAYMARK_GATEWAY_PORT', (socket) => accept(socket, protocol)),
      )
    if (!protocol || speaks(protocol, 'udp')) datagrams.push(await listenUdp(host, at, services, log, protocol))
  }
  const secureContext = tls && createSecureContext({ minVersion: 'TLSv1.2', ...tls })
  const context: ListenerContext = { services, limits, limiter, log, secureContext, connections, received }
  // Node calls these two as methods of the socket, so one of each serves all sockets.
  function received(this: Socket, bytes: Buffer): void {
    connections.get(this)?.receive(bytes)
  }
  function closed(this: Socket): void {
    descriptors.leave()
    connections.get(this)?.ended(this)
  }
  const accept = (socket: Socket, protocol?: Protocol) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    socket.on('error', destroyed).on('close', closed)
    let connection: Connection | undefined
    const slot = limiter.acquire(address, () =>
      connection?.destroy('too many connections from its network had not identified themselves'),
    )
    if (!slot) return void socket.destroy()
    connection = new Connection(context, socket, address, slot, protocol)
    connections.set(socket, connection)
    connection.begin()
  }
  await open(port)
  for (const protocol of spoken) await open(port + protocol.port, protocol)
  const timer = setInterval(() => {
    const now = uptimeMs()
    for (const connection of connections.values()) connection.check(now)
  }, checkEveryMs).unref()

  return {
    connections: () => connections.size,
    // Datagrams are read to the end: a load balancer may send them here for a while.
    async handOver(overMs, hurry) {
      for (const server of servers) server.close()
      await closeInBatches(connections, overMs, hurry, (connection) => void connection.drain())
    },
    async close() {
      clearInterval(timer)
      for (const server of servers) server.close()
      for (const socket of datagrams) socket.close()
      const settled = Promise.all([...connections.values()].map((connection) => connection.drain()))
      await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, drainMs).unref())])
      await Promise.all([...connections.values()].map((connection) => connection.closed()))
    },
  }
}

const batchMs = 250

/** Ends when all are closed, when the time is over, or when it must hurry. */
export async function closeInBatches<T extends object>(
  open: { readonly size: number; values(): Iterable<T> },
  overMs: number,
  hurry: AbortSignal,
  close: (one: T) => void,
): Promise<void> {
  const closing = new WeakSet<T>()
  for (let batches = Math.ceil(overMs / batchMs); batches > 0 && open.size > 0 && !hurry.aborted; batches--) {
    const left = [...open.values()].filter((one) => !closing.has(one))
    for (const one of left.slice(0, Math.ceil(left.length / batches))) {
      closing.add(one)
      close(one)
    }
    await sleep(batchMs, undefined, { signal: hurry }).catch(() => {})
  }
}

/** Shared by all connections of a listener. */
interface ListenerContext {
  readonly services: SessionServices
  readonly limits: GatewayLimits
  readonly limiter: ConnectionLimiter
  readonly log: Log
  readonly secureContext: SecureContext | undefined
  /** By the socket that was accepted, which is below the one of TLS. */
  readonly connections: Map<Socket, Connection>
  /** What listens to the data of a socket without TLS. */
  readonly received: (this: Socket, bytes: Buffer) => void
}

/**
 * One tracker's socket. A class, because tens of thousands of them sit idle, and methods are shared where closures would be
 * made for each.
 */
class Connection implements Transport, Peer {
  readonly #context: ListenerContext
  readonly #protocol: Protocol | undefined
  readonly #since = uptimeMs()
  #socket: Socket
  #session: Session | undefined
  /** Held until the peer has identified itself, from the first moment on, even during the TLS handshake. */
  #slot: ConnectionSlot | undefined
  #lastByteAt = this.#since
  #frameSince = this.#since
  #closeReason: string | null = null
  readonly link = 'tcp'
  readonly address: string
  name = ''
  isTls = false

  constructor(
    context: ListenerContext,
    socket: Socket,
    address: string,
    slot: ConnectionSlot,
    protocol: Protocol | undefined,
  ) {
    this.#context = context
    this.#slot = slot
    this.#socket = socket
    this.address = address
    this.#protocol = protocol
  }

  begin(): void {
    const { secureContext } = this.#context
    this.#socket.setNoDelay(true).setKeepAlive(true, 60_000)
    if (secureContext) this.#awaitGreeting(secureContext)
    else this.#converse()
  }

  #awaitGreeting(secureContext: SecureContext): void {
    const raw = this.#socket
    raw.once('data', (bytes) => {
      raw.pause()
      raw.unshift(bytes)
      this.isTls = isTlsGreeting(bytes)
      if (this.isTls) {
        this.#socket = secured(raw, secureContext, () => this.#converse()).on('close', () => this.ended(raw))
      } else this.#converse()
      process.nextTick(() => raw.resume())
    })
  }

  #converse(): void {
    this.name = peerName(this.address, this.#socket.remotePort ?? 0)
    this.#session = new Session(this.#context.services, this, this, this.#protocol)
    this.#socket.on('data', this.isTls ? (bytes: Buffer) => this.receive(bytes) : this.#context.received)
  }

  receive(bytes: Buffer): void {
    const now = uptimeMs()
    if (!this.#session!.isMidFrame()) this.#frameSince = now
    this.#lastByteAt = now
    this.#session!.receive(bytes)
  }

  ended(accepted: Socket): void {
    this.#context.connections.delete(accepted)
    this.identified()
    this.#session?.end()
  }

  get connection(): ConnectionInfo {
    const now = uptimeMs()
    const [ageMs, quietMs] = [now - this.#since, now - this.#lastByteAt]
    return { peer: this.name, ageMs, quietMs, closeReason: this.#closeReason }
  }

  identified(): void {
    this.#slot?.release()
    this.#slot = undefined
  }

  send(bytes: Uint8Array): void {
    // A peer that never reads would make us keep every reply.
    if (this.#socket.writableLength > unreadBytesMax) this.destroy('it does not read its replies')
    else this.#socket.write(bytes)
  }

  close(reason: string): void {
    this.#context.log.info({ peer: this.address, reason }, 'Closed a tracker connection.')
    this.#closeReason ??= reason
    this.#socket.end()
    // A peer that ignores the end would keep the socket; the last reply has had time to leave.
    setTimeout(() => this.destroy(), 2_000).unref()
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  check(now: number): void {
    const { frameSeconds, idleSeconds } = this.#context.limits
    const limitMs = frameSeconds * 1000
    const isSlow = this.#session?.isMidFrame() && now - this.#frameSince > limitMs
    const firstMs = this.#context.limiter.isCrowded() ? limitMs / crowdedShare : limitMs
    const isSilent = this.#slot !== undefined && now - this.#since > firstMs
    if (isSlow || isSilent) this.destroy(`a frame was incomplete after ${(isSlow ? limitMs : firstMs) / 1000} s`)
    else if (now - this.#lastByteAt > idleSeconds * 1000) this.destroy(`no data for ${idleSeconds} s`)
  }

  async drain(): Promise<void> {
    this.#closeReason ??= 'the server was stopped'
    this.#socket.pause()
    await this.#session?.settled()
    this.#socket.end()
  }

  /** Resolves when the socket has closed and its session has ended. */
  closed(): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.once('close', () => resolve())
      this.destroy()
    })
  }

  destroy(reason?: string): void {
    if (reason !== undefined) this.#closeReason ??= reason
    this.#socket.destroy()
  }
}

/** Whole milliseconds of this process. V8 keeps small whole numbers in the object itself, and those since 1970 outside. */
const uptimeMs = () => Math.trunc(performance.now())

/** One function for all sockets; Node calls it as a method of the socket. */
function destroyed(this: Socket): void {
  this.destroy()
}

/** A TLS greeting begins with these bytes, and no tracker protocol does, not even with the first byte alone. */
export const isTlsGreeting = (bytes: Buffer) => bytes[0] === 0x16 && (bytes.length === 1 || bytes[1] === 0x03)

export function secured(raw: Socket, secureContext: SecureContext, ready: () => void): TLSSocket {
  const socket = new TLSSocket(raw, { isServer: true, secureContext })
  socket.on('error', () => socket.destroy())
  return socket.once('secure', ready)
}

/** On a socket for both families, IPv4 peers look like ::ffff:192.0.2.1. */
export const plainAddress = (address: string) => address.replace(/^::ffff:/, '')
export const peerName = (address: string, port: number) =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
export const addressOf = (peer: string) => peer.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')

/** What accepts a socket calls `descriptors.leave` when it closes. */
export function listenTcp(
  host: string,
  port: number,
  { log, descriptors }: { readonly log: Log } & Pick<GatewayAddress, 'descriptors'>,
  setting: string,
  accept: (socket: Socket) => void,
): Promise<Server> {
  const server = createServer({ noDelay: true }, (socket) => {
    if (!descriptors.enter()) return void socket.on('error', destroyed).destroy()
    accept(socket)
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, host, port, setting)))
    server.listen({ host, port, backlog: 4096 }, () => {
      // Later errors (no more file descriptors) affect one connection, not the gateway.
      server
        .removeAllListeners('error')
        .on('error', (error) => logRepeated(log, error, 'Failed to accept a tracker connection.', { port }))
      resolve(server)
    })
  })
}

function listenUdp(
  host: string,
  port: number,
  services: SessionServices,
  log: Log,
  protocol?: Protocol,
): Promise<UdpSocket> {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: 4 * 1024 * 1024 })
  let inFlight = 0
  socket.on('message', (datagram, { address, port: remotePort }) => {
    const send = (bytes: Uint8Array) => socket.send(bytes, remotePort, address, () => {})
    if (inFlight >= datagramsMax) return
    inFlight += 1
    const from = plainAddress(address)
    receiveDatagram(services, datagram, from, peerName(from, remotePort), send, protocol)
      .catch((error) => logRepeated(log, error, 'Failed to handle a datagram.'))
      .finally(() => {
        inFlight -= 1
      })
  })
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => reject(explain(error, host, port, 'WAYMARK_GATEWAY_PORT')))
    socket.bind({ address: host, port }, () => {
      socket
        .removeAllListeners('error')
        .on('error', (error) => logRepeated(log, error, 'Failed to receive a datagram.', { port }))
      resolve(socket)
    })
  })
}

function explain(error: NodeJS.ErrnoException, host: string, port: number, setting: string): Error {
  return error.code === 'EADDRINUSE'
    ? new Error(`Port ${port} on ${host} is in use. Stop the program that listens there, or set ${setting}.`)
    : new Error(`Cannot listen for trackers on ${host}, port ${port} (${error.code ?? error.message}).`)
}
