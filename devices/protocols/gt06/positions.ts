/** Packets with a position. */

import {
  bcdImei,
  i16,
  latin1,
  left,
  part,
  type Reader,
  skip,
  take,
  toHex,
  u8,
  u16,
  u24,
  u32,
  uint,
} from '../../bytes/bytes.ts'
import { type Draft, put, putCells } from '../../message.ts'
import { raise } from '../../values/alarms.ts'
import { putAlarm } from './alarm-codes.ts'
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
  readWideCell,
  rest,
} from './blocks.ts'
import type { Context, Read } from './kind.ts'

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
    case 2:
      return putSwitches(into, u16(body))
    case 3:
      return putReason(into, body)
    case 4:
      return putMileage(into, body)
    case 5:
    case 12:
      return putSupply(into, body, context)
    case 7:
      putReason(into, body)
      return putMileage(into, body)
    default:
      if (left(body) < 4) return
      putMileage(into, body)
      putCard(into, body)
  }
}

/** Bit 15 ignition, 14 an input, 12 a temperature in nine bits and a sign; else a voltage, in whole volts with bit 13. */
function putSwitches(into: Draft, bits: number): void {
  put(into, 'engine.ignition.status', (bits & 0x8000) !== 0)
  put(into, 'din.2', (bits & 0x4000) !== 0)
  if (bits & 0x1000) put(into, 'sensor.temperature.1', bits & 0x200 ? -(bits & 0x1ff) : bits & 0x1ff)
  else put(into, 'ain.1', (bits & 0x3ff) / (bits & 0x2000 ? 1 : 10))
}

/** Information, supply, signal, alarm; then fuel, a temperature whose sign is the highest bit, mileage in ten metres. */
function putSupply(into: Draft, body: Reader, { model }: Context): void {
  // The shorter form is that of VXT01, as in its alarms.
  putInformation(into, u8(body), left(body) < 7 ? 'overspeed' : 'removal')
  put(into, 'external.powersource.voltage', u16(body) / 100)
  putSignal(into, u8(body))
  const alarm = u8(body)
  if (left(body) < 7) return
  putAlarm(into, alarm, model)
  put(into, 'custom.oil', u16(body))
  const degrees = u8(body)
  put(into, 'sensor.temperature.1', degrees & 0x80 ? -(degrees & 0x7f) : degrees)
  put(into, 'vehicle.mileage', u32(body) / 100)
}

/** A length and what a reader read, an alarm, whether it was swiped, and on some models the seconds of driving. */
function putCard(into: Draft, body: Reader): void {
  put(into, 'rfid.code', latin1(take(body, Math.min(u8(body), left(body)))))
  if (left(body) < 2) return
  if (u8(body) > 0) raise(into, 'general')
  put(into, 'custom.card_status', u8(body))
  if (left(body) >= 2) put(into, 'custom.driving_time', u16(body))
}

/** 22 and, with longer cells, A0: ignition, reason of the upload, live or from memory, mileage. */
export const readLocationWithReason =
  (is4g: boolean): Read =>
  (into, body, context) => {
    if (!looksLikeTime(body) && looksLikeTime(body, 9) && looksLikeTime(body, 15))
      return readReport(into, body, context)
    readFix(into, body, context)
    if (!is4g && left(body) === climateBytes) return putClimate(into, body)
    putServingCell(into, body, is4g)
    putReason(into, body)
    putMileage(into, body)
  }

/** 22 of Seeworld: a cell with an id of four bytes, reason, mileage, seconds of driving, temperature, humidity. */
const climateBytes = 24

function putClimate(into: Draft, body: Reader): void {
  const network = { mcc: u16(body), mnc: u8(body) }
  putCells(into, [{ ...network, lac: u16(body), cellid: u32(body) }])
  putReason(into, body)
  putMileage(into, body)
  put(into, 'custom.driving_time', u32(body))
  const word = u16(body)
  put(into, 'sensor.temperature.1', (word & 0x8000 ? -(word & 0x7fff) : word) / 100)
  put(into, 'sensor.humidity.1', u16(body) / 100)
}

/** 31 of SL4X: position, cell, reason, mileage or not, altitude. */
export const readLocationWithAltitude: Read = (into, body, context) => {
  readFix(into, body, context)
  putCells(into, [readWideCell(body)])
  putReason(into, body)
  if (left(body) >= 6) putMileage(into, body)
  if (left(body) >= 2) put(into, 'position.altitude', i16(body))
}

export function putReason(into: Draft, body: Reader): void {
  if (left(body) < 3) return
  put(into, 'engine.ignition.status', u8(body) === 1)
  put(into, 'report.reason', u8(body))
  put(into, 'message.buffered.status', u8(body) === 1)
}

/** What follows a position or an alarm: ignition, reason and memory flag, a mileage, or both. */
export function putTail(into: Draft, body: Reader): void {
  if (left(body) === 3 || left(body) === 7) putReason(into, body)
  if (left(body) === 4) putMileage(into, body)
}

/** 10 */
export const readPosition: Read = (into, body, context) => {
  readFix(into, body, context)
  putTail(into, body)
}

/** 11 with a position: the cell has a network of two and two bytes and an id of four. */
export const readPositionWithWideCell: Read = (into, body, context) => {
  readFix(into, body, context)
  if (left(body) >= 10) putCells(into, [readWideCell(body)])
  putTail(into, body)
}

/**
 * 22 and 25 of NT20 and XT40: 01, IMEI, time, time of the fix, position, length and cell, terminal information, supply
 * and battery voltage, signal, alarm, language, mileage, running minutes; in 25 a card.
 */
export const readReport: Read = (into, body, { offsetMinutes, model }) => {
  skip(body, 9)
  put(into, 'timestamp', readTime(body, offsetMinutes))
  put(into, 'position.timestamp', readTime(body, offsetMinutes))
  readGps(into, body)
  const cellsLength = u8(body)
  // The length counts itself where the cell's id has three bytes.
  const cell = part(body, Math.min(left(body), cellsLength === 9 ? 8 : cellsLength))
  if (left(cell) >= 8) {
    const network = { mcc: u16(cell), mnc: u8(cell) }
    putCells(into, [{ ...network, lac: u16(cell), cellid: left(cell) > 3 ? u32(cell) : u24(cell) }])
  }
  putInformation(into, u8(body))
  put(into, 'external.powersource.voltage', u16(body) / 100)
  put(into, 'battery.voltage', u8(body) / 10)
  put(into, 'custom.rssi', u8(body))
  putAlarm(into, u8(body), model)
  skip(body, 1)
  put(into, 'vehicle.mileage', u24(body) / 1000)
  put(into, 'engine.motorhours', u24(body) / 60)
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

/** 61: IMEI, position, cell with an id of four bytes, the number of a card in six. */
export const readCardReport: Read = (into, body, context) => {
  readFix(into, body, context)
  const network = { mcc: u16(body), mnc: u8(body) }
  putCells(into, [{ ...network, lac: u16(body), cellid: u32(body) }])
  const card = Number(uint(body, 6))
  if (card > 0) put(into, 'rfid.code', String(card))
}

/**
 * 34: u32, time, satellites, latitude, longitude, speed, course, u16, mileage, network and cell, driver, supply voltage,
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
  const driver = u32(body)
  if (driver > 0) put(into, 'driver.id', String(driver))
  put(into, 'external.powersource.voltage', u16(body) / 100)
  put(into, 'battery.voltage', u16(body) / 100)
  putInformation(into, u8(body))
  skip(body, 3)
  put(into, 'din', u8(body))
  put(into, 'dout', u8(body))
  put(into, 'ain.1', u16(body) / 100)
  if (left(body) >= 2) put(into, 'ain.2', u16(body) / 100)
}

/** 36 of TRX16i: position, longer cell, reason, mileage, supply, battery in 0.1 V, running minutes, a driver's card. */
export const readDriverReport: Read = (into, body, context) => {
  readFix(into, body, context)
  const network = { mcc: u16(body), mnc: u8(body) }
  putCells(into, [{ ...network, lac: u16(body), cellid: u32(body) }])
  putReason(into, body)
  putMileage(into, body)
  put(into, 'external.powersource.voltage', u16(body) / 100)
  put(into, 'battery.voltage', u8(body) / 10)
  put(into, 'engine.motorhours', u24(body) / 60)
  putDriver(into, body, 8)
}

/** 95 of dash cameras: time, latitude, longitude, course, code, names of the files. */
export function readCameraPlace(into: Draft, body: Reader): void {
  const latitude = u32(body)
  const longitude = u32(body)
  putPlace(into, latitude, longitude, u16(body))
}
