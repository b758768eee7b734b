/**
 * Reports of the numbered families. What differs between models is at the end and recognised by its shape.
 *
 *   ST300 SA200 …   HDR;id;[model];sw;date;time;cell;[MCC;MNC;LAC;signal];LAT;LON;SPD;CRS;SATT;FIX;DIST m;PWR V;I/O;
 *                   STT: mode;number   EMG, EVT, ALT: id   UEX: length;data;checksum
 *                   [hour meter min;backup V;1 at once, 0 stored;[inputs V];[rpm];[driver;known];[id:temperature]…]
 *   HTE             …;date;time;DIST;PWR;hour meter;backup V;…;LAT;LON of the start;LAT;LON of the end;…;driver
 *   ST410 ST419 …   HDR;id;sw;…;cell;MCC;MNC;dBm;LAC;TA;five or six neighbours;battery V;charging;number;status;…;date;time;LAT;…;FIX
 *   ST910           ST910;Location|Emergency|Alert;id;[sw];date;time;[cell];LAT;LON;SPD;CRS;FIX;…
 */

import { dateAndTime, decimal, hexNumber, integer, isDigits } from '../../bytes/text.ts'
import { type Cell, type Draft, put, putCells, putPosition } from '../../message.ts'
import { raise } from '../../values/alarms.ts'
import { putAlert, putEmergency } from './events.ts'
import { findDate, findPlace, isCoordinate, type Line } from './line.ts'
import { putSerialData } from './serial.ts'

/** YYYYMMDD and hh:mm:ss. */
export function readTime(date: string | undefined, time: string | undefined): number | undefined {
  if (date?.length !== 8 || time?.length !== 8) return undefined
  return dateAndTime(date.slice(2), time.slice(0, 2) + time.slice(3, 5) + time.slice(6, 8), 'yymmdd')
}

/** Latitude, longitude, speed and course. */
function putPlace(into: Draft, fields: readonly string[], at: number): void {
  putPosition(into, decimal(fields[at]), decimal(fields[at + 1]))
  put(into, 'position.speed', decimal(fields[at + 2]))
  put(into, 'position.direction', decimal(fields[at + 3]))
}

/** Ignition, three inputs, two outputs, a digit each. */
function putIo(into: Draft, field: string | undefined): void {
  if (!field || field.length < 6 || !isDigits(field)) return
  put(into, 'engine.ignition.status', field[0] === '1')
  for (let n = 1; n <= 3; n++) put(into, `din.${n}`, field[n] === '1')
  for (let n = 1; n <= 2; n++) put(into, `dout.${n}`, field[n + 3] === '1')
}

export function readLegacy(into: Draft, type: string, { fields, data }: Line, isSimple: boolean): void {
  const date = findDate(fields, 2)
  if (date >= 0) put(into, 'timestamp', readTime(fields[date], fields[date + 1]))
  const isPortable = fields[0]!.startsWith('ST4')
  // The software comes before the date, but after the id in the portable family.
  if (isPortable || date > 2) put(into, 'device.firmware.version', fields[isPortable ? 2 : date - 1])
  const place = findPlace(fields, date < 0 ? 2 : date + 2)
  if (type === 'HTE') readTravel(into, fields, date, place)
  else if (isPortable) readPortable(into, fields, date, place)
  else if (place >= 0) {
    putPlace(into, fields, place)
    putServingCell(into, fields, date + 2, place)
    if (isSimple) readSimple(into, type, fields, place + 4)
    else readVehicle(into, type, fields, place + 4, data)
  }
}

/** One field with area and colour code, or five with the cell in hex. */
function putServingCell(into: Draft, fields: readonly string[], from: number, to: number): void {
  if (to - from === 1) put(into, 'custom.cell', fields[from])
  if (to - from !== 5) return
  putCells(into, [
    {
      cellid: hexNumber(fields[from]),
      mcc: integer(fields[from + 1]),
      mnc: integer(fields[from + 2]),
      lac: hexNumber(fields[from + 3]),
    },
  ])
  put(into, 'custom.rssi', integer(fields[from + 4]))
}

/** From the number of satellites on. */
function readVehicle(into: Draft, type: string, fields: readonly string[], at: number, data: string | undefined): void {
  put(into, 'position.satellites', integer(fields[at]))
  put(into, 'position.valid', fields[at + 1] === '1')
  const metres = integer(fields[at + 2])
  if (metres !== undefined) put(into, 'vehicle.mileage', metres / 1000)
  put(into, 'external.powersource.voltage', decimal(fields[at + 3]))
  putIo(into, fields[at + 4])
  const own = at + 5
  let end = own + 1
  if (type === 'STT') {
    put(into, 'custom.mode', integer(fields[own]))
    put(into, 'record.seqnum', integer(fields[own + 1]))
    end = own + 2
  } else if (type === 'EMG') putEmergency(into, integer(fields[own]))
  else if (type === 'ALT') putAlert(into, integer(fields[own]))
  else if (type === 'EVT') put(into, 'event.enum', integer(fields[own]))
  else if (type === 'UEX') {
    // Length, the data, which was cut out, and its checksum.
    putSerialData(into, data ?? fields[own + 1] ?? '')
    end = own + 3
  }
  readMeters(into, fields, end)
}

/** Hour meter, backup battery and kind of report are there when the unit is set so; then what the model has. */
function readMeters(into: Draft, fields: readonly string[], from: number): void {
  let at = from
  while (at + 2 < fields.length && !isMeters(fields, at)) at++
  if (at + 2 >= fields.length) return
  put(into, 'engine.motorhours', Number(fields[at]) / 60)
  put(into, 'backup.battery.voltage', decimal(fields[at + 1]))
  if (fields[at + 2] === '0') put(into, 'message.buffered.status', true)
  readModelFields(into, fields.slice(at + 3))
}

const isMeters = (fields: readonly string[], at: number): boolean =>
  isDigits(fields[at]!) && fields[at + 1]!.includes('.') && (fields[at + 2] === '0' || fields[at + 2] === '1')

const driverDigits = 14

function readModelFields(into: Draft, fields: readonly string[]): void {
  if (fields.length >= 6 && isCellAt(fields, 0)) {
    putCells(into, [cellAt(fields, 0)])
    return
  }
  let inputs = 0
  let sensors = 0
  fields.forEach((field, index) => {
    if (field.includes(':')) putSensor(into, ++sensors, field)
    else if (isDriver(field)) {
      putDriver(into, field)
      const before = fields[index - 1]
      if (before && isDigits(before)) put(into, 'engine.rpm', Number(before))
    } else if (field.includes('.')) put(into, `ain.${++inputs}`, decimal(field))
  })
}

const isDriver = (field: string): boolean => field.length === driverDigits && isHex(field)

function isHex(text: string): boolean {
  for (const letter of text) {
    if (!((letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'F'))) return false
  }
  return true
}

/** All zeros: no key was shown. */
export function putDriver(into: Draft, code: string): void {
  if (!isDigits(code) || Number(code) !== 0) put(into, 'driver.id', code)
}

/** Id and degrees; empty where a sensor is missing. */
function putSensor(into: Draft, n: number, field: string): void {
  const colon = field.indexOf(':')
  const id = field.slice(0, colon)
  if (id !== '') put(into, `custom.sensor_id_${n}`, id)
  put(into, `sensor.temperature.${n}`, decimal(field.slice(colon + 1)))
}

/** Cell id, MCC, MNC, dBm, LAC. */
const isCellAt = (fields: readonly string[], at: number): boolean =>
  isDigits(fields[at] ?? '') && fields[at + 1]?.length === 3 && fields[at + 3]?.[0] === '-'

const cellAt = (fields: readonly string[], at: number): Cell => ({
  cellid: integer(fields[at]),
  mcc: integer(fields[at + 1]),
  mnc: integer(fields[at + 2]),
  dbm: integer(fields[at + 3]),
  lac: integer(fields[at + 4]),
})

/** ST910: fix, then battery, charging, …, number. */
function readSimple(into: Draft, type: string, fields: readonly string[], at: number): void {
  put(into, 'position.valid', fields[at] === '1')
  if (type === 'Emergency') putEmergency(into, integer(fields.at(-1)))
  if (type === 'Alert') raise(into, 'general')
  const battery = fields[at + 1] ?? ''
  if (!battery.includes('.')) {
    const metres = integer(battery)
    if (type !== 'Emergency' && metres !== undefined && metres > 1) put(into, 'vehicle.mileage', metres / 1000)
    return
  }
  put(into, 'battery.voltage', decimal(battery))
  if (fields[at + 2]) put(into, 'battery.charging.status', fields[at + 2] === '1')
  if (type === 'Location') put(into, 'record.seqnum', integer(fields[at + 4]))
}

function readPortable(into: Draft, fields: readonly string[], date: number, place: number): void {
  let at = 2
  while (at + 4 < fields.length && !isCellAt(fields, at)) at++
  const cells: Cell[] = isCellAt(fields, at) ? [cellAt(fields, at)] : []
  at += 6
  // Neighbours: cell id, MCC, MNC, LAC, level, timing advance.
  while (at + 6 <= fields.length && !fields[at]!.includes('.')) {
    cells.push({
      cellid: integer(fields[at]),
      mcc: integer(fields[at + 1]),
      mnc: integer(fields[at + 2]),
      lac: integer(fields[at + 3]),
    })
    at += 6
  }
  putCells(into, cells)
  if (at + 2 < fields.length) {
    put(into, 'battery.voltage', decimal(fields[at]))
    put(into, 'record.seqnum', integer(fields[at + 2]))
    put(into, 'custom.status', integer(fields[at + 3]))
  }
  const temperature = fields.slice(at + 1, date < 0 ? at + 1 : date).find((field) => field.includes('.'))
  put(into, 'device.temperature', decimal(temperature))
  if (place < 0) {
    put(into, 'position.valid', false)
    return
  }
  putPlace(into, fields, place)
  put(into, 'position.satellites', integer(fields[place + 4]))
  put(into, 'position.valid', fields[place + 5] === '1')
}

/** A journey: where it began and, as the position of the message, where it ended. */
function readTravel(into: Draft, fields: readonly string[], date: number, place: number): void {
  if (date >= 0) {
    const metres = integer(fields[date + 2])
    if (metres !== undefined) put(into, 'vehicle.mileage', metres / 1000)
    put(into, 'external.powersource.voltage', decimal(fields[date + 3]))
  }
  if (place >= 0) {
    put(into, 'custom.start_latitude', decimal(fields[place]))
    put(into, 'custom.start_longitude', decimal(fields[place + 1]))
    const end = isCoordinate(fields[place + 2]) ? place + 2 : place
    putPosition(into, decimal(fields[end]), decimal(fields[end + 1]))
  }
  put(into, 'trip.status', false)
  const driver = fields.at(-1)!
  if (isDriver(driver)) putDriver(into, driver)
}
