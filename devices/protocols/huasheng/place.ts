/**
 * AA00: u16 state, u16 event, yymmddhhmmss in digits, longitude and latitude in 1/100000 degree, km/h, course, metres, km,
 * {u16 id, u16 length with both, data}.
 */

import { i32, latin1, left, part, type Reader, take, textOf, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { checkedIdent, dateAndTime, decimal, hexNumber, integer } from '../../bytes/text.ts'
import { told } from '../../families/lines.ts'
import { putPoints } from '../../families/network.ts'
import { putFix } from '../../families/nmea.ts'
import { type Cell, type Draft, draft, put, putCells } from '../../message.ts'
import type { Decoded } from '../../protocol.ts'
import { type Alarm, raise } from '../../values/alarms.ts'

const alarms: Readonly<Record<number, Alarm>> = {
  4: 'fatigue',
  6: 'sos',
  7: 'harsh_braking',
  8: 'harsh_acceleration',
  9: 'harsh_cornering',
  10: 'crash',
  16: 'removal',
}

export function readPlace(input: Reader): Decoded {
  const into = draft()
  const state = u16(input)
  put(into, 'custom.status', state)
  put(into, 'engine.ignition.status', (state & 0x4000) !== 0)
  const event = u16(input)
  put(into, 'event.enum', event)
  raise(into, alarms[event])
  const time = latin1(take(input, 12))
  put(into, 'timestamp', dateAndTime(time.slice(0, 6), time.slice(6), 'yymmdd'))
  const longitude = i32(input) / 1e5
  putFix(into, (state & 0x8000) !== 0, i32(input) / 1e5, longitude)
  put(into, 'position.speed', u16(input))
  put(into, 'position.direction', u16(input))
  put(into, 'position.altitude', u16(input))
  put(into, 'vehicle.mileage', u16(input))
  let ident: string | undefined
  while (left(input) >= 4) {
    const id = u16(input)
    const item = part(input, Math.min(Math.max(u16(input) - 4, 0), left(input)))
    if (id === imei) ident = checkedIdent(textOf(take(item, left(item))))
    else if (left(item) > 0 && !putItem(into, id, item)) put(into, `custom.item_${id}`, toHex(take(item, left(item))))
  }
  return told(ident, into)
}

const imei = 0x000f

type Read = readonly [least: number, (into: Draft, item: Reader) => void]

const items: Readonly<Record<number, Read>> = {
  1: [17, putEngine],
  5: [
    6,
    (into, item) => {
      put(into, 'custom.rssi', u8(item))
      put(into, 'position.hdop', u8(item))
      put(into, 'custom.run_time', u32(item))
    },
  ],
  9: [1, (into, item) => put(into, 'vehicle.vin', vinOf(textOf(take(item, left(item)))))],
  16: [1, (into, item) => putMileage(into, decimal(textOf(take(item, left(item)))))],
  17: [4, (into, item) => put(into, 'engine.motorhours', u32(item) * 0.05)],
  20: [7, putBus],
  32: [1, (into, item) => putCells(into, cellsOf(textOf(take(item, left(item)))))],
  33: [1, (into, item) => putAccessPoints(into, textOf(take(item, left(item))))],
}

function putItem(into: Draft, id: number, item: Reader): boolean {
  const [least, read] = items[id] ?? []
  if (!read || left(item) < least!) return false
  read(into, item)
  return true
}

const none8 = 0xff
const none16 = 0xffff
const known8 = (raw: number) => (raw === none8 ? undefined : raw)
/** A 0 means that the engine has not answered; as a value it would be -40 °C. */
const celsius = (raw: number) => (raw === none8 || raw === 0 ? undefined : raw - 40)

function putEngine(into: Draft, item: Reader): void {
  put(into, 'can.engine.coolant.temperature', celsius(u8(item)))
  const rpm = u16(item)
  if (rpm !== none16) put(into, 'can.engine.rpm', rpm)
  put(into, 'custom.average_speed', u8(item))
  put(into, 'custom.interval_fuel', u16(item))
  put(into, 'can.fuel.consumption.distance', u16(item) * 0.01)
  put(into, 'custom.trip', u16(item))
  put(into, 'external.powersource.voltage', u16(item) * 0.01)
  const fuel = known8(u8(item))
  if (fuel !== undefined) put(into, 'can.fuel.level', fuel * 0.4)
  // Newer firmware has a second reading of the tank before the number of the trip.
  if (left(item) >= 6) put(into, 'custom.fuel_level2', u16(item))
  const trip = u32(item)
  if (trip !== 0xffff_ffff) put(into, 'custom.trip_id', trip)
}

/** Two bytes of these we cannot name. */
function putBus(into: Draft, item: Reader): void {
  put(into, 'custom.bus_1', u8(item))
  put(into, 'can.engine.load.level', (u8(item) * 100) / 255)
  put(into, 'custom.bus_2', u8(item))
  put(into, 'can.intake.air.temperature', celsius(u8(item)))
  put(into, 'custom.air_flow', u16(item) / 100)
  put(into, 'can.throttle.level', (u8(item) * 100) / 255)
}

function putMileage(into: Draft, kilometres: number | undefined): void {
  if (kilometres) put(into, 'vehicle.mileage', kilometres)
}

const vinOf = (text: string): string | undefined => (/^F+$/.test(text) ? undefined : text)

/** `mcc@mnc@area@cell+…`, in decimal, and in hex where it must be. */
const cellsOf = (text: string): Cell[] =>
  text.split('+').map((cell) => {
    const [mcc, mnc, lac, cellid] = cell.split('@')
    return {
      mcc: integer(mcc),
      mnc: integer(mnc),
      lac: integer(lac) ?? hexNumber(lac),
      cellid: integer(cellid) ?? hexNumber(cellid),
    }
  })

function putAccessPoints(into: Draft, text: string): void {
  const points = text.split('+').map((point) => point.split('@'))
  putPoints(
    into,
    points.map(([mac = '', rssi]) => [mac.replaceAll(':', ''), integer(rssi)]),
  )
}
