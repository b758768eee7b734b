/** Alarm packets: a position or only a cell, then the terminal's status with an alarm code. */
import { i16, latin1, left, part, peek, type Reader, skip, u8, u16, u32 } from '../../bytes/bytes.ts'
import { type Draft, put, putCells } from '../../message.ts'
import { putAlarm, putCameraAlarm } from './alarm-codes.ts'
import {
  gpsBytes,
  putDriver,
  putInformation,
  putMileage,
  putSignal,
  putStatus,
  putVoltageLevel,
  readServingCell,
  readTime,
  readWideCell,
  rest,
} from './blocks.ts'
import { putShortFields, readTypedCell } from './fields.ts'
import type { Context, Read } from './kind.ts'
import { readAlarmNetworks } from './networks.ts'
import { putTail, readCameraPlace, readFix } from './positions.ts'

/** Information, voltage, signal, alarm and language. */
const statusBytes = 5
/** A driver's card at the end is the sign of TRX16i, whose codes have meanings of their own. */
const cardBytes = 8
/** Network, area and cell without a length before them, as VXT01 has them. */
const bareCellBytes = 8

/**
 * 16, 26, 27 and, with longer cells, A3 and A4: position, length of the cell block, cell, status, then a fence's number,
 * mileage or a driver's card by what is left.
 */
export const readAlarm =
  ({ is4g = false, fenced = false }): Read =>
  (into, body, context) => {
    readFix(into, body, context)
    if (left(body) <= statusBytes) return putAlarmStatus(into, body, context)
    const cellsLength = peek(body)!
    // A country code begins with 01 to 07 or 80 and more, so such a byte is no length: a dialect without it.
    const hasLength = cellsLength >= 8 && cellsLength < 0x80
    // A country below 256 begins with 00 as well, where nothing else could fill the packet.
    const isCountry = left(body) === bareCellBytes + statusBytes && peek(body, 1) !== 0
    if (cellsLength === 0 && !isCountry) {
      skip(body, left(body) - statusBytes)
      return putAlarmStatus(into, body, context)
    }
    if (hasLength) skip(body, 1)
    const network = hasLength ? part(body, Math.min(left(body), cellsBytes(body, cellsLength, is4g, fenced))) : body
    const cell = readServingCell(network, is4g && (!hasLength || cellsLength > 10))
    if (cell) putCells(into, [cell])
    if (!hasLength && left(body) === statusBytes) return putSupplyStatus(into, body)
    const isTrx16i = left(body) === statusBytes + cardBytes && !fenced
    putAlarmStatus(into, body, isTrx16i ? { ...context, model: 'TRX16I' } : context, fenced)
    if (left(body) >= cardBytes) putDriver(into, body, cardBytes)
    else if (!fenced && (left(body) === 3 || left(body) === 7)) putTail(into, body)
    else if (left(body) >= 4) putMileage(into, body)
    else if (left(body) > 0 && peek(body) !== 0xff) put(into, 'geofence.id', u8(body))
  }

/** Packets of fences have further codes, whose high part shares a byte with the language. */
function putAlarmStatus(into: Draft, body: Reader, context: Context, fenced = false): void {
  if (left(body) < statusBytes) return
  putStatus(into, body)
  const code = u8(body)
  const language = u8(body)
  putAlarm(into, fenced ? code + (language >> 4) * 256 : code, context.model)
}

/** The length counts itself; one dialect has a cell id of four bytes and does not count the fourth. */
function cellsBytes(body: Reader, declared: number, is4g: boolean, fenced: boolean): number {
  if (is4g) return declared - 1
  return !fenced && left(body) === 9 + statusBytes ? 9 : 8 + Math.max(0, declared - 9)
}

/** The dialect of VXT01 with the supply voltage in two bytes; its alarm is in the terminal information. */
function putSupplyStatus(into: Draft, body: Reader): void {
  putInformation(into, u8(body), 'overspeed')
  put(into, 'external.powersource.voltage', u16(body) / 100)
  putSignal(into, u8(body))
}

const alarmTails = new Set([0, 3, 4])

/** 19 and, with longer cells, A5: no position, only the cell and the status. */
export const readCellAlarm =
  (is4g: boolean): Read =>
  (into, body, context) => {
    const cell = readServingCell(body, is4g)
    // Another packet of this number lists several cells.
    if (!cell || !alarmTails.has(left(body) - statusBytes)) return
    putCells(into, [cell])
    putAlarmStatus(into, body, context)
    putTail(into, body)
  }

/** 32 in a short packet: a position, a block with network, area and cell of 2, 2, 2 and 4 bytes, the status. */
export const readWideAlarm: Read = (into, body, context) => {
  readFix(into, body, context)
  if (left(body) < 1 + 10) return
  skip(body, 1)
  putCells(into, [readWideCell(body)])
  putAlarmStatus(into, body, context)
  if (left(body) >= 2) put(into, 'position.altitude', i16(body))
}

/**
 * 95 of dash cameras: time and code; or time, position, code and names of files; or FFFF, a version, time, satellites,
 * position, four bytes, code and names.
 */
export const readCamera: Read = (into, body, { offsetMinutes }) => {
  const extended = peek(body) === 0xff && peek(body, 1) === 0xff
  if (extended) skip(body, 3)
  put(into, 'timestamp', readTime(body, offsetMinutes))
  const hasPlace = left(body) > gpsBytes
  if (extended) put(into, 'position.satellites', u8(body) & 0x0f)
  if (hasPlace) readCameraPlace(into, body)
  if (extended) {
    put(into, 'position.speed', u16(body))
    put(into, 'external.powersource.voltage', u16(body) / 10)
  }
  putCameraAlarm(into, u8(body), hasPlace)
  if (left(body) >= 2) put(into, 'custom.event_data', u16(body))
  if (left(body) > 0) put(into, 'custom.event_files', latin1(rest(body)))
}

/** 39: position, kind of network with its cell, status, then fields. */
export const readModuleAlarm: Read = (into, body, context) => {
  readFix(into, body, context)
  readTypedCell(into, body)
  putAlarmStatus(into, body, context, true)
  putShortFields(into, body)
}

/** A9: time, network, whether its cells are long, cells, access points, alarm and language. */
export const readNetworkAlarm: Read = (into, body, context) => {
  readAlarmNetworks(into, body, context)
  if (left(body) < 2) return
  const code = u8(body)
  putAlarm(into, code + (u8(body) >> 4) * 256, context.model)
}

/**
 * A2 of LW4G: position, long cell, network, information, supply, battery, signal, alarm, language, mileage, seconds of
 * running, id, inputs.
 */
export const readLongAlarm: Read = (into, body, context) => {
  readFix(into, body, context)
  const cell = readServingCell(body, true)
  if (cell) putCells(into, [cell])
  skip(body, 1)
  putInformation(into, u8(body))
  put(into, 'external.powersource.voltage', u16(body) / 100)
  putVoltageLevel(into, u8(body))
  putSignal(into, u8(body))
  putAlarm(into, u8(body), context.model)
  skip(body, 1)
  putMileage(into, body)
  put(into, 'engine.motorhours', u32(body) / 3600)
  skip(body, 8)
  put(into, 'din', u16(body))
}
