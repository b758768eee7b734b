/**
 * Records in text. Source: MEITRACK GPRS Protocol V1.6 and V1.8, 1.2.
 *
 *   AAA,event,latitude,longitude,yymmddHHMMSS,A|V,satellites,signal 0–31,speed km/h,direction,HDOP,altitude m,mileage m,
 *   run time s,MCC|MNC|LAC|CI,I/O (hex, outputs in the low byte, inputs in the high),AD1|AD2|AD3|battery|supply,
 *   event data,customer's data,protocol version,fuel % · 100 (hex),sensor and degrees · 100 (hex)|…,max. acceleration,
 *   max. braking; or, instead of these two, a number of fields and the fields
 *   AFF,records left,event,… the same
 */

import { dateAndTime, decimal, hexNumber, integer } from '../../bytes/text.ts'
import { type Draft, put, putCells, putPosition } from '../../message.ts'
import { driverEvent, putEvent } from './events.ts'

/** From the event code on. */
export function readRecord(into: Draft, fields: readonly string[], model = ''): void {
  const event = integer(fields[0])
  putEvent(into, event)
  putPosition(into, decimal(fields[1]), decimal(fields[2]))
  const time = fields[3] ?? ''
  put(into, 'timestamp', dateAndTime(time.slice(0, 6), time.slice(6), 'yymmdd'))
  put(into, 'position.valid', fields[4] === 'A')
  put(into, 'position.satellites', integer(fields[5]))
  putSignal(into, integer(fields[6]))
  put(into, 'position.speed', decimal(fields[7]))
  put(into, 'position.direction', decimal(fields[8]))
  put(into, 'position.hdop', decimal(fields[9]))
  put(into, 'position.altitude', decimal(fields[10]))
  putDistance(into, integer(fields[11]), integer(fields[12]))
  putCell(into, fields[13])
  const io = hexNumber(fields[14])
  if (io !== undefined) putIo(into, io >> 8, io & 0xff)
  putVoltages(into, fields[15] ?? '', model)
  if (event === driverEvent && fields[16]) put(into, 'rfid.code', fields[16])
  else if (fields[16]) put(into, 'custom.event_data', fields[16])
  const isHundredths = (integer(fields[18]) ?? 0) >= 3
  const fuel = hexNumber(fields[19])
  if (fuel !== undefined) put(into, 'fuel.level', hundredths(fuel, isHundredths) / 100)
  putTemperatures(into, fields[20] ?? '', isHundredths)
  if (fields.length > 23) putData(into, fields.slice(22))
  else {
    put(into, 'custom.acceleration_max', integer(fields[21]))
    put(into, 'custom.braking_max', integer(fields[22]))
  }
}

/** Up to version 2 of the protocol a byte is the whole part and the other the hundredths. */
const hundredths = (value: number, isHundredths: boolean): number =>
  isHundredths ? value : (value >> 8) * 100 + (value & 0xff)

const taximeter = ['state', 'start', 'end', 'distance', 'fare', 'trip', 'wait']

/** Newer models announce how many fields follow; the second is of thermometers and the sixth of a taximeter. */
function putData(into: Draft, fields: readonly string[]): void {
  for (const [index, field] of fields.entries()) {
    if (field === '') continue
    if (index === 1) put(into, 'custom.temp_data', field)
    else if (index !== 5) put(into, `custom.data_${index}`, field)
    else putTaximeter(into, field.split('|'))
  }
}

function putTaximeter(into: Draft, parts: readonly string[]): void {
  put(into, 'custom.taximeter_on', parts[0]?.[1] === '0')
  for (const [index, name] of taximeter.entries()) {
    const isNumber = name === 'distance' || name === 'fare'
    put(into, `custom.taximeter_${name}`, isNumber ? integer(parts[index]) : parts[index])
  }
}

export function putSignal(into: Draft, rssi: number | undefined): void {
  put(into, 'custom.rssi', rssi)
  if (rssi !== undefined && rssi > 0 && rssi <= 31) put(into, 'gsm.signal.dbm', rssi * 2 - 113)
}

export function putDistance(into: Draft, metres: number | undefined, seconds: number | undefined): void {
  if (metres !== undefined) put(into, 'vehicle.mileage', metres / 1000)
  if (seconds !== undefined) put(into, 'custom.run_time', seconds)
}

export function putIo(into: Draft, inputs: number, outputs: number): void {
  put(into, 'din', inputs)
  put(into, 'dout', outputs)
}

function putCell(into: Draft, field: string | undefined): void {
  const [mcc, mnc, lac, cellid] = (field ?? '').split('|')
  putCells(into, [{ mcc: integer(mcc), mnc: integer(mnc), lac: hexNumber(lac), cellid: hexNumber(cellid) }])
}

/**
 * New models send hundredths of a volt. Older ones send what the converter read, of ten bits (3 V, the battery halved, the
 * supply divided by sixteen) or twelve (3.3 V, on MT90G 3 V); as a battery has some four volts, its value tells. A few send volts.
 */
function putVoltages(into: Draft, field: string, model: string): void {
  const parts = field.split('|')
  const isRead = field.includes('.')
  const battery = isRead ? 0 : (hexNumber(parts[3]) ?? 0)
  const reference = model.startsWith('MT90G') ? 3 : 3.3
  const step = battery > 1023 ? reference / 4096 : battery > 500 ? 3 / 1024 : undefined
  for (let index = 0; index < parts.length && index < 5; index++) {
    const value = isRead ? decimal(parts[index]) : hexNumber(parts[index])
    if (value === undefined) continue
    if (index === 3) put(into, 'battery.voltage', isRead ? value : value * (step ? step * 2 : 0.01))
    else if (index === 4) put(into, 'external.powersource.voltage', isRead ? value : value * (step ? step * 16 : 0.01))
    else if (step) put(into, `custom.adc_${index + 1}`, value)
    else put(into, `ain.${index + 1}`, isRead ? value : value / 100)
  }
}

/** Two digits of the sensor's number, four of signed hundredths. */
function putTemperatures(into: Draft, field: string, isHundredths: boolean): void {
  for (const part of field.split('|')) {
    const n = hexNumber(part.slice(0, 2))
    const value = part.length === 6 ? hexNumber(part.slice(2)) : undefined
    if (!n || value === undefined) continue
    // The sign of the older form is that of its first byte.
    const isBelow = value > 0x7fff
    if (isHundredths) putTemperature(into, n, isBelow ? value - 0x1_0000 : value)
    else putTemperature(into, n, isBelow ? ((value >> 8) - 256) * 100 - (value & 0xff) : hundredths(value, false))
  }
}

/** 85 degrees is what a sensor says that was just switched on. */
export function putTemperature(into: Draft, n: number, hundredths: number): void {
  if (hundredths !== 8500) put(into, `sensor.temperature.${n}`, hundredths / 100)
}
