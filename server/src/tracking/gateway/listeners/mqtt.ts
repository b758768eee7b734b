/**
 * Devices that publish JSON by MQTT 3.1 and 3.1.1. Aedes implements the protocol; a message is stored in its authorization
 * hook, so that a PUBACK (QoS 1) means: committed. Nothing is forwarded to another client, nothing is retained, and a
 * subscription delivers nothing. Aedes refuses MQTT 5 with its proper code.
 */
import type { Server, Socket } from 'node:net'
import { Duplex, Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext, type SecureContext } from 'node:tls'
import { type Protocol, ProtocolError, protocolByName, readReport } from '@waymark/devices'
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import type { Config, GatewayLimits } from '#kernel/config/config.ts'
import { type Log, logRepeated } from '#kernel/runtime/log.ts'
import type { Intake } from '../intake.ts'
import { type ConnectionSlot, connectionLimiter } from '../limits.ts'
import type { AdmittedUnit, SessionServices, Transport } from '../session-services.ts'
import {
  closeInBatches,
  type Gateway,
  type GatewayAddress,
  isTlsGreeting,
  listenTcp,
  peerName,
  plainAddress,
  secured,
} from './listen.ts'

const protocol: Protocol = protocolByName('mqtt')
/** A thousand messages with many values; more would let any device fill our memory. */
const packetBytesMax = 512 * 1024
/** Before the device has identified itself. */
const greetingBytesMax = 4 * 1024
const fullMs = 50
const drainMs = 5_000
/** `owntracks/USER/DEVICE`, and what is below it: `event`, `status`, `waypoints` … The login identifies the device. */
const ownTracksTopic = /^owntracks\/[^/]+\/[^/]+(?:\/[a-z]+)?$/
/** Per connection. */
const grantedMax = 32
const refusedCode = 4
const unavailableCode = 3

export const mqttPortOf = ({ mqttPort, gatewayPort }: Pick<Config, 'mqttPort' | 'gatewayPort'>): number =>
  mqttPort ?? gatewayPort + protocol.port

export type MqttListener = Pick<Gateway, 'handOver' | 'close'>

/** One device's connection, from the first byte on. */
interface DeviceConnection {
  readonly address: string
  readonly peer: string
  readonly since: number
  readonly transport: Transport
  readonly meter: Meter
  unit: AdmittedUnit | undefined
  ident: string
  secret: string
  mustRecheck: boolean
  isGone: boolean
  granted: number
  readonly slot: ConnectionSlot
}

export async function listenForMqtt(
  services: SessionServices,
  intake: Intake,
  { host, port, tls, descriptors }: GatewayAddress,
  limits: GatewayLimits,
  log: Log,
): Promise<MqttListener> {
  const limiter = connectionLimiter(limits)
  const connections = new WeakMap<Client, DeviceConnection>()
  const sockets = new Set<Socket>()
  let storing = 0

  async function login(device: DeviceConnection, ident: string, secret: string): Promise<boolean> {
    const credentials = { ident, protocol, secret, address: device.address, frame: new Uint8Array(), messages: [] }
    const unit = await intake.admit(credentials)
    if (!unit || unit === 'blocked') return false
    Object.assign(device, { unit, ident, secret, mustRecheck: unit.isOutdated ?? false })
    return true
  }

  async function store(device: DeviceConnection, topic: string, payload: Buffer): Promise<void> {
    const isOwnTracks = ownTracksTopic.test(topic)
    if (!isOwnTracks && topic !== 'messages' && topic !== `${device.ident}/messages`) {
      throw new ProtocolError(`no topic ${topic}`)
    }
    // OwnTracks publishes an empty payload to clear a retained message.
    const { messages } = isOwnTracks && payload.length === 0 ? { messages: [] } : readReport(parse(payload))
    if (device.mustRecheck && !(await login(device, device.ident, device.secret)))
      throw new ProtocolError('the unit was deleted')
    const unit = device.unit as AdmittedUnit
    for (let waitMs = intake.waitMs(unit); waitMs > 0; waitMs = intake.waitMs(unit)) await sleep(waitMs)
    while (intake.isFull()) await sleep(fullMs)
    await intake.append(unit, messages, payload, device.peer)
  }

  const broker = await Aedes.createBroker({
    connectTimeout: limits.frameSeconds * 1000,
    maxClientsIdLength: 128,
    maxInflightInbound: 64,
    // No other broker needs a heartbeat.
    heartbeatInterval: 3_600_000,
    preConnect: (_client, packet, done) => {
      // We would publish a last will in its name, at a time it did not choose.
      delete packet.will
      // Its client id is not needed, and another device with the same id could take over the connection.
      packet.clientId = ''
      packet.clean = true
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      const device = connections.get(client)
      if (!device) return done(refusalOf(unavailableCode), false)
      login(device, username ?? '', password?.toString('utf8') ?? '').then(
        (isAdmitted) => {
          if (!isAdmitted || device.isGone) return done(refusalOf(refusedCode), false)
          device.slot.release()
          device.meter.bytesMax = packetBytesMax
          services.claimConnection(device.unit as AdmittedUnit, device.transport, {
            recheck: () => {
              device.mustRecheck = true
            },
          })
          done(null, true)
        },
        (error) => {
          logRepeated(log, error, 'Failed to serve a device.')
          done(refusalOf(unavailableCode), false)
        },
      )
    },
    authorizePublish: (client, packet, done) => {
      const device = client && connections.get(client)
      if (!device?.unit) return done(new Error('not signed in'))
      packet.retain = false
      storing += 1
      store(device, packet.topic, Buffer.from(packet.payload))
        .then(
          () => done(null),
          (error) => {
            const isTheirs = error instanceof ProtocolError
            if (!isTheirs) logRepeated(log, error, 'Failed to serve a device.')
            device.transport.close(isTheirs ? error.message : 'the store is not available')
            done(error)
          },
        )
        .finally(() => {
          storing -= 1
        })
    },
    // We send nothing to devices over MQTT, so subscriptions are refused with 0x80. OwnTracks would disconnect then: its
    // subscriptions are granted, and never deliver anything.
    authorizeSubscribe: (client, subscription, done) => {
      const device = client && connections.get(client)
      const isGranted = device && subscription.topic.startsWith('owntracks/') && device.granted++ < grantedMax
      done(null, isGranted ? subscription : null)
    },
    authorizeForward: () => null,
  })
  const silent = () => {}
  broker.on('clientError', silent)
  broker.on('connectionError', silent)

  function begin(socket: Socket, isTls: boolean, address: string, slot: ConnectionSlot): void {
    const peer = peerName(address, socket.remotePort ?? 0)
    const since = Date.now()
    let closeReason: string | null = null
    const transport: Transport = {
      isTls,
      get connection() {
        return { peer, ageMs: Date.now() - since, closeReason }
      },
      send: silent,
      close(reason) {
        closeReason ??= reason
        log.info({ peer: address, reason }, 'Closed a device connection.')
        socket.end()
        setTimeout(() => socket.destroy(), 2_000).unref()
      },
      identified: silent,
      pause: silent,
      resume: silent,
    }
    const meter: Meter = { bytesMax: greetingBytesMax }
    const client = broker.handle(metered(socket, meter))
    const device: DeviceConnection = {
      ...{ address, peer, since, transport, meter, slot },
      ...{ unit: undefined, ident: '', secret: '', mustRecheck: false, isGone: false, granted: 0 },
    }
    connections.set(client, device)
    socket.setTimeout(limits.idleSeconds * 1000, () => socket.destroy())
    socket.on('close', () => {
      slot.release()
      device.isGone = true
      const { unit } = device
      if (unit && services.releaseConnection(unit, transport)) services.writer.release(unit.id)
    })
  }

  const secureContext = tls && createSecureContext({ minVersion: 'TLSv1.2', ...tls })
  const server: Server = await listenTcp(host, port, { log, descriptors }, 'WAYMARK_MQTT_PORT', (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    socket.on('error', () => socket.destroy()).on('close', descriptors.leave)
    const slot = limiter.acquire(address, () => socket.destroy())
    if (!slot) return void socket.destroy()
    sockets.add(socket)
    socket.setNoDelay(true).on('close', () => sockets.delete(socket))
    detectTls(socket, secureContext, limits, (own, isTls) => begin(own, isTls, address, slot), slot.release)
  })

  return {
    async handOver(overMs, hurry) {
      server.close()
      // What is not confirmed any more is published again, and stored once.
      await closeInBatches(sockets, overMs, hurry, (socket) => socket.end())
    },
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

/** Begins at once without a certificate, otherwise when the first bytes show whether this is TLS. */
function detectTls(
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
    throw new ProtocolError('the payload is not JSON')
  }
}

interface Meter {
  bytesMax: number
}

/**
 * Passes packets up to the meter's limit and disconnects as soon as a longer one announces its length. A fixed header
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
