/** The gateway's sockets: ports, TLS, timeouts and connection counts. What bytes mean is session.ts. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, type SecureContext, TLSSocket, type TlsOptions } from 'node:tls'
import { type Protocol, speaks, spoken } from '@waymark/devices'
import type { GatewayLimits } from '#kernel/config/config.ts'
import { type Log, logRepeated } from '#kernel/log.ts'
import type { Descriptors } from '#kernel/machine/descriptors.ts'
import type { Line } from '../connections/connections.ts'
import { receiveDatagram } from './datagram.ts'
import { type Doorkeeper, doorkeeper, type Guest } from './limits.ts'
import { type House, type Outlet, openSession, type Session } from './session.ts'

export interface GatewayAddress {
  readonly host: string
  /** The port that recognises any protocol; each protocol's own port is this plus its number. */
  readonly port: number
  /** Certificate and key; trackers then speak TLS or not, as they like, on the same ports. */
  readonly tls?: TlsOptions | undefined
  /** Every connection takes one. */
  readonly descriptors: Pick<Descriptors, 'enter' | 'leave'>
}

export interface Gateway {
  readonly connections: () => number
  /** Stops taking and reading, lets what was read be stored and answered, then closes. */
  close(): Promise<void>
}

const checkEveryMs = 5_000
const drainMs = 5_000
const unreadBytesMax = 64 * 1024
/** Among many who have not said who they are, each has this part of its time to do so. */
const crowdedShare = 3
/** Datagrams being looked up or stored; beyond this they are dropped, and their trackers send again. */
const datagramsMax = 2_000

export async function listenForTrackers(
  house: House,
  { host, port, tls, descriptors }: GatewayAddress,
  limits: GatewayLimits,
  log: Log,
): Promise<Gateway> {
  const connections = new Set<Connection>()
  const door = doorkeeper(limits)
  const servers: Server[] = []
  const datagrams: UdpSocket[] = []
  const open = async (at: number, protocol?: Protocol) => {
    const isTcp = protocol?.transport !== 'udp'
    if (isTcp)
      servers.push(
        await listenTcp(host, at, { log, descriptors }, 'WAYMARK_GATEWAY_PORT', (socket) => accept(socket, protocol)),
      )
    if (!protocol || speaks(protocol, 'udp')) datagrams.push(await listenUdp(host, at, house, log, protocol))
  }
  const secureContext = tls && createSecureContext({ minVersion: 'TLSv1.2', ...tls })
  const desk: Desk = { house, limits, door, log, secureContext, connections }
  const accept = (socket: Socket, protocol?: Protocol) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    socket.on('error', destroyed)
    let connection: Connection | undefined
    const guest = door.enter(address, () => connection?.destroy('others from its network had come before they spoke'))
    if (!guest) return void socket.destroy()
    connection = new Connection(desk, socket, address, guest, protocol)
    connections.add(connection)
  }
  await open(port)
  for (const protocol of spoken) await open(port + protocol.port, protocol)
  const timer = setInterval(() => {
    const now = Date.now()
    for (const connection of connections) connection.check(now)
  }, checkEveryMs).unref()

  return {
    connections: () => connections.size,
    async close() {
      clearInterval(timer)
      for (const server of servers) server.close()
      for (const socket of datagrams) socket.close()
      const settled = Promise.all([...connections].map((connection) => connection.drain()))
      await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, drainMs).unref())])
      await Promise.all([...connections].map((connection) => connection.closed()))
    },
  }
}

/** What all connections share. */
interface Desk {
  readonly house: House
  readonly limits: GatewayLimits
  readonly door: Doorkeeper
  readonly log: Log
  readonly secureContext: SecureContext | undefined
  readonly connections: Set<Connection>
}

/**
 * One tracker's socket. A class, for tens of thousands of them sit idle, and methods are shared where closures would be
 * made for each.
 */
class Connection implements Outlet {
  readonly #desk: Desk
  readonly #address: string
  readonly #protocol: Protocol | undefined
  readonly #since = Date.now()
  #socket: Socket
  #session: Session | undefined
  /** Its place among those who have not said who they are, from its first moment on, also while it greets in TLS. */
  #guest: Guest | undefined
  #lastByteAt = this.#since
  #frameSince = this.#since
  #peer = ''
  #closeReason: string | null = null
  isTls = false

  constructor(desk: Desk, socket: Socket, address: string, guest: Guest, protocol: Protocol | undefined) {
    this.#desk = desk
    this.#guest = guest
    this.#socket = socket
    this.#address = address
    this.#protocol = protocol
    socket
      .setNoDelay(true)
      .setKeepAlive(true, 60_000)
      .on('close', () => this.#gone())
    if (desk.secureContext) this.#hearGreeting(desk.secureContext)
    else this.#begin()
  }

  #hearGreeting(secureContext: SecureContext): void {
    const raw = this.#socket
    raw.once('data', (bytes) => {
      raw.pause()
      raw.unshift(bytes)
      this.isTls = isTlsGreeting(bytes)
      if (this.isTls) {
        this.#socket = secured(raw, secureContext, () => this.#begin()).on('close', () => this.#gone())
      } else this.#begin()
      process.nextTick(() => raw.resume())
    })
  }

  #begin(): void {
    const { remotePort = 0 } = this.#socket
    this.#peer = peerName(this.#address, remotePort)
    this.#session = openSession(this.#desk.house, this, 'tcp', this.#address, this.#peer, this.#protocol)
    this.#socket.on('data', (bytes: Buffer) => this.#receive(bytes))
  }

  #receive(bytes: Buffer): void {
    const now = Date.now()
    if (!this.#session!.isMidFrame()) this.#frameSince = now
    this.#lastByteAt = now
    this.#session!.receive(bytes)
  }

  #gone(): void {
    this.identified()
    this.#session?.end()
    this.#desk.connections.delete(this)
  }

  get line(): Line {
    const now = Date.now()
    const [ageMs, quietMs] = [now - this.#since, now - this.#lastByteAt]
    return { peer: this.#peer, ageMs, quietMs, closeReason: this.#closeReason }
  }

  identified(): void {
    this.#guest?.leave()
    this.#guest = undefined
  }

  send(bytes: Uint8Array): void {
    // A peer that never reads would have us remember every answer.
    if (this.#socket.writableLength > unreadBytesMax) this.destroy('it does not read its answers')
    else this.#socket.write(bytes)
  }

  close(reason: string): void {
    this.#desk.log.info({ peer: this.#address, reason }, 'A tracker was let go.')
    this.#closeReason ??= reason
    this.#socket.end()
    // A peer that does not read its end would keep the socket; its answer has had time to leave.
    setTimeout(() => this.destroy(), 2_000).unref()
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  check(now: number): void {
    const { frameSeconds, idleSeconds } = this.#desk.limits
    const limitMs = frameSeconds * 1000
    const isSlow = this.#session?.isMidFrame() && now - this.#frameSince > limitMs
    const firstMs = this.#desk.door.isCrowded() ? limitMs / crowdedShare : limitMs
    const isSilent = this.#guest !== undefined && now - this.#since > firstMs
    if (isSlow || isSilent) this.destroy(`a frame was not whole after ${(isSlow ? limitMs : firstMs) / 1000} s`)
    else if (now - this.#lastByteAt > idleSeconds * 1000) this.destroy(`nothing came for ${idleSeconds} s`)
  }

  async drain(): Promise<void> {
    this.#closeReason ??= 'the server was stopped'
    this.#socket.pause()
    await this.#session?.settled()
    this.#socket.end()
  }

  /** Resolves when everybody has heard of its end. */
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

/** One function for all sockets, which Node calls as a method of the socket. */
function destroyed(this: Socket): void {
  this.destroy()
}

/** A TLS greeting begins with these bytes, and no tracker protocol does. One byte alone tells nothing else either. */
export const isTlsGreeting = (bytes: Buffer) => bytes[0] === 0x16 && (bytes.length === 1 || bytes[1] === 0x03)

export function secured(raw: Socket, secureContext: SecureContext, ready: () => void): TLSSocket {
  const socket = new TLSSocket(raw, { isServer: true, secureContext })
  socket.on('error', () => socket.destroy())
  return socket.once('secure', ready)
}

/** IPv4 callers of a socket that takes both look like ::ffff:192.0.2.1. */
export const plainAddress = (address: string) => address.replace(/^::ffff:/, '')
export const peerName = (address: string, port: number) =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
export const addressOf = (peer: string) => peer.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')

export function listenTcp(
  host: string,
  port: number,
  { log, descriptors }: { readonly log: Log } & Pick<GatewayAddress, 'descriptors'>,
  setting: string,
  accept: (socket: Socket) => void,
): Promise<Server> {
  const { leave } = descriptors
  const server = createServer({ noDelay: true }, (socket) => {
    if (!descriptors.enter()) return void socket.on('error', destroyed).destroy()
    accept(socket.on('close', leave))
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, host, port, setting)))
    server.listen({ host, port, backlog: 4096 }, () => {
      // Later errors (no more file descriptors) cost one caller, not the gateway.
      server
        .removeAllListeners('error')
        .on('error', (error) => logRepeated(log, error, 'A tracker was not heard.', { port }))
      resolve(server)
    })
  })
}

function listenUdp(host: string, port: number, house: House, log: Log, protocol?: Protocol): Promise<UdpSocket> {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: 4 * 1024 * 1024 })
  let inFlight = 0
  socket.on('message', (datagram, { address, port: remotePort }) => {
    const send = (bytes: Uint8Array) => socket.send(bytes, remotePort, address, () => {})
    if (inFlight >= datagramsMax) return
    inFlight += 1
    const from = plainAddress(address)
    receiveDatagram(house, datagram, from, peerName(from, remotePort), send, protocol)
      .catch((error) => logRepeated(log, error, 'A datagram failed.'))
      .finally(() => {
        inFlight -= 1
      })
  })
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => reject(explain(error, host, port, 'WAYMARK_GATEWAY_PORT')))
    socket.bind({ address: host, port }, () => {
      socket
        .removeAllListeners('error')
        .on('error', (error) => logRepeated(log, error, 'A datagram was not heard.', { port }))
      resolve(socket)
    })
  })
}

function explain(error: NodeJS.ErrnoException, host: string, port: number, setting: string): Error {
  return error.code === 'EADDRINUSE'
    ? new Error(`Port ${port} on ${host} is taken. Stop what listens there, or set ${setting}.`)
    : new Error(`Trackers cannot be heard on ${host}, port ${port} (${error.code ?? error.message}).`)
}
