/** Reports without a position of their own: the state of the device, its versions, cells in sight, data passed through. */
import { latin1 } from '../../bytes/bytes.ts'
import { decimal, hexNumber, integer } from '../../bytes/text.ts'
import { type Draft, put, putCells, putList } from '../../message.ts'
import { cellAt, isCell, putMotionState, type Report, readTime } from './report.ts'

/** 0 to 31 is the scale of the modem, 99 unknown; some LTE firmware counts on to 96. */
export function putSignal(into: Draft, field: string | undefined): void {
  const rssi = integer(field)
  if (rssi === undefined || rssi === 99) return
  put(into, 'custom.rssi', rssi)
  if (rssi >= 0 && rssi <= 31) put(into, 'gsm.signal.dbm', rssi * 2 - 113)
}

const volts = (field: string | undefined): number | undefined => {
  const millivolts = decimal(field)
  return millivolts === undefined ? undefined : millivolts / 1000
}

/**
 * GTINF: state, ICCID, signal, error rate, external power, its voltage or the mileage, a second voltage, battery voltage,
 * charging, LED, receiver on need, antenna type, [antenna state], last fix, …
 * Vehicles have twelve fields before the time of the last fix and the inputs after it, portable trackers thirteen and
 * the battery in percent.
 */
export function readInformation(into: Draft, { fields, from, to }: Report): void {
  let fix = from
  while (fix < to && readTime(fields[fix]) === undefined) fix++
  putMotionState(into, fields[from]!)
  put(into, 'gsm.sim.iccid', fields[from + 1])
  putSignal(into, fields[from + 2])
  const isVehicle = fix - from === 12
  const power = fields[from + 4] ?? ''
  if (power !== '') put(into, 'external.powersource.status', power !== '0' && power !== '00')
  if (isVehicle) {
    put(into, 'external.powersource.voltage', volts(fields[from + 5]))
    put(into, 'custom.power_2', volts(fields[from + 6]))
  } else {
    put(into, 'vehicle.mileage', decimal(fields[from + 5]))
  }
  putClimate(into, fields, from + 5, fix)
  put(into, 'battery.voltage', decimal(fields[from + 7]))
  if (fields[from + 8]) put(into, 'battery.charging.status', fields[from + 8] === '1')
  if (fix >= to) return
  put(into, 'position.timestamp', readTime(fields[fix]))
  if (isVehicle) readInputs(into, fields.slice(fix + 1, to))
  else {
    put(into, 'battery.level', integer(fields[fix + 1]))
    if (fix + 3 < to) put(into, 'device.temperature', decimal(fields[fix + 3]))
  }
}

const isAddress = (field: string): boolean => field.length === 12 && hexNumber(field) !== undefined

/** A wireless sensor's address, degrees and humidity, on a few models. */
function putClimate(into: Draft, fields: readonly string[], from: number, to: number): void {
  const at = fields.findIndex((field, index) => index >= from && index + 2 < to && isAddress(field))
  if (at < 0) return
  put(into, 'ble.sensor.id.1', fields[at]!.toLowerCase())
  put(into, 'ble.sensor.temperature.1', decimal(fields[at + 1]))
  put(into, 'ble.sensor.humidity.1', decimal(fields[at + 2]))
}

/** Address and strength, then fields that are empty. */
export function readAccessPoints(into: Draft, fields: readonly string[], from: number, to: number): void {
  const points = []
  for (let at = from; at + 1 < to; at++) {
    const rssi = integer(fields[at + 1])
    if (isAddress(fields[at]!) && rssi !== undefined) points.push({ mac: fields[at]!.toLowerCase(), rssi })
  }
  putList(into, 'wifi.points', points)
}

/** Mode of a pin, two or three analogue inputs in millivolts, inputs and outputs of two digits, time zone, summer time. */
function readInputs(into: Draft, fields: readonly string[]): void {
  const digital = fields.findIndex((field, index) => index > 1 && field.length === 2 && hexNumber(field) !== undefined)
  const count = Math.min(digital < 0 ? 0 : digital - 1, 3)
  for (let n = 1; n <= count; n++) put(into, `ain.${n}`, volts(fields[n]))
  if (digital < 0) return
  put(into, 'din', hexNumber(fields[digital]))
  if (fields[digital + 1]?.length === 2) put(into, 'dout', hexNumber(fields[digital + 1]))
}

/** GTGSM and GTLBS: six fields a cell, of which the last is the serving one; a level of reception from 0 to 63. */
export function readCells(into: Draft, { fields, from, to }: Report): void {
  const cells = []
  // In GTGSM what was wanted (FRI, RTL, SOS) stands in place of the name.
  for (let at = Math.max(from - 1, 0); at + 4 <= to; ) {
    if (!isCell(fields, at, to) || integer(fields[at]) === 0) {
      at++
      continue
    }
    const level = integer(fields[at + 4])
    cells.push(cellAt(fields, at, level !== undefined && level >= 0 && level <= 63 ? level - 110 : undefined))
    at += 5
  }
  putCells(into, cells.reverse())
}

/** GTBAT: external power, reserved, percent, voltage, charging, LED. */
export function readBattery(into: Draft, { fields, from, to }: Report): void {
  if (to - from < 5) return
  put(into, 'external.powersource.status', fields[from] === '1')
  put(into, 'battery.level', integer(fields[from + 2]))
  put(into, 'battery.voltage', decimal(fields[from + 3]))
  put(into, 'battery.charging.status', fields[from + 4] === '1')
}

/** GTVER: model, firmware, hardware. */
export function readVersions(into: Draft, { fields, from, to }: Report): void {
  if (to - from < 3) return
  put(into, 'device.model', fields[from])
  put(into, 'device.firmware.version', fields[from + 1])
  put(into, 'device.hardware.version', fields[from + 2])
}

/** GTDTT and GTDAT: what a device on the serial port said, as text or as hex of it. */
export function readPassedThrough(into: Draft, prefix: readonly string[]): void {
  const data = prefix.at(-1) ?? ''
  const text = textOfHex(data) ?? data
  if (text === '') return
  put(into, 'message.content', text)
  // A fuel probe seen on such ports: COMB,<number>,<litres>,…
  const probe = text.indexOf('COMB,')
  if (probe >= 0) put(into, 'fuel.volume', decimal(text.slice(probe).split(',', 3)[2]))
}

function textOfHex(data: string): string | undefined {
  if (data.length < 4 || data.length % 2 !== 0 || data.length > 4096) return undefined
  const bytes = new Uint8Array(data.length / 2)
  for (let at = 0; at < bytes.length; at++) {
    const byte = hexNumber(data.slice(at * 2, at * 2 + 2))
    if (byte === undefined || byte > 126 || (byte < 32 && byte !== 13 && byte !== 10 && byte !== 9)) return undefined
    bytes[at] = byte
  }
  return latin1(bytes)
}
