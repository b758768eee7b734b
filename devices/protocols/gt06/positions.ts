/** Packets with a position. */
import { bcdImei, left, peek, type Reader, skip, take, toHex, u8, u16, u32 } from '../../bytes.ts'
import { type Draft, put, putCells } from '../../message.ts'
import {
  gpsBytes,
  looksLikeTime,
  putDriver,
  putInformation,
  putMileage,
  putPlace,
  putSignal,
  readGps,
  readServingCell,
  readTime,
  rest,
  skipUpTo,
} from './blocks.ts'
import type { Read } from './kind.ts'

/** Time and position; some clones put their IMEI before. */
export const readFix: Read = (into, body, { offsetMinutes }) => {
  if (left(body) >= 26 && !looksLikeTime(body) && looksLikeTime(body, 8))
    put(into, 'device.imei', bcdImei(take(body, 8)))
  put(into, 'timestamp', readTime(body, offsetMinutes))
  readGps(into, body)
}

const putServingCell = (into: Draft, body: Reader, is4g = false): void => {
  const cell = readServingCell(body, is4g)
  if (cell) putCells(into, [cell])
}

/**
 * 12: the cell, then what a firmware adds to it. The additions are told apart by their size: mileage (4), status with
 * the supply voltage (5), with a temperature as well (12), mileage and driving time (10).
 */
export const readLocation: Read = (into, body, context) => {
  if (left(body) < 6 + gpsBytes) return
  readFix(into, body, context)
  putServingCell(into, body)
  switch (left(body)) {
    case 4:
      return putMileage(into, body)
    case 5:
    case 12:
      return putSupply(into, body)
    case 10: {
      putMileage(into, body)
      skip(body, 4)
      return put(into, 'custom.driving_time', u16(body))
    }
    default:
      if (left(body) < 4) return
      putMileage(into, body)
      putText(into, body)
  }
}

function putSupply(into: Draft, body: Reader): void {
  putInformation(into, u8(body))
  put(into, 'external.powersource.voltage', u16(body) / 100)
  putSignal(into, u8(body))
  skip(body, 1)
  if (left(body) < 7) return
  skip(body, 1)
  put(into, 'sensor.temperature.1', u16(body))
  put(into, 'custom.param.1', u32(body))
}

function putText(into: Draft, body: Reader): void {
  const text = String.fromCharCode(...rest(body).subarray(1))
  put(into, 'custom.text', text)
}

/** 22 and, with longer cells, A0: ignition, reason of the upload, live or from memory, mileage. */
export const readLocationWithReason =
  (is4g: boolean): Read =>
  (into, body, context) => {
    if (peek(body) === 1 && looksLikeTime(body, 9) && looksLikeTime(body, 15)) return readReport(into, body, context)
    readFix(into, body, context)
    putServingCell(into, body, is4g)
    putReason(into, body)
    putMileage(into, body)
  }

function putReason(into: Draft, body: Reader): void {
  if (left(body) < 3) return
  put(into, 'engine.ignition.status', u8(body) === 1)
  put(into, 'report.reason', u8(body))
  put(into, 'message.buffered.status', u8(body) === 1)
}

/**
 * 22 and 25 of NT20 and XT40: 01, IMEI, time, time of the fix, position, length and cell, terminal information, supply
 * and battery voltage, signal, inputs, mileage, running minutes; in 25 a card.
 */
export const readReport: Read = (into, body, { offsetMinutes }) => {
  skip(body, 9)
  put(into, 'timestamp', readTime(body, offsetMinutes))
  put(into, 'position.timestamp', readTime(body, offsetMinutes))
  readGps(into, body)
  const cellsLength = u8(body)
  skip(body, cellsLength === 9 ? 8 : cellsLength)
  putInformation(into, u8(body))
  put(into, 'external.powersource.voltage', u16(body) / 100)
  put(into, 'battery.voltage', u8(body) / 10)
  put(into, 'custom.rssi', u8(body))
  put(into, 'din', u16(body))
  putMileage(into, body)
  put(into, 'engine.motorhours', u16(body) / 60)
  if (left(body) < 3) return
  skip(body, 2)
  put(into, 'rfid.code', toHex(rest(body)))
}

/** 17: position, cell and a driver's card. */
export const readLocationWithDriver: Read = (into, body, context) => {
  if (left(body) < 6 + gpsBytes + 8) return
  readFix(into, body, context)
  putServingCell(into, body)
  putDriver(into, body, 8)
}

/** 24: position, cell, ignition, supply and battery voltage, mileage, and a card. */
export const readLocationWithCard: Read = (into, body, context) => {
  readFix(into, body, context)
  putServingCell(into, body)
  if (left(body) < 15) return
  put(into, 'engine.ignition.status', u8(body) === 1)
  put(into, 'external.powersource.voltage', u16(body) / 100)
  put(into, 'battery.voltage', u16(body) / 100)
  putMileage(into, body)
  skip(body, 2)
  putDriver(into, body, 4)
}

/** 61: IMEI, position, cell, three bytes, the number of a card. */
export const readCardReport: Read = (into, body, context) => {
  readFix(into, body, context)
  putServingCell(into, body)
  skip(body, 3)
  const card = u32(body)
  if (card > 0) put(into, 'rfid.code', String(card))
}

/**
 * 34: u32, time, satellites, latitude, longitude, speed, course, u16, mileage, network and cell, u32, supply voltage,
 * battery voltage, terminal information, signal, two bytes, inputs, outputs, two analogue inputs in 0.01 V.
 */
export const readSensorReport: Read = (into, body, { offsetMinutes }) => {
  skip(body, 4)
  put(into, 'timestamp', readTime(body, offsetMinutes))
  readGps(into, body)
  skip(body, 2)
  putMileage(into, body)
  const network = { mcc: u16(body), mnc: u8(body) }
  putCells(into, [{ ...network, lac: u16(body), cellid: u32(body) }])
  skip(body, 4)
  put(into, 'external.powersource.voltage', u16(body) / 100)
  put(into, 'battery.voltage', u16(body) / 100)
  putInformation(into, u8(body))
  skip(body, 3)
  put(into, 'din', u8(body))
  put(into, 'dout', u8(body))
  put(into, 'ain.1', u16(body) / 100)
  if (left(body) >= 2) put(into, 'ain.2', u16(body) / 100)
}

/** 36 of the VL103: position, longer cell, reason, mileage, status bytes, battery in 0.1 V, a driver's card. */
export const readDriverReport: Read = (into, body, context) => {
  readFix(into, body, context)
  const network = { mcc: u16(body), mnc: u8(body) }
  putCells(into, [{ ...network, lac: u16(body), cellid: u32(body) }])
  putReason(into, body)
  putMileage(into, body)
  skip(body, 2)
  put(into, 'battery.voltage', u8(body) / 10)
  skipUpTo(body, 3)
  putDriver(into, body, 8)
}

/** 95 of dash cameras: time, latitude, longitude, course, code, names of the files. */
export function readCameraPlace(into: Draft, body: Reader): void {
  const latitude = u32(body)
  const longitude = u32(body)
  putPlace(into, latitude, longitude, u16(body))
}
