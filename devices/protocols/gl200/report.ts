/**
 * A text report cut into its parts. Head and tail are the same in all of them; what comes between differs by report
 * and model, but a position always has one shape, and that is what it is found by:
 *
 *   +RESP:GTxxx,<version>,<IMEI>,<name>,…prefix…,{ position }…,…rest…,<send time>,<count>$
 *   position  accuracy, speed km/h, azimuth, altitude m, longitude, latitude, UTC time, MCC, MNC, LAC, cell id
 *
 * Models with an OBD reader put the VIN before the name.
 */

import { checkedIdent, decimal, hexNumber, integer, isDigits } from '../../bytes/text.ts'
import { utcSeconds } from '../../bytes/time.ts'
import { type Draft, put, putCells, putPosition } from '../../message.ts'
import { ProtocolError } from '../../protocol.ts'

export interface Report {
  /** RESP, BUFF or ACK. */
  readonly header: string
  /** The three letters after GT. */
  readonly type: string
  /** Absent in a few reports, which have the IMEI in its place. */
  readonly version: string | undefined
  readonly ident: string
  readonly name: string
  readonly vin: string | undefined
  readonly fields: readonly string[]
  /** Index of the first field after the name. */
  readonly from: number
  /** Index of the send time, or of the end where it is missing. */
  readonly to: number
  readonly sentAt: number | undefined
  readonly count: string
}

/** The first two characters of the version are the model; new ones begin with 80 and have six. */
export const modelCode = (report: Report): string =>
  report.version?.length === 10 ? report.version.slice(0, 6) : (report.version?.slice(0, 2) ?? '')

export function splitReport(text: string): Report {
  const colon = text.indexOf(':')
  const fields = text.split(',')
  const head = fields[0]!
  if (colon < 4 || colon > 5 || head.slice(colon + 1, colon + 3) !== 'GT') throw new ProtocolError('not a report')
  const hasVersion = isVersion(fields[1])
  const ident = checkedIdent(fields[hasVersion ? 2 : 1] ?? '')
  let from = hasVersion ? 4 : 2
  let name = hasVersion ? (fields[3] ?? '') : ''
  let vin: string | undefined
  if (name.length === 17 && from < fields.length - 2) {
    vin = name
    name = fields[from]!
    from++
  }
  const timed = readTime(fields.at(-2))
  const to = timed === undefined ? fields.length : fields.length - 2
  return {
    header: text.slice(1, colon),
    type: head.slice(colon + 3),
    version: hasVersion ? fields[1] : undefined,
    ident,
    name,
    vin,
    fields,
    from: Math.min(from, to),
    to,
    sentAt: timed,
    count: timed === undefined ? '' : fields.at(-1)!,
  }
}

/** Six characters, or ten since the models no longer fit into two. */
function isVersion(text: string | undefined): boolean {
  if (text?.length !== 6 && text?.length !== 10) return false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (!((unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90))) return false
  }
  return true
}

/** YYYYMMDDHHMMSS. */
export function readTime(text: string | undefined): number | undefined {
  if (text?.length !== 14 || !isDigits(text)) return undefined
  const pair = (at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528
  return utcSeconds(pair(0) * 100 + pair(2), pair(4), pair(6), pair(8), pair(10), pair(12))
}

export interface Place {
  /** Index of the accuracy. */
  readonly from: number
  /** Index of the time. */
  readonly at: number
  /** Index of the MCC, -1 where there is no cell. */
  readonly cell: number
  /** Index of the first field after the position. */
  readonly to: number
}

const isCoordinate = (text: string): boolean => text.includes('.') && decimal(text) !== undefined

/** All positions between two fields, in order. */
export function findPlaces({ fields, from, to }: Report): Place[] {
  const places: Place[] = []
  for (let at = from + 6; at < to; at++) {
    if (fields[at]!.length !== 14 || !isCoordinate(fields[at - 1]!) || !isCoordinate(fields[at - 2]!)) continue
    if (readTime(fields[at]) === undefined) continue
    const cell = isCell(fields, at + 1, to) ? at + 1 : -1
    const hasRoom = cell >= 0 || (at + 4 < to && fields.slice(at + 1, at + 5).every((field) => field === ''))
    places.push({ from: at - 6, at, cell, to: Math.min(hasRoom ? at + 5 : at + 1, to) })
  }
  return places
}

/** MCC and MNC of up to four digits, then LAC and cell id in hex. */
export function isCell(fields: readonly string[], at: number, to: number): boolean {
  if (at + 4 > to) return false
  const mcc = fields[at]!
  const mnc = fields[at + 1]!
  return (
    (mcc.length === 4 || mcc.length === 3) &&
    isDigits(mcc) &&
    mnc.length >= 2 &&
    mnc.length <= 4 &&
    isDigits(mnc) &&
    fields[at + 2]!.length >= 4 &&
    hexNumber(fields[at + 2]) !== undefined &&
    hexNumber(fields[at + 3]) !== undefined
  )
}

/** For reports without a position, or with access points between the position and the cell. */
export function findCell({ fields, to }: Report, from: number): number {
  for (let at = from; at + 4 <= to; at++) if (isCell(fields, at, to)) return at
  return -1
}

export const cellAt = (fields: readonly string[], at: number, dbm?: number) => ({
  mcc: integer(fields[at]),
  mnc: integer(fields[at + 1]),
  lac: hexNumber(fields[at + 2]),
  cellid: hexNumber(fields[at + 3]),
  dbm,
})

/**
 * An accuracy of 0 means that this is the last position known. The time of sending is local time on some installations,
 * so with a fix its own time dates the message.
 */
export function putPlace(into: Draft, report: Report, place: Place): void {
  const { fields } = report
  const accuracy = integer(fields[place.from])
  const isValid = accuracy === undefined || accuracy > 0
  const fixedAt = readTime(fields[place.at])
  put(into, 'timestamp', isValid ? fixedAt : (report.sentAt ?? fixedAt))
  put(into, 'position.valid', isValid)
  putPosition(into, decimal(fields[place.at - 1]), decimal(fields[place.at - 2]))
  if (isValid) put(into, 'position.hdop', accuracy)
  else put(into, 'position.timestamp', fixedAt)
  put(into, 'position.speed', decimal(fields[place.from + 1]))
  put(into, 'position.direction', decimal(fields[place.from + 2]))
  put(into, 'position.altitude', decimal(fields[place.from + 3]))
  if (place.cell >= 0) putCells(into, [cellAt(fields, place.cell)])
}

const motionStates: Readonly<Record<string, readonly [ignition: boolean | undefined, movement: boolean]>> = {
  '11': [false, false],
  '12': [false, true],
  '16': [false, true],
  '1A': [false, true],
  '21': [true, false],
  '22': [true, true],
  '41': [undefined, false],
  '42': [undefined, true],
}

export const isMotionState = (text: string): boolean => motionStates[text] !== undefined

/** 16 and 1A are towing and what may be towing; 41 and 42 come from trackers that do not know the ignition. */
export function putMotionState(into: Draft, state: string): void {
  const known = motionStates[state]
  if (!known) return
  put(into, 'custom.motion_state', state)
  put(into, 'engine.ignition.status', known[0])
  put(into, 'movement.status', known[1])
  if (state === '16') put(into, 'towing.event', true)
}
