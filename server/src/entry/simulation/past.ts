/** What units of the demo did before anyone looked: a week of work, and nights in the yard. */
import type { Message } from '@waymark/devices'
import type { Context } from '#kernel/context.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { hardwareOf, type Unit } from '#tracking/units/unit.ts'
import { city, nearest } from './city.ts'
import { randomFrom } from './random.ts'
import { depots } from './town/network.ts'
import { toDegrees } from './town/plane.ts'
import { type Fix, vehicleIn } from './vehicle.ts'

const days = 7
const daySeconds = 86_400
/** Hours of the day, UTC. */
const shift = { from: 7, to: 16 }
const drivingSeconds = 15
const parkedSeconds = 300
const pause = { min: 900, max: 3_000 }
const tank = { litres: 70, refill: 22, perKm: 0.11 }
const overspeedKmh = 82
const messagesPerDelivery = 200

/** Through the writer, as if their trackers had sent it. */
export async function rememberPast(ctx: Context, units: readonly Unit[]): Promise<void> {
  const writer = startWriter(ctx)
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  await Promise.all(
    units.map(async ({ id, ident, name, hwId }) => {
      const { model, protocol } = hardwareOf(hwId)
      const unit = { id, ident, name, deviceTypeId: model.deviceTypeId, protocolId: protocol.id }
      const messages = pastOf(ident, now)
      for (let at = 0; at < messages.length; at += messagesPerDelivery) {
        const part = messages.slice(at, at + messagesPerDelivery)
        await writer.append({ unit, messages: part, frame: Buffer.alloc(0), peer: '127.0.0.1:0' })
      }
    }),
  )
  await writer.close()
}

/** Drives, pauses, and nights. Pure. */
export function pastOf(name: string, now: number): Message[] {
  const messages: Message[] = []
  const random = randomFrom(`${name} past`)
  let fuel = tank.refill + random() * (tank.litres - tank.refill)
  const yard = toDegrees(depots[0]!.centre)
  const home = nearest(city(), yard.latitude, yard.longitude)
  const comesBack = random() < 0.5
  let last: Fix | undefined
  const tell = (fix: Fix) => {
    fuel -= Math.max(0, fix.mileageKm - (last?.mileageKm ?? fix.mileageKm)) * tank.perKm
    last = fix
    messages.push(messageOf(fix, fuel))
  }
  /** Until it parks again; returns when. */
  const drive = (from: number, to?: number): number => {
    const vehicle = vehicleIn(city(), name, from, { ...(last ?? yard), to })
    let hasLeft = false
    for (let at = from; at < now; at += drivingSeconds) {
      const fix = vehicle.advanceTo(at)
      tell(fix)
      if (hasLeft && !fix.ignition) return at
      hasLeft ||= fix.ignition
    }
    return now
  }
  const park = (from: number, until: number) => {
    for (let at = from + parkedSeconds; at < Math.min(until, now); at += parkedSeconds) {
      if (last) tell({ ...last, at, speedKmh: 0 })
    }
  }
  const today = Math.floor(now / daySeconds) * daySeconds
  for (let day = today - days * daySeconds; day <= today; day += daySeconds) {
    let at = day + shift.from * 3600 + Math.floor(random() * 1800)
    const end = Math.min(now, day + shift.to * 3600)
    if (fuel < tank.refill) fuel = tank.litres
    while (at < end) {
      const parked = drive(at)
      at = parked + Math.floor(pause.min + random() * (pause.max - pause.min))
      park(parked, at)
    }
    // Some take the van home.
    if (at < now && comesBack) at = drive(at, home)
    park(at, day + daySeconds + shift.from * 3600)
  }
  return messages
}

const messageOf = (fix: Fix, fuel: number): Message => ({
  timestamp: fix.at,
  'position.latitude': fix.latitude,
  'position.longitude': fix.longitude,
  'position.altitude': fix.altitude,
  'position.speed': fix.speedKmh,
  'position.direction': fix.heading,
  'position.satellites': fix.satellites,
  'position.hdop': fix.hdop,
  'engine.ignition.status': fix.ignition,
  'external.powersource.voltage': fix.volts,
  'battery.voltage': fix.batteryVolts,
  'vehicle.mileage': fix.mileageKm,
  'fuel.volume': Number(fuel.toFixed(1)),
  ...(fix.speedKmh > overspeedKmh && { 'overspeeding.status': true, 'alarm.type': 'overspeed' }),
})
