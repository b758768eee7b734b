/**
 * Item EB of trackers by BSJ and those built on them: { u16 length, u16 id, data }. The length counts the id. In the two
 * state words a bit of 0 is what has happened.
 */
import { raise } from '../../alarms.ts'
import { latin1, left, part, type Reader, take, toHex, u8, u16, u32 } from '../../bytes.ts'
import { type Draft, put, putCells, putList } from '../../message.ts'
import { decimal, integer } from '../../text.ts'
import { plainCell, readNeighbours } from './cells.ts'

type Row = (into: Draft, data: Reader) => void

const text = (data: Reader): string => latin1(take(data, left(data)))

const rows: Readonly<Record<number, Row>> = {
  35: (into, data) => put(into, 'fuel.volume.2', decimal(text(data))),
  // MCC;MNC;LAC;cell id
  36: (into, data) => {
    const [mcc, mnc, lac, cellid] = text(data).split(';').map(integer)
    putCells(into, [{ mcc, mnc, lac, cellid }])
  },
  // Millivolts of the battery, or of the supply where there is more than a battery can have.
  45: (into, data) => {
    const volts = (left(data) >= 4 ? u32(data) : u16(data)) / 1000
    put(into, volts > 6 ? 'external.powersource.voltage' : 'battery.voltage', volts)
  },
  137: (into, data) => {
    const state = u32(data)
    put(into, 'custom.extended_state', state)
    if ((state & 0x1000) === 0) raise(into, 'removal')
  },
  163: (into, data) => put(into, 'device.firmware.version', text(data)),
  168: (into, data) => put(into, 'battery.level', u8(data)),
  178: (into, data) => put(into, 'gsm.sim.iccid', iccid(take(data, left(data)))),
  185: (into, data) => putWifi(into, data),
  197: (into, data) => {
    const state = u32(data)
    put(into, 'custom.extended_state_2', state)
    if ((state & 0x40) === 0) raise(into, 'vibration')
  },
  206: (into, data) => put(into, 'external.powersource.voltage', u16(data) / 100),
  213: (into, data) => put(into, 'device.imei', text(data)),
  216: (into, data) => {
    if (left(data) === 9) putCells(into, [plainCell(data)])
  },
  225: (into, data) => put(into, 'battery.level', u8(data)),
  251: (into, data) => put(into, 'gsm.sim.iccid', text(data)),
  48: (into, data) => put(into, 'custom.rssi', u8(data)),
  49: (into, data) => put(into, 'position.satellites', u8(data)),
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
      if (row) row(into, item)
      else put(into, `custom.extended_${id.toString(16).padStart(4, '0')}`, toHex(take(item, left(item))))
    }
  } else if (data.bytes[data.at] === 0x55) {
    // Others say their time zone here, `UTC+08:00`, and a third kind its cells.
    put(into, 'custom.timezone', text(data))
  } else if (left(data) >= 8 && (left(data) - 3) % 5 === 0) {
    readNeighbours(into, data)
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
