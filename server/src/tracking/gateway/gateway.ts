/** The gateway as a whole: what sessions need, put together, and the ports opened. */
import { readFileSync } from 'node:fs'
import { protocolByName, protocols } from '@waymark/devices'
import { rateLimiter } from '#kernel/api/limits.ts'
import type { Context } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { logRepeated } from '#kernel/log.ts'
import { type Descriptors, watchDescriptors } from '#kernel/machine/descriptors.ts'
import { type DiskWatch, watchDisk } from '#kernel/machine/disk.ts'
import { isFrom } from '#kernel/source-networks.ts'
import { startTagWriter } from '../beacons/writer.ts'
import { connectionLog } from '../connections/connections.ts'
import { startWriter, type Writer } from '../messages/writer.ts'
import { noteStranger } from '../unclaimed-devices/actions.ts'
import { listSources, noteTls } from '../units/actions.ts'
import { admission, fromElsewhere } from './admission.ts'
import { type Mouth, startDispatcher } from './dispatch.ts'
import { type Intake, openIntake } from './intake.ts'
import { allowance, allowances } from './limits.ts'
import { addressOf, type Gateway, listenForTrackers } from './listen.ts'
import { listenForMqtt, mqttPortOf } from './mqtt.ts'
import { peerNetworks } from './networks.ts'
import { questions, sourceNetworkOf } from './questions.ts'
import type { House, Outlet } from './session.ts'
import { watchStoring } from './storing.ts'

/** With the door for what comes over HTTP. */
export interface RunningGateway extends Gateway {
  readonly intake: Intake
  /** Why nothing can be stored at the moment. */
  readonly trouble: () => string | undefined
}

/** Unknown trackers that are noted, of all networks together; of a flood the rest are left out. */
const notesPerMinute = 600

/** `admissionDb`: connections that nobody else waits for, so that unidentified peers stand in the way of themselves alone. */
export async function startGateway(
  ctx: Context,
  notifications: PubSub,
  admissionDb: Db = ctx.db,
  watches: { readonly disk?: DiskWatch; readonly descriptors?: Descriptors } = {},
): Promise<RunningGateway> {
  const { gateway: limits, gatewayHost: host, gatewayPort: port, gatewayTls: files } = ctx.config
  const tls = files && { cert: readFileSync(files.cert), key: readFileSync(files.key) }
  const { disk = await watchDisk(ctx), descriptors = await watchDescriptors(ctx) } = watches
  const stored = startTagWriter(ctx, startWriter(ctx, notifications), notifications)
  const writer = watchStoring(stored, ctx, disk.shortage)
  const admitting = { ...ctx, db: admissionDb }
  const door = admission(admitting, notifications, questions(limits.unknownIdentsPerMinute, ctx.log))
  const { admit, forget, whyNot } = door
  const connections = connectionLog(ctx)
  const seats = new Map<number, { protocolId: number; outlet: Outlet; recheck: () => void; mouth?: Mouth }>()
  const peers = lastPeers()
  const networks = peerNetworks(ctx)
  const held = new Set<number>()
  const orHeld = (unitId: number, isFine: boolean) => {
    if (!isFine) held.add(unitId)
    return isFine
  }
  const dispatcher = await startDispatcher(
    ctx,
    notifications,
    (unitId) => {
      const mouth = seats.get(unitId)?.mouth ?? peers.mouthOf(unitId)
      return mouth && orHeld(unitId, mouth.isProven || networks.mayCommand(unitId, mouth.address)) ? mouth : undefined
    },
    (unitId, { isProven, address, isDatagram }) =>
      orHeld(unitId, isProven || networks.mayHavePassword(unitId, address, isDatagram)),
  )
  // Time alone may let a command go: its tracker does not have to speak again.
  const holding = setInterval(() => {
    const units = [...held]
    held.clear()
    for (const unitId of units) dispatcher.present(unitId)
  }, heldCheckMs).unref()
  notifications.on('units', (unitId) => {
    // Without a number anything may have changed: an account was deleted, or the line to the database was cut.
    if (unitId === '') for (const seat of seats.values()) seat.recheck()
    else seats.get(Number(unitId))?.recheck()
    const heard = unitId === '' ? [...new Set([...seats.keys(), ...peers.units()])] : [Number(unitId)]
    closeToOthers(heard.filter((id) => seats.has(id) || peers.mouthOf(id))).catch((error) =>
      logRepeated(ctx.log, error, 'Source networks could not be looked up.'),
    )
  })
  /** Whoever speaks from where these units' trackers may not is sent nothing more, even if it never speaks again. */
  async function closeToOthers(unitIds: readonly number[]): Promise<void> {
    if (unitIds.length === 0) return
    for (const { id, networks } of await listSources(ctx, unitIds)) {
      const seat = seats.get(id)
      if (seat?.outlet.line && !isFrom(networks, addressOf(seat.outlet.line.peer))) {
        delete seat.mouth
        seat.outlet.close(fromElsewhere)
      }
      const peer = peers.mouthOf(id)
      if (peer && !isFrom(networks, peer.address)) peers.forget(id)
    }
  }
  const { unitMessagesPerSecond: perSecond, unitMessagesBurst: burst } = limits
  const allowStranger = rateLimiter(limits.unknownIdentsPerMinute)
  const allowNote = rateLimiter(Math.max(notesPerMinute, limits.unknownIdentsPerMinute))
  const house: House = {
    writer,
    clock: ctx.clock,
    log: ctx.log,
    admit,
    async receiveStranger(stranger) {
      if (!allowStranger(sourceNetworkOf(stranger.address)).isAllowed || !allowNote('').isAllowed) return
      await noteStranger(admitting, stranger).catch((error) =>
        logRepeated(ctx.log, error, 'An unknown tracker was not noted.'),
      )
      const refusal = await whyNot(stranger.ident, stranger.protocol, stranger.address).catch(() => undefined)
      if (refusal) connections.refused({ ...refusal, peer: stranger.address, protocol: stranger.protocol.name })
    },
    takeSeat(unit, outlet, recheck) {
      const before = seats.get(unit.id)?.outlet
      if (before !== outlet) {
        const address = addressOf(outlet.line?.peer ?? '')
        const isTakeover = !unit.isProven && isAnother(before, address)
        before?.close(isTakeover ? `another peer has taken its place: ${address}` : 'its tracker has connected again')
        connections.loggedIn(unit, outlet)
        if (outlet.line) networks.sight(unit, address, isTakeover)
      }
      seats.set(unit.id, { protocolId: unit.protocolId, outlet, recheck })
      if (unit.tls === outlet.isTls) return
      forget(unit.ident)
      noteTls(ctx, unit.id, outlet.isTls).catch((error) => logRepeated(ctx.log, error, 'TLS of a unit was not noted.'))
    },
    leaveSeat(unitId, outlet) {
      connections.closed(unitId, outlet)
      return seats.get(unitId)?.outlet === outlet && seats.delete(unitId)
    },
    hear(unit, mouth, outlet) {
      const seat = seats.get(unit.id)
      if (outlet) {
        if (seat?.outlet === outlet) seat.mouth = mouth
      } else {
        const { address } = mouth
        const last = peers.mouthOf(unit.id)
        const isTakeover = isAnother(seat?.outlet, address) || (last !== undefined && last.address !== address)
        // A tracker that is connected has not gone elsewhere: whoever else speaks for it does not become the one.
        if (seat?.outlet.line && isAnother(seat.outlet, address))
          networks.sight(unit, addressOf(seat.outlet.line.peer), false)
        networks.sight(unit, address, isTakeover)
        peers.note(unit.id, mouth)
      }
      dispatcher.present(unit.id)
    },
    answered: dispatcher.answered,
    allowanceOf: allowances(() => allowance(perSecond, burst, writer.isBusy)),
  }
  const address = { host, tls, descriptors }
  const sockets = await listenForTrackers(house, { ...address, port }, limits, ctx.log)
  // Whoever asks over HTTP is told when to come again, so what it may send is the same at all times.
  const strictly = { ...house, allowanceOf: allowances(() => allowance(perSecond, burst)) }
  const intake = openIntake(ctx, strictly, door)
  const mqtt = await listenForMqtt(house, intake, { ...address, port: mqttPortOf(ctx.config) }, limits, ctx.log)
  measure(ctx, seats, writer)
  return {
    connections: sockets.connections,
    intake,
    trouble: writer.trouble,
    async close() {
      await mqtt.close()
      await sockets.close()
      clearInterval(holding)
      await dispatcher.close()
      await networks.close()
      await writer.close()
      await connections.close()
      disk.close()
      descriptors.close()
    },
  }
}

/** A connection on which nothing was heard for longer may be one that its tracker has lost. */
const liveMs = 120_000
const heldCheckMs = 5_000

/** The unit has a live connection from another address. */
function isAnother(outlet: Outlet | undefined, address: string): boolean {
  const line = outlet?.line
  return line !== undefined && (line.quietMs ?? 0) < liveMs && addressOf(line.peer) !== address
}

function measure(
  { meters }: Context,
  seats: ReadonlyMap<number, { readonly protocolId: number }>,
  { waiting }: Pick<Writer, 'waiting'>,
): void {
  const names = new Map(protocols.map(({ name }) => [protocolByName(name).id, name as string]))
  const trackers = () => {
    const counts = new Map<string, number>()
    for (const { protocolId } of seats.values()) {
      const name = names.get(protocolId) ?? 'unknown'
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return counts
  }
  meters.gauge(
    'trackers_connected',
    'Trackers with an open connection that have said who they are.',
    trackers,
    'protocol',
  )
  meters.gauge('writer_waiting_messages', 'Messages that wait to be stored.', waiting)
}

/** A router forgets whom a datagram came from after a minute or two, and nothing would find its way back. */
const peerFreshMs = 60_000
const peersMax = 200_000

function lastPeers() {
  const peers = new Map<number, { readonly mouth: Mouth; readonly until: number }>()
  return {
    units: () => peers.keys(),
    forget: (unitId: number) => void peers.delete(unitId),
    note(unitId: number, mouth: Mouth): void {
      if (peers.size >= peersMax) peers.clear()
      peers.set(unitId, { mouth, until: performance.now() + peerFreshMs })
    },
    mouthOf(unitId: number): Mouth | undefined {
      const peer = peers.get(unitId)
      if (!peer || peer.until > performance.now()) return peer?.mouth
      peers.delete(unitId)
      return undefined
    },
  }
}
