/** The gateway as a whole: what sessions need, put together, and the ports opened. */
import { readFileSync } from 'node:fs'
import type { Context } from '../context.ts'
import type { Notifications } from '../db/notifications.ts'
import { rateLimiter } from '../http/limits.ts'
import { noteStranger } from '../lobby/actions.ts'
import { recoverTelemetry } from '../messages/actions.ts'
import { startWriter } from '../messages/writer.ts'
import { noteTls } from '../units/actions.ts'
import { admission } from './admission.ts'
import { type Allowance, allowance } from './limits.ts'
import { type Gateway, listenForTrackers } from './listen.ts'
import type { House, Outlet } from './session.ts'

const allowancesMax = 200_000

export async function startGateway(ctx: Context, notifications: Notifications): Promise<Gateway> {
  const { gateway: limits, gatewayHost: host, gatewayPort: port, gatewayTls: files } = ctx.config
  const tls = files && { cert: readFileSync(files.cert), key: readFileSync(files.key) }
  await recoverTelemetry(ctx)
  const writer = startWriter(ctx)
  const { admit, forget } = admission(ctx, notifications)
  const seats = new Map<number, { outlet: Outlet; recheck: () => void }>()
  notifications.on('units', (unitId) => {
    // Without a number anything may have changed: an account was deleted, or the line to the database was cut.
    if (unitId === '') for (const seat of seats.values()) seat.recheck()
    else seats.get(Number(unitId))?.recheck()
  })
  const allowances = new Map<number, Allowance>()
  const allowStranger = rateLimiter(limits.unknownIdentsPerMinute)
  const house: House = {
    writer,
    clock: ctx.clock,
    log: ctx.log,
    admit,
    async receiveStranger(stranger) {
      if (!allowStranger(stranger.address).isAllowed) return
      await noteStranger(ctx, stranger).catch((error) => ctx.log.warn({ err: error }, 'A stranger was not noted.'))
    },
    takeSeat(unit, outlet, recheck) {
      const before = seats.get(unit.id)?.outlet
      if (before !== outlet) before?.close('its tracker has connected again')
      seats.set(unit.id, { outlet, recheck })
      if (unit.tls === outlet.isTls) return
      forget(unit.ident)
      noteTls(ctx, unit.id, outlet.isTls).catch((error) => ctx.log.warn({ err: error }, 'TLS of a unit was not noted.'))
    },
    leaveSeat(unitId, outlet) {
      return seats.get(unitId)?.outlet === outlet && seats.delete(unitId)
    },
    allowanceOf(unitId: number) {
      const known = allowances.get(unitId)
      if (known) return known
      if (allowances.size >= allowancesMax) allowances.clear()
      const fresh = allowance(limits.unitMessagesPerSecond, limits.unitMessagesBurst)
      allowances.set(unitId, fresh)
      return fresh
    },
  }
  const sockets = await listenForTrackers(house, { host, port, tls }, limits, ctx.log)
  return {
    connections: sockets.connections,
    async close() {
      await sockets.close()
      await writer.close()
    },
  }
}
