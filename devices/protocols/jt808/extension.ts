/**
 * Item EB of trackers by BSJ and those built on them: { u16 length, u16 id, data }. The length counts the id. In the two
 * state words a bit of 0 is what has happened.
 */

import { latin1, left, part, type Reader, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { decimal, integer } from '../../bytes/text.ts'
import { type Draft, put, putCells, putList } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import type { ParameterName } from '../../values/parameters.ts'
import { plainCell, readNeighbours } from './cells.ts'
import { integerOf, raiseBits } from './rows.ts'

type Row = (into: Draft, data: Reader) => void

const text = (data: Reader): string => latin1(take(data, left(data)))

const whole =
  (key: ParameterName, bytes: 1 | 2 | 4, divisor = 1): Row =>
  (into, data) =>
    put(into, key, integerOf(data, bytes) / divisor)

const words =
  (key: ParameterName): Row =>
  (into, data) =>
    put(into, key, text(data))

/** Alarms of a state word in which a bit of 0 is what has happened. */
const stateBits =
  (key: ParameterName, alarms: Readonly<Record<number, Alarm | readonly Alarm[]>>): Row =>
  (into, data) => {
    const state = u32(data)
    put(into, key, state)
    raiseBits(into, ~state, alarms)
  }

const moved = 0
const stood = 1

const rows: Readonly<Record<number, Row>> = {
  1: whole('fuel.volume.1', 2, 10),
  35: (into, data) => put(into, 'fuel.volume.2', decimal(text(data))),
  // MCC;MNC;LAC;cell id
  36: (into, data) => {
    const [mcc, mnc, lac, cellid] = text(data).split(';').map(integer)
    putCells(into, [{ mcc, mnc, lac, cellid }])
  },
  // Millivolts: of the battery in two bytes; in four of the supply, unless it is no more than a battery has.
  45: (into, data) => {
    const isWide = left(data) >= 4
    const volts = (isWide ? u32(data) : u16(data)) / 1000
    put(into, volts > 6 || isWide ? 'external.powersource.voltage' : 'battery.voltage', volts)
  },
  48: whole('custom.rssi', 1),
  49: whole('position.satellites', 1),
  137: stateBits('custom.extended_state', {
    // The supply is down, as in bit 8 of the standard's alarms.
    0: ['power_cut', 'power_off'],
    4: 'crash',
    8: 'harsh_acceleration',
    9: 'harsh_braking',
    12: 'removal',
    25: 'harsh_cornering',
  }),
  163: words('device.firmware.version'),
  168: whole('battery.level', 1),
  178: (into, data) => put(into, 'gsm.sim.iccid', iccid(take(data, left(data)))),
  185: (into, data) => putWifi(into, data),
  197: (into, data) => {
    const at = data.at
    stateBits('custom.extended_state_2', { 6: 'vibration', 14: 'illuminance' })(into, data)
    const movement = (data.view.getUint32(at) >>> 23) & 3
    if (movement === moved || movement === stood) put(into, 'movement.status', movement === moved)
  },
  198: (into, data) => {
    const alarm = u8(data)
    put(into, 'custom.battery_alarm', alarm)
    if (alarm === 3 || alarm === 4) raise(into, 'low_battery')
  },
  206: whole('external.powersource.voltage', 2, 100),
  213: words('device.imei'),
  216: (into, data) => {
    if (left(data) === 9) putCells(into, [plainCell(data)])
  },
  225: whole('battery.level', 1),
  251: words('gsm.sim.iccid'),
}

/** Ten bytes of digits, filled with F; a few operators have letters within. An empty card is all zeros. */
export function iccid(bytes: Uint8Array): string | undefined {
  const digits = toHex(bytes)
  const end = digits.indexOf('f', 17)
  const whole = end < 0 ? digits : digits.slice(0, end)
  return bytes.some((byte) => byte !== 0) ? whole : undefined
}

/** A number of access points, then `address,strength` for each in text. */
function putWifi(into: Draft, data: Reader): void {
  u8(data)
  const fields = text(data).split(',')
  const points = []
  for (let at = 0; at + 1 < fields.length; at += 2) points.push({ mac: fields[at]!, rssi: integer(fields[at + 1]) })
  putList(into, 'wifi.points', points)
}

export function readExtension(into: Draft, data: Reader): void {
  if (isList(data)) {
    while (left(data) >= 4) {
      const item = part(data, u16(data))
      const id = u16(item)
      const row = rows[id]
      if (row && left(item) > 0) row(into, item)
      else if (left(item) > 0)
        put(into, `custom.extended_${id.toString(16).padStart(4, '0')}`, toHex(take(item, left(item))))
    }
  } else if (data.bytes.subarray(data.at, data.end).every((byte) => byte >= 32 && byte < 127)) {
    // Others say their time zone here, `UTC+08:00`, and a third kind its cells.
    put(into, 'custom.timezone', text(data))
  } else if (left(data) >= 8 && (left(data) - 3) % 5 === 0) {
    readNeighbours(into, data)
  } else {
    put(into, 'custom.param.235', toHex(take(data, left(data))))
  }
}

/** True when the lengths lead exactly to the end. */
function isList({ bytes, at, end }: Reader): boolean {
  let next = at
  while (next + 4 <= end) {
    const size = bytes[next]! * 256 + bytes[next + 1]!
    if (size < 2) return false
    next += 2 + size
  }
  return next === end
}
