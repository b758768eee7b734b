/** Alarm packets: a position or only a cell, then the terminal's status with an alarm code. */
import { latin1, left, peek, type Reader, skip, u8, u16 } from '../../bytes.ts'
import { type Draft, put, putCells } from '../../message.ts'
import { putAlarm, putCameraAlarm } from './alarm-codes.ts'
import {
  gpsBytes,
  putDriver,
  putInformation,
  putMileage,
  putSignal,
  putStatus,
  readServingCell,
  readTime,
  rest,
} from './blocks.ts'
import type { Context, Read } from './kind.ts'
import { readCameraPlace, readFix } from './positions.ts'

/** Information, voltage, signal, alarm and language. */
const statusBytes = 5

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
    if (cellsLength === 0) {
      skip(body, left(body) - statusBytes)
      return putAlarmStatus(into, body, context)
    }
    if (hasLength) skip(body, 1)
    const cell = readServingCell(body, is4g)
    if (cell) putCells(into, [cell])
    if (!hasLength && left(body) === statusBytes) return putSupplyStatus(into, body)
    if (left(body) === statusBytes + 1 && !fenced) return putPercentStatus(into, body, context)
    putAlarmStatus(into, body, context)
    if (left(body) >= 8) putDriver(into, body, 8)
    else if (left(body) >= 4) putMileage(into, body)
    else if (left(body) > 0 && peek(body) !== 0xff) put(into, 'geofence.id', u8(body))
  }

function putAlarmStatus(into: Draft, body: Reader, context: Context): void {
  if (left(body) < statusBytes) return
  putStatus(into, body)
  putAlarm(into, u8(body), context.model)
  skip(body, 1)
}

/** The dialect with the supply voltage in two bytes; its alarm is in the terminal information. */
function putSupplyStatus(into: Draft, body: Reader): void {
  putInformation(into, u8(body))
  put(into, 'external.powersource.voltage', u16(body) / 100)
  putSignal(into, u8(body))
}

/** The dialect with one byte more: the battery in percent. */
function putPercentStatus(into: Draft, body: Reader, context: Context): void {
  putInformation(into, u8(body))
  skip(body, 1)
  put(into, 'battery.level', u8(body))
  put(into, 'custom.rssi', u8(body))
  putAlarm(into, u8(body), context.model)
}

/** 19 and, with longer cells, A5: no position, only the cell and the status. */
export const readCellAlarm =
  (is4g: boolean): Read =>
  (into, body, context) => {
    const cell = readServingCell(body, is4g)
    if (!cell || left(body) !== statusBytes) return
    putCells(into, [cell])
    putAlarmStatus(into, body, context)
  }

/** 32 in a short packet: a position, a block with network, area and cell of 2, 2, 2 and 4 bytes, the status. */
export const readWideAlarm: Read = (into, body, context) => {
  readFix(into, body, context)
  if (left(body) < 1 + 10) return
  skip(body, 1)
  const network = { mcc: u16(body), mnc: u16(body) }
  putCells(into, [{ ...network, lac: u16(body), cellid: u16(body) * 0x1_0000 + u16(body) }])
  putAlarmStatus(into, body, context)
}

/**
 * 95 of dash cameras: time and code; or time, place, code and names of files; or FFFF, a version, time, satellites,
 * place, four bytes, code and names.
 */
export const readCamera: Read = (into, body, { offsetMinutes }) => {
  const extended = peek(body) === 0xff && peek(body, 1) === 0xff
  if (extended) skip(body, 3)
  put(into, 'timestamp', readTime(body, offsetMinutes))
  const hasPlace = left(body) > gpsBytes
  if (extended) put(into, 'position.satellites', u8(body) & 0x0f)
  if (hasPlace) readCameraPlace(into, body)
  if (extended) skip(body, 4)
  putCameraAlarm(into, u8(body), hasPlace)
  if (left(body) < 3) return
  skip(body, 2)
  put(into, 'custom.files', latin1(rest(body)))
}
