/**
 * Electronic locks of Jointech, which share the envelope.
 *
 *   5501 5502   date and time (6 BCD, DD MM YY hh mm ss, UTC), latitude (8 digits ddmmmmmm), longitude (9 digits dddmmmmmm)
 *               and four bits (fix, north, east), speed km/h, direction / 2, signal, satellites, mileage u32 km,
 *               battery %, cell id u32, LAC u16, product, state u16, alarms u16, { id, length, data }; when bit 15 of
 *               the attributes asks for it, the answer is 4401: the message's id, 0
 *   (…)         lines of text: (number,1,001,BASE,2,TIME) asks for the time; the others answer commands
 */

import { left, part, type Reader, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { putBcdPlace } from '../../families/jointech.ts'
import { type Draft, draft, finish, type Message, put, putCells } from '../../message.ts'
import type { Alarm } from '../../values/alarms.ts'
import { unlocked } from './locks.ts'
import { axes } from './masks.ts'
import { timeDigits } from './packet.ts'
import { number, type Rows, raiseBits, sized } from './rows.ts'

export function readLock(input: Reader, id: number): Message[] {
  const into = draft()
  putBcdPlace(into, input)
  put(into, 'position.speed', u8(input))
  put(into, 'position.direction', u8(input) * 2)
  put(into, 'custom.rssi', u8(input))
  put(into, 'position.satellites', u8(input))
  put(into, 'vehicle.mileage', u32(input))
  const battery = u8(input)
  if (battery <= 100) put(into, 'battery.level', battery)
  else if (battery === 0xaa || battery === 0xab) put(into, 'battery.charging.status', true)
  const cellid = u32(input)
  const lac = u16(input)
  putProduct(into, u8(input), u16(input), u16(input))
  if (id === fromMemory) put(into, 'message.buffered.status', true)
  while (left(input) >= 2) {
    const id = u8(input)
    const item = part(input, Math.min(u8(input), left(input)))
    const size = left(item)
    if (size > 0 && !items[id]?.(into, item, size)) put(into, `custom.param.${id}`, toHex(take(item, left(item))))
  }
  if (lac > 0) putCells(into, [{ lac, cellid }])
  const message = finish(into)
  return message ? [message] : []
}

const fromMemory = 0x5502
const lockProduct = 3
const lockAlarms: Readonly<Record<number, Alarm>> = {
  0: 'overspeed',
  1: 'low_power',
  2: 'vibration',
  3: 'low_battery',
  5: 'geofence_enter',
  6: 'geofence_exit',
}

function putProduct(into: Draft, product: number, state: number, alarms: number): void {
  put(into, 'custom.product', product)
  put(into, 'custom.status', state)
  if (product === lockProduct) put(into, 'engine.blocked.status', (state & 0x20) !== 0)
  if (alarms === 0) return
  put(into, 'alarm.code', alarms)
  raiseBits(into, alarms, product === lockProduct ? lockAlarms : { 0: 'low_power' })
}

const items: Rows = {
  2: number('position.altitude', -2),
  10: (into, item, size) => {
    if (size < 3) return false
    put(into, 'gsm.mcc', u16(item) || undefined)
    put(into, 'gsm.mnc', u8(item))
    return true
  },
  11: unlocked,
  12: sized(6, (into, item) => {
    put(into, 'custom.tilt', axes(item))
    return true
  }),
  16: number('custom.wake_source', 1),
  252: number('custom.geofence', 1),
}

export interface Line {
  readonly ident: string
  readonly messages: readonly Message[]
  readonly reply?: string
}

/** Undefined when it is no line of such a lock. */
export function readLine(text: string, receivedAt: Date): Line | undefined {
  const fields = text.slice(1, -1).split(',')
  const [ident = '', one, group, word, number, question] = fields
  if (fields.length < 4 || text[0] !== '(' || text.at(-1) !== ')') return undefined
  if (word === 'BASE' && number === '2' && question === 'TIME') {
    return { ident, messages: [], reply: `(${ident},${one},${group},BASE,2,${timeDigits(receivedAt)})` }
  }
  const into = draft()
  put(into, 'message.type', 'command.answer')
  put(into, 'message.content', text)
  return { ident, messages: [finish(into)!] }
}
