/** The gateway as a whole: what sessions need, put together, and the ports opened. */
import { readFileSync } from 'node:fs'
import type { Context, Db } from '../context.ts'
import type { Notifications } from '../db/notifications.ts'
import { rateLimiter } from '../http/limits.ts'
import { noteStranger } from '../lobby/actions.ts'
import { logRepeated } from '../log.ts'
import { recoverTelemetry } from '../messages/actions.ts'
import { startWriter } from '../messages/writer.ts'
import { startTagWriter } from '../tags/writer.ts'
import { noteTls } from '../units/actions.ts'
import { admission } from './admission.ts'
import { connectionLog } from './connections.ts'
import { type Mouth, startDispatcher } from './dispatch.ts'
import { type Intake, openIntake } from './intake.ts'
import { allowance, allowances } from './limits.ts'
import { type Gateway, listenForTrackers } from './listen.ts'
import { listenForMqtt, mqttPortOf } from './mqtt.ts'
import { questions, sourceNetworkOf } from './questions.ts'
import type { House, Outlet } from './session.ts'

/** With the door for what comes over HTTP. */
export interface RunningGateway extends Gateway {
  readonly intake: Intake
}

/** Unknown trackers that are noted, of all networks together; of a flood the rest are left out. */
const notesPerMinute = 600

/** `admissionDb`: connections that nobody else waits for, so that unidentified peers stand in the way of themselves alone. */
export async function startGateway(
  ctx: Context,
  notifications: Notifications,
  admissionDb: Db = ctx.db,
): Promise<RunningGateway> {
  const { gateway: limits, gatewayHost: host, gatewayPort: port, gatewayTls: files } = ctx.config
  const tls = files && { cert: readFileSync(files.cert), key: readFileSync(files.key) }
  await recoverTelemetry(ctx)
  const writer = startTagWriter(ctx, startWriter(ctx, notifications), notifications)
  const admitting = { ...ctx, db: admissionDb }
  const door = admission(admitting, notifications, questions(limits.unknownIdentsPerMinute, ctx.log))
  const { admit, forget, whyNot } = door
  const connections = connectionLog(ctx)
  const seats = new Map<number, { outlet: Outlet; recheck: () => void; mouth?: Mouth }>()
  const peers = lastPeers()
  const dispatcher = await startDispatcher(
    ctx,
    notifications,
    (unitId) => seats.get(unitId)?.mouth ?? peers.mouthOf(unitId),
  )
  notifications.on('units', (unitId) => {
    // Without a number anything may have changed: an account was deleted, or the line to the database was cut.
    if (unitId === '') for (const seat of seats.values()) seat.recheck()
    else seats.get(Number(unitId))?.recheck()
  })
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
      const refusal = await whyNot(stranger.ident, stranger.protocol).catch(() => undefined)
      if (refusal) connections.refused({ ...refusal, peer: stranger.address, protocol: stranger.protocol.name })
    },
    takeSeat(unit, outlet, recheck) {
      const before = seats.get(unit.id)?.outlet
      if (before !== outlet) {
        before?.close('its tracker has connected again')
        connections.loggedIn(unit, outlet)
      }
      seats.set(unit.id, { outlet, recheck })
      if (unit.tls === outlet.isTls) return
      forget(unit.ident)
      noteTls(ctx, unit.id, outlet.isTls).catch((error) => logRepeated(ctx.log, error, 'TLS of a unit was not noted.'))
    },
    leaveSeat(unitId, outlet) {
      connections.closed(unitId, outlet)
      return seats.get(unitId)?.outlet === outlet && seats.delete(unitId)
    },
    hear(unitId, mouth, outlet) {
      const seat = seats.get(unitId)
      if (!outlet) peers.note(unitId, mouth)
      else if (seat?.outlet === outlet) seat.mouth = mouth
      dispatcher.present(unitId)
    },
    answered: dispatcher.answered,
    allowanceOf: allowances(() => allowance(perSecond, burst, writer.isBusy)),
  }
  const sockets = await listenForTrackers(house, { host, port, tls }, limits, ctx.log)
  // Whoever asks over HTTP is told when to come again, so what it may send is the same at all times.
  const strictly = { ...house, allowanceOf: allowances(() => allowance(perSecond, burst)) }
  const intake = openIntake(ctx, strictly, door)
  const mqtt = await listenForMqtt(house, intake, { host, port: mqttPortOf(ctx.config), tls }, limits, ctx.log)
  return {
    connections: sockets.connections,
    intake,
    async close() {
      await mqtt.close()
      await sockets.close()
      await dispatcher.close()
      await writer.close()
      await connections.close()
    },
  }
}

/** A router forgets whom a datagram came from after a minute or two, and nothing would find its way back. */
const peerFreshMs = 60_000
const peersMax = 200_000

function lastPeers() {
  const peers = new Map<number, { readonly mouth: Mouth; readonly until: number }>()
  return {
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
