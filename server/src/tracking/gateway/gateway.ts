/** Starts the gateway: builds what sessions need, and opens the ports. */
import { readFileSync } from 'node:fs'
import { rateLimiter } from '#kernel/api/limits.ts'
import type { Context } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub/pubsub.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { isFrom } from '#kernel/network/source-networks.ts'
import { type Descriptors, watchDescriptors } from '#kernel/runtime/descriptors.ts'
import { type DiskWatch, watchDisk } from '#kernel/runtime/disk.ts'
import { logRepeated } from '#kernel/runtime/log.ts'
import { startBeaconWriter } from '../beacons/writer.ts'
import { connectionLog, wrongChecksum } from '../connections/connections.ts'
import type { Writer } from '../messages/writing/delivery.ts'
import { Ownership } from '../messages/writing/ownership.ts'
import { startWriter } from '../messages/writing/writer.ts'
import { recordUnknownDevice } from '../unclaimed-devices/actions.ts'
import { listSources, noteTls } from '../units/actions.ts'
import { admission, outsideSourceNetworks } from './admission.ts'
import { type Intake, openIntake } from './intake.ts'
import { allowance, allowances } from './limits.ts'
import { type CommandSender, startDispatcher } from './listeners/dispatch.ts'
import { addressOf, type Gateway, listenForTrackers } from './listeners/listen.ts'
import { listenForMqtt, mqttPortOf } from './listeners/mqtt.ts'
import { lookupLimiter, sourceNetworkOf } from './lookup-limiter.ts'
import type { Claimant, SessionServices, Transport } from './session-services.ts'
import { monitorWriter, protocolNameOf } from './store-health.ts'
import { peerNetworks } from './trust/peer-networks.ts'

export interface RunningGateway extends Gateway {
  /** Takes reports that come over HTTP. */
  readonly intake: Intake
  /** Why nothing can be stored at the moment. */
  readonly trouble: () => string | undefined
}

/** Unknown trackers recorded in a minute, over all networks; during a flood the rest are left out. */
const recordsPerMinute = 600

/** The one connection of a unit. */
interface Claim {
  readonly protocolId: number
  readonly transport: Transport
  readonly claimant: Claimant
  /** The unit belonged to this node when the tracker connected, or has since. */
  isOwned: boolean
  sender: CommandSender | undefined
}

/** `admissionDb`: separate database connections, so that unidentified peers delay nobody else. */
export async function startGateway(
  ctx: Context,
  notifications: PubSub,
  admissionDb: Db = ctx.db,
  watches: { readonly disk?: DiskWatch; readonly descriptors?: Descriptors } = {},
): Promise<RunningGateway> {
  const { gateway: limits, gatewayHost: host, gatewayPort: port, gatewayTls: files } = ctx.config
  const tls = files && { cert: readFileSync(files.cert), key: readFileSync(files.key) }
  const { disk = await watchDisk(ctx), descriptors = await watchDescriptors(ctx) } = watches
  const ownership = new Ownership(ctx, notifications)
  const stored = startBeaconWriter(ctx, startWriter(ctx, notifications, ownership), notifications)
  const writer = monitorWriter(stored, ctx, disk.shortage)
  const admitting = { ...ctx, db: admissionDb }
  const admissions = admission(admitting, notifications, lookupLimiter(limits.unknownIdentsPerMinute, ctx.log))
  const { admit, forget, rejectionOf } = admissions
  const connections = connectionLog(ctx)
  const claims = new Map<number, Claim>()
  const peers = lastPeers()
  const networks = peerNetworks(ctx)
  const held = new Set<number>()
  const orHold = (unitId: number, isAllowed: boolean) => {
    if (!isAllowed) held.add(unitId)
    return isAllowed
  }
  const dispatcher = await startDispatcher(
    ctx,
    notifications,
    (unitId) => {
      const sender = claims.get(unitId)?.sender ?? peers.senderOf(unitId)
      return sender && orHold(unitId, sender.isProven || networks.mayCommand(unitId, sender.address))
        ? sender
        : undefined
    },
    (unitId, { isProven, address, isDatagram }) =>
      orHold(unitId, isProven || networks.maySendPassword(unitId, address, isDatagram)),
    ownership.owns,
  )
  ownership.onLost((lost, gone) => {
    if (lost === undefined) leaveAll()
    for (const unitId of gone) {
      peers.forget(unitId)
      const claim = claims.get(unitId)
      // A tracker that has just come back is not claimed yet.
      if (!claim?.isOwned) continue
      claim.sender = undefined
      claim.transport.close('the tracker has connected to another node')
    }
  })
  /** This node counted as dead: others may have its trackers, and would send their commands. */
  function leaveAll(): void {
    for (const unitId of peers.units()) peers.forget(unitId)
    for (const claim of claims.values()) {
      claim.sender = undefined
      claim.transport.close('the server was cut off from its database')
    }
  }
  // The hold of a command may end without a new frame from its tracker.
  const holdTimer = setInterval(() => {
    const units = [...held]
    held.clear()
    for (const unitId of units) dispatcher.reachable(unitId)
  }, heldCheckMs).unref()
  notifications.on('units', (unitId) => {
    // Without an id any unit may have changed: an account was deleted, or the database connection was interrupted.
    if (unitId === '') for (const claim of claims.values()) claim.claimant.recheck()
    else claims.get(Number(unitId))?.claimant.recheck()
    const changed = unitId === '' ? [...new Set([...claims.keys(), ...peers.units()])] : [Number(unitId)]
    closeOutsiders(changed.filter((id) => claims.has(id) || peers.senderOf(id))).catch((error) =>
      logRepeated(ctx.log, error, 'Failed to look up source networks.'),
    )
  })
  /** Peers outside the source networks of these units get nothing more, even if they never send again. */
  async function closeOutsiders(unitIds: readonly number[]): Promise<void> {
    if (unitIds.length === 0) return
    for (const { id, networks } of await listSources(ctx, unitIds)) {
      const claim = claims.get(id)
      if (claim?.transport.connection && !isFrom(networks, addressOf(claim.transport.connection.peer))) {
        claim.sender = undefined
        claim.transport.close(outsideSourceNetworks)
      }
      const peer = peers.senderOf(id)
      if (peer && !isFrom(networks, peer.address)) peers.forget(id)
    }
  }
  const { unitMessagesPerSecond: perSecond, unitMessagesBurst: burst } = limits
  const allowNetwork = rateLimiter(limits.unknownIdentsPerMinute)
  const allowRecord = rateLimiter(Math.max(recordsPerMinute, limits.unknownIdentsPerMinute))
  const services: SessionServices = {
    writer,
    turnAway: writer.turnAway,
    rejected: (protocol, reason) => ctx.meters.framesRejected.inc({ protocol: protocol?.name ?? 'unknown', reason }),
    clock: ctx.clock,
    log: ctx.log,
    admit,
    async reportUnknownDevice(device) {
      const { ident, protocol, address } = device
      if (!allowNetwork(sourceNetworkOf(address)).isAllowed || !allowRecord('').isAllowed) return
      await recordUnknownDevice(admitting, device).catch((error) =>
        logRepeated(ctx.log, error, 'Failed to record an unknown device.'),
      )
      const rejection = await rejectionOf(ident, protocol, address).catch(() => undefined)
      if (rejection) connections.refused({ ...rejection, peer: address, protocol: protocol.name })
    },
    doubted: (unit, { name: protocol }, peer) =>
      connections.refused({ unitId: unit.id, peer, protocol, reason: wrongChecksum }),
    claimConnection(unit, transport, claimant) {
      const claimed = claims.get(unit.id)
      const before = claimed?.transport
      if (before !== transport) {
        const address = addressOf(transport.connection?.peer ?? '')
        const isTakeover = !unit.isProven && isAnother(before, address)
        before?.close(
          isTakeover ? `another peer has taken over the connection: ${address}` : 'the tracker has connected again',
        )
        connections.loggedIn(unit, transport)
        ownership.claimSoon(unit.id).then(
          () => {
            const claim = claims.get(unit.id)
            if (claim?.transport === transport) claim.isOwned = true
            dispatcher.reachable(unit.id)
          },
          (error) => logRepeated(ctx.log, error, 'Failed to claim a unit.'),
        )
        if (transport.connection) networks.observe(unit, address, isTakeover)
      }
      const isOwned = before === transport && claimed?.isOwned === true
      claims.set(unit.id, { protocolId: unit.protocolId, transport, claimant, isOwned, sender: undefined })
      if (unit.tls === transport.isTls) return
      forget(unit.ident)
      noteTls(ctx, unit.id, transport.isTls).catch((error) =>
        logRepeated(ctx.log, error, 'Failed to record the TLS use of a unit.'),
      )
    },
    releaseConnection(unit, transport) {
      connections.closed(unit, transport)
      return claims.get(unit.id)?.transport === transport && claims.delete(unit.id)
    },
    registerSender(unit, sender, transport) {
      const claim = claims.get(unit.id)
      if (transport) {
        if (claim?.transport === transport) claim.sender = sender
      } else {
        const { address } = sender
        const last = peers.senderOf(unit.id)
        const isTakeover = isAnother(claim?.transport, address) || (last !== undefined && last.address !== address)
        // A connected tracker has not moved: another peer that uses its ident must not become the trusted one.
        if (claim?.transport.connection && isAnother(claim.transport, address))
          networks.observe(unit, addressOf(claim.transport.connection.peer), false)
        networks.observe(unit, address, isTakeover)
        peers.set(unit.id, sender)
      }
      dispatcher.reachable(unit.id)
    },
    answered: dispatcher.answered,
    allowanceOf: allowances(() => allowance(perSecond, burst, writer.isBusy)),
  }
  const endpoint = { host, tls, descriptors }
  const sockets = await listenForTrackers(services, { ...endpoint, port }, limits, ctx.log)
  // Over HTTP a device learns when to send again, so its allowance is the same at all times.
  const strictly = { ...services, allowanceOf: allowances(() => allowance(perSecond, burst)) }
  const intake = openIntake(ctx, strictly, admissions)
  const mqtt = await listenForMqtt(services, intake, { ...endpoint, port: mqttPortOf(ctx.config) }, limits, ctx.log)
  await descriptors.recount()
  measure(ctx, claims, writer)
  return {
    connections: sockets.connections,
    intake,
    trouble: writer.trouble,
    async handOver(overMs, hurry) {
      await Promise.all([mqtt.handOver(overMs, hurry), sockets.handOver(overMs, hurry)])
    },
    async close() {
      await mqtt.close()
      await sockets.close()
      clearInterval(holdTimer)
      await dispatcher.close()
      await networks.close()
      await writer.close()
      await connections.close()
      disk.close()
      descriptors.close()
    },
  }
}

/** A connection that was silent for longer may be one that its tracker has lost. */
const liveMs = 120_000
const heldCheckMs = 5_000

/** The unit has a live connection from another address. */
function isAnother(transport: Transport | undefined, address: string): boolean {
  const connection = transport?.connection
  return connection !== undefined && (connection.quietMs ?? 0) < liveMs && addressOf(connection.peer) !== address
}

function measure({ meters }: Context, claims: ReadonlyMap<number, Claim>, { waiting }: Pick<Writer, 'waiting'>): void {
  const trackers = () => {
    const counts = new Map<string, number>()
    for (const { protocolId } of claims.values()) {
      const name = protocolNameOf(protocolId)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return counts
  }
  meters.gauge('trackers_connected', 'Identified trackers with an open connection.', trackers, 'protocol')
  meters.gauge('writer_waiting_messages', 'Messages waiting to be stored.', waiting)
}

/** A router forgets the source of a datagram after a minute or two, and no answer would reach it. */
const peerFreshMs = 60_000
const peersMax = 200_000

function lastPeers() {
  const peers = new Map<number, { readonly sender: CommandSender; readonly until: number }>()
  return {
    units: () => peers.keys(),
    forget: (unitId: number) => void peers.delete(unitId),
    set(unitId: number, sender: CommandSender): void {
      if (peers.size >= peersMax) peers.clear()
      peers.set(unitId, { sender, until: performance.now() + peerFreshMs })
    },
    senderOf(unitId: number): CommandSender | undefined {
      const peer = peers.get(unitId)
      if (!peer || peer.until > performance.now()) return peer?.sender
      peers.delete(unitId)
      return undefined
    },
  }
}
