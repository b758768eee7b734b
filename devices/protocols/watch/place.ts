/**
 * A position: ddmmyy, hhmmss, A or V, latitude, N or S, longitude, E or W, km/h, course, metres, satellites, network %,
 * battery %, steps, tumbles, state in hex, cells, access points and, at times, an accuracy in metres.
 */

import { dateAndTime, decimal, hexNumber, integer } from '../../bytes/text.ts'
import { type Cell, type Draft, put, putCells, putList, putPosition } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'

/** The upper half of the state are alarms, the lower half lasting states of the same kind. */
const alarmBits: readonly (readonly [number, Alarm])[] = [
  [0, 'low_battery'],
  [1, 'geofence_exit'],
  [2, 'geofence_enter'],
  [14, 'power_cut'],
  [16, 'sos'],
  [17, 'low_battery'],
  [18, 'geofence_exit'],
  [19, 'geofence_enter'],
  [20, 'removal'],
  [21, 'fall'],
  [22, 'fall'],
]

/** Up to the course. */
const placeFieldsMin = 9

export function readPlace(into: Draft, word: string, text: string): void {
  const fields = text.split(',')
  if (fields.length < placeFieldsMin || (fields[2] !== 'A' && fields[2] !== 'V')) return
  const value = (index: number) => decimal(fields[index]?.trim())
  put(into, 'timestamp', dateAndTime(fields[0]!, fields[1] ?? '', 'ddmmyy'))
  put(into, 'position.valid', fields[2] === 'A')
  putPosition(into, signed(value(3), fields[4] === 'S'), signed(value(5), fields[6] === 'W'))
  put(into, 'position.speed', value(7))
  put(into, 'position.direction', value(8))
  put(into, 'position.altitude', value(9))
  put(into, 'position.satellites', integer(fields[10]))
  put(into, 'gsm.signal.level', integer(fields[11]))
  put(into, 'battery.level', integer(fields[12]))
  put(into, 'steps.counter', integer(fields[13]))
  put(into, 'custom.tumbles', integer(fields[14]))
  readState(into, fields[15])
  if (word.startsWith('AL') && into.values['alarm.type'] === undefined) raise(into, 'general')
  if (word === 'UD2' || word === 'WT2') put(into, 'message.buffered.status', true)
  readNetworks(into, fields, readCells(into, fields))
}

/** Some write the sign, some the hemisphere, some both. */
const signed = (value: number | undefined, isNegative: boolean): number | undefined =>
  value === undefined ? undefined : isNegative ? -Math.abs(value) : value

function readState(into: Draft, text: string | undefined): void {
  const state = hexNumber(text)
  if (state === undefined || state > 0xffff_ffff) return
  put(into, 'custom.state', state)
  put(into, 'battery.low.status', (state & 1) !== 0)
  if (state & 0x10) put(into, 'movement.status', true)
  for (const [bit, alarm] of alarmBits) if ((state >>> bit) & 1) raise(into, alarm)
}

/** Count, timing advance, country, network, then area, cell and signal of each. Returns where the access points begin. */
function readCells(into: Draft, fields: readonly string[]): number {
  const count = integer(fields[16]) ?? 0
  const first = 20
  if (count <= 0 || first + count * 3 > fields.length + 1) return count === 0 ? 18 : fields.length
  const mcc = integer(fields[18])
  const mnc = integer(fields[19])
  const cells: Cell[] = []
  for (let at = first; at < first + count * 3; at += 3) {
    cells.push({ mcc, mnc, lac: code(fields[at]), cellid: code(fields[at + 1]), rssi: integer(fields[at + 2]) })
  }
  putCells(into, cells)
  return first + count * 3
}

const code = (text: string | undefined): number | undefined => integer(text) ?? hexNumber(text)

/** A name may hold commas: what is certain is the address and the signal after it. */
function readNetworks(into: Draft, fields: readonly string[], from: number): void {
  const points: { ssid?: string; mac: string; rssi?: number }[] = []
  let nameAt = from + 1
  for (let at = from; at < fields.length; at++) {
    if (!isAddress(fields[at]!)) continue
    const ssid = fields.slice(nameAt, at).join(',') || undefined
    points.push({ ssid, mac: fields[at]!, rssi: integer(fields[at + 1]) })
    nameAt = at + 2
  }
  putList(into, 'wifi.points', points)
  if (points.length > 0 && nameAt === fields.length - 1)
    put(into, 'position.accuracy', decimal(fields[nameAt]) || undefined)
}

function isAddress(text: string): boolean {
  if (text.length !== 17) return false
  for (let at = 0; at < 17; at += 3) {
    if (hexNumber(text.slice(at, at + 2)) === undefined || (at < 15 && text[at + 2] !== ':')) return false
  }
  return true
}
