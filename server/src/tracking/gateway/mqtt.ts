/**
 * Devices that publish JSON by MQTT 3.1 and 3.1.1. Aedes keeps the conversation; what is published is stored while it asks
 * whether it may be, so that a PUBACK (QoS 1) means: committed. Nothing is ever handed on to another client, nothing is
 * retained, and a subscription brings nothing. MQTT 5 is refused by Aedes with its proper code.
 */
import type { Server, Socket } from 'node:net'
import { Duplex, Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext, type SecureContext } from 'node:tls'
import { type Protocol, ProtocolError, protocolByName, readReport } from '@waymark/devices'
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import type { Config, GatewayLimits } from '#kernel/config/config.ts'
import { type Log, logRepeated } from '#kernel/log.ts'
import type { Intake } from './intake.ts'
import { doorkeeper, type Guest } from './limits.ts'
import { type GatewayAddress, isTlsGreeting, listenTcp, peerName, plainAddress, secured } from './listen.ts'
import type { AdmittedUnit, House, Outlet } from './session.ts'

const protocol: Protocol = protocolByName('mqtt')
/** A thousand messages of many values; more would let a stranger have us remember it. */
const packetBytesMax = 512 * 1024
/** Before it has said who it is. */
const greetingBytesMax = 4 * 1024
const fullMs = 50
const drainMs = 5_000
/** `owntracks/USER/DEVICE`, and what is below it: `event`, `status`, `waypoints` … Who publishes is known by its login. */
const ownTracksTopic = /^owntracks\/[^/]+\/[^/]+(?:\/[a-z]+)?$/
/** Subscriptions of one connection. */
const grantedMax = 32
const refusedCode = 4
const unavailableCode = 3

export const mqttPortOf = ({ mqttPort, gatewayPort }: Pick<Config, 'mqttPort' | 'gatewayPort'>): number =>
  mqttPort ?? gatewayPort + protocol.port

export interface MqttListener {
  close(): Promise<void>
}

/** One device's connection, known by its client from the first byte on. */
interface Line {
  readonly address: string
  readonly peer: string
  readonly since: number
  readonly outlet: Outlet
  readonly meter: Meter
  unit: AdmittedUnit | undefined
  ident: string
  secret: string
  mustRecheck: boolean
  granted: number
  leaveDoor(): void
}

export async function listenForMqtt(
  house: House,
  intake: Intake,
  { host, port, tls, descriptors }: GatewayAddress,
  limits: GatewayLimits,
  log: Log,
): Promise<MqttListener> {
  const door = doorkeeper(limits)
  const lines = new WeakMap<Client, Line>()
  const sockets = new Set<Socket>()
  let storing = 0

  async function login(line: Line, ident: string, secret: string): Promise<boolean> {
    const knock = { ident, protocol, secret, address: line.address, frame: new Uint8Array(), messages: [] }
    const unit = await intake.admit(knock)
    if (!unit || unit === 'closed') return false
    Object.assign(line, { unit, ident, secret, mustRecheck: false })
    return true
  }

  async function store(line: Line, topic: string, payload: Buffer): Promise<void> {
    const isOwnTracks = ownTracksTopic.test(topic)
    if (!isOwnTracks && topic !== 'messages' && topic !== `${line.ident}/messages`) {
      throw new ProtocolError(`no topic ${topic}`)
    }
    // OwnTracks publishes nothing to have a retained message forgotten.
    const { messages } = isOwnTracks && payload.length === 0 ? { messages: [] } : readReport(parse(payload))
    if (line.mustRecheck && !(await login(line, line.ident, line.secret))) throw new ProtocolError('no unit any more')
    const unit = line.unit as AdmittedUnit
    for (let waitMs = intake.waitMs(unit); waitMs > 0; waitMs = intake.waitMs(unit)) await sleep(waitMs)
    while (intake.isFull()) await sleep(fullMs)
    await intake.append(unit, messages, payload, line.peer)
  }

  const broker = await Aedes.createBroker({
    connectTimeout: limits.frameSeconds * 1000,
    maxClientsIdLength: 128,
    maxInflightInbound: 64,
    // Nobody else is there to hear that it lives.
    heartbeatInterval: 3_600_000,
    preConnect: (_client, packet, done) => {
      // A last will would be published by us in its name, at a time it did not choose.
      delete packet.will
      // Its own name for itself is not needed, and another could take it over by it.
      packet.clientId = ''
      packet.clean = true
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      const line = lines.get(client)
      if (!line) return done(refusalOf(unavailableCode), false)
      login(line, username ?? '', password?.toString('utf8') ?? '').then(
        (isIn) => {
          if (!isIn) return done(refusalOf(refusedCode), false)
          line.leaveDoor()
          line.meter.bytesMax = packetBytesMax
          house.takeSeat(line.unit as AdmittedUnit, line.outlet, () => {
            line.mustRecheck = true
          })
          done(null, true)
        },
        (error) => {
          logRepeated(log, error, 'A device could not be served.')
          done(refusalOf(unavailableCode), false)
        },
      )
    },
    authorizePublish: (client, packet, done) => {
      const line = client && lines.get(client)
      if (!line?.unit) return done(new Error('not logged in'))
      packet.retain = false
      storing += 1
      store(line, packet.topic, Buffer.from(packet.payload))
        .then(
          () => done(null),
          (error) => {
            const isTheirs = error instanceof ProtocolError
            if (!isTheirs) logRepeated(log, error, 'A device could not be served.')
            line.outlet.close(isTheirs ? error.message : 'the store is not available')
            done(error)
          },
        )
        .finally(() => {
          storing -= 1
        })
    },
    // Nothing is told to devices over MQTT, so others are refused with 0x80. OwnTracks gives up the connection then: it is
    // granted what it asks for, of which nothing ever comes.
    authorizeSubscribe: (client, subscription, done) => {
      const line = client && lines.get(client)
      const isGranted = line && subscription.topic.startsWith('owntracks/') && line.granted++ < grantedMax
      done(null, isGranted ? subscription : null)
    },
    authorizeForward: () => null,
  })
  const silent = () => {}
  broker.on('clientError', silent)
  broker.on('connectionError', silent)

  function begin(socket: Socket, isTls: boolean, address: string, { leave: leaveDoor }: Guest): void {
    const peer = peerName(address, socket.remotePort ?? 0)
    const since = Date.now()
    let closeReason: string | null = null
    const outlet: Outlet = {
      isTls,
      get line() {
        return { peer, ageMs: Date.now() - since, closeReason }
      },
      send: silent,
      close(reason) {
        closeReason ??= reason
        log.info({ peer: address, reason }, 'A device was let go.')
        socket.end()
        setTimeout(() => socket.destroy(), 2_000).unref()
      },
      identified: silent,
      pause: silent,
      resume: silent,
    }
    const meter: Meter = { bytesMax: greetingBytesMax }
    const client = broker.handle(metered(socket, meter))
    const line: Line = {
      ...{ address, peer, since, outlet, meter, leaveDoor },
      ...{ unit: undefined, ident: '', secret: '', mustRecheck: false, granted: 0 },
    }
    lines.set(client, line)
    socket.setTimeout(limits.idleSeconds * 1000, () => socket.destroy())
    socket.on('close', () => {
      leaveDoor()
      const { unit } = line
      if (unit && house.leaveSeat(unit.id, outlet)) house.writer.release(unit.id)
    })
  }

  const secureContext = tls && createSecureContext({ minVersion: 'TLSv1.2', ...tls })
  const server: Server = await listenTcp(host, port, { log, descriptors }, 'WAYMARK_MQTT_PORT', (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    socket.on('error', () => socket.destroy())
    const guest = door.enter(address, () => socket.destroy())
    if (!guest) return void socket.destroy()
    sockets.add(socket)
    socket.setNoDelay(true).on('close', () => sockets.delete(socket))
    hear(socket, secureContext, limits, (own, isTls) => begin(own, isTls, address, guest), guest.leave)
  })

  return {
    async close() {
      server.close()
      for (const socket of sockets) socket.pause()
      for (const end = Date.now() + drainMs; storing > 0 && Date.now() < end; ) await sleep(10)
      for (const socket of sockets) socket.end()
      await new Promise<void>((resolve) => broker.close(resolve))
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Without a certificate at once, otherwise when the first bytes have told whether this is TLS. */
function hear(
  raw: Socket,
  secureContext: SecureContext | undefined,
  limits: GatewayLimits,
  begin: (socket: Socket, isTls: boolean) => void,
  gone: () => void,
): void {
  if (!secureContext) {
    begin(raw, false)
    return
  }
  let hasBegun = false
  const start = (socket: Socket, isTls: boolean) => {
    hasBegun = true
    clearTimeout(timer)
    begin(socket, isTls)
  }
  const timer = setTimeout(() => raw.destroy(), limits.frameSeconds * 1000).unref()
  raw.on('close', () => {
    clearTimeout(timer)
    if (!hasBegun) gone()
  })
  raw.once('data', (bytes) => {
    raw.pause()
    raw.unshift(bytes)
    if (isTlsGreeting(bytes)) {
      const socket = secured(raw, secureContext, () => start(socket, true))
    } else start(raw, false)
    process.nextTick(() => raw.resume())
  })
}

const refusalOf = (returnCode: number): AuthenticateError => Object.assign(new Error('refused'), { returnCode })

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch {
    throw new ProtocolError('what was published is not JSON')
  }
}

interface Meter {
  bytesMax: number
}

/**
 * Lets through packets up to the meter's limit and hangs up on longer ones when their length is announced. A fixed header
 * is one byte, then the length of the rest in up to four bytes of seven bits each, the lowest first.
 */
function metered(socket: Socket, meter: Meter): Duplex {
  let left = 0
  let shift = -1
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; ) {
        if (left > 0) {
          const taken = Math.min(left, chunk.length - at)
          left -= taken
          at += taken
          if (left === 0) shift = -1
          continue
        }
        const byte = chunk[at++] as number
        if (shift < 0) shift = 0
        else {
          length += (byte & 0x7f) * 2 ** shift
          shift += 7
          if (length > meter.bytesMax || shift > 28) return void socket.destroy()
          if (byte < 0x80) {
            left = length
            length = 0
            if (left === 0) shift = -1
          }
        }
      }
      done(null, chunk)
    },
  })
  let length = 0
  socket.pipe(guard)
  socket.on('close', () => guard.destroy())
  return Duplex.from({ readable: guard, writable: socket })
}
