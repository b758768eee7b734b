/**
 * Gotop (TL-201, TL-218, VT-360 and pet trackers), in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   <imei>,CMD-T,A,DATE:yymmdd,TIME:hhmmss,LAT:22.7634066N,LON:114.3964783E,Speed:000.0,<inputs->battery-signal,…#
 *   CMD-T position, CMD-F position asked for, CMD-KEY an SOS call, ALM-B… zones, CMD-X heartbeat
 *
 * What follows the signal: altitude and HDOP, or HDOP alone, the cell, access points, beacons. No replies.
 */

import { checkedIdent, dateAndTime, decimal, integer, isDigits } from '../bytes/text.ts'
import { putFields } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { putHexCell, putPoints } from '../families/network.ts'
import { putFix } from '../families/nmea.ts'
import { anyOf, digits, opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { raise } from '../values/alarms.ts'
import { putBeacons } from '../values/beacon.ts'

export default defineLines({
  opening: anyOf(opening(digits(15), ',CMD-'), opening(digits(15), ',ALM-')),
  end: '#',
  frameBytesMax: 4096,

  read({ text }) {
    const [ident = '', type = '', status, ...fields] = text.split(',')
    if (!isDigits(ident)) return {}
    const into = draft()
    if (fields.length >= 5) {
      putType(into, type)
      putPlace(into, status, fields)
      putRest(into, fields.slice(5), text)
    }
    return told(checkedIdent(ident), into)
  },
})

function putType(into: Draft, type: string): void {
  put(into, 'message.type', type)
  if (type === 'CMD-KEY') raise(into, 'sos')
  // The odd numbers of the zones are entries.
  if (type.startsWith('ALM-B')) raise(into, (integer(type[5]) ?? 0) % 2 > 0 ? 'geofence_enter' : 'geofence_exit')
}

const unnamed = (text = ''): string => text.slice(text.indexOf(':') + 1)

function putPlace(into: Draft, status: string | undefined, fields: readonly string[]): void {
  const [date = '', time = '', north = '', east = '', speed] = fields.slice(0, 5).map(unnamed)
  put(into, 'timestamp', dateAndTime(date, time, 'yymmdd'))
  const signed = (text: string) => {
    const value = decimal(text.slice(0, -1))
    return value !== undefined && /[SW]$/.test(text) ? -value : value
  }
  putFix(into, status === 'A', signed(north), signed(east))
  put(into, 'position.speed', decimal(speed))
}

function putRest(into: Draft, [states = '', ...fields]: readonly string[], text: string): void {
  const parts = states.split('-')
  putFields(into, parts.slice(-2), ['battery.level', 'custom.rssi'])
  if (parts.length > 2) put(into, 'custom.inputs', parts.slice(0, -2).join('-'))
  const [first = '', second = ''] = fields
  if (/^\d{1,4}\.\d$/.test(first)) putFields(into, [first, second], ['position.altitude', 'position.hdop'])
  else if (/^\d\d\.\d\d$/.test(first)) put(into, 'position.hdop', decimal(first))
  for (const field of fields) putCell(into, field)
  putPoints(
    into,
    heard(text, 'WIFI:{').map(({ id, rssi }) => [id.replaceAll('-', ''), rssi]),
  )
  const beacons = heard(text, 'BLE:{')
  if (beacons.length > 0) putBeacons(into, beacons)
}

/** `26201-1073-1DF5`, or a list of numbers between tildes of which only the network is described. */
function putCell(into: Draft, field: string): void {
  const cell = /^(\d{3})(\d{2,3})-([\dA-F]{1,8})-([\dA-F]{1,8})$/.exec(field)
  if (cell) {
    putHexCell(into, cell.slice(1))
  } else if (/^\d{3}~\d{1,3}~/.test(field)) {
    const [mcc, mnc] = field.split('~')
    put(into, 'gsm.mcc', integer(mcc))
    put(into, 'gsm.mnc', integer(mnc))
    put(into, 'custom.cells', field)
  }
}

/** `84-a0-6e-94-42-5e&-47,…}` */
function heard(text: string, name: string): { id: string; rssi: number | undefined }[] {
  const from = text.indexOf(name)
  if (from < 0) return []
  const items = text
    .slice(from + name.length)
    .split('}')[0]!
    .split(',')
  return items.flatMap((item) => {
    const [id = '', rssi] = item.split('&')
    return id === '' ? [] : [{ id: id.toLowerCase(), rssi: integer(rssi) }]
  })
}
