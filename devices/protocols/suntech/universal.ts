/**
 * Reports of the universal protocol: a map says which fields follow, from bit 1 on.
 *
 *   model, software, stored, date, time, cell, MCC, MNC, LAC, signal, latitude, longitude, speed, course, satellites, fix,
 *   inputs, outputs, then STT: mode, why, number · ALT: alert, modifier, data · UEX: length, data, checksum,
 *   reserved, map of the assigned values, which follow
 *
 * In binary the same with 81 for STT and 82 for ALT: u16 length, id (5 BCD), map (3), fields of a fixed size each.
 */
import { bcd, left, type Reader, skip, take, toHex, u8, u16, u24, u32 } from '../../bytes/bytes.ts'
import { decimal, hexNumber, integer } from '../../bytes/text.ts'
import { utcSeconds } from '../../bytes/time.ts'
import { type Draft, put, putCells, putPosition } from '../../message.ts'
import { driverAlert, putAlert } from './events.ts'
import { putDriver, readTime } from './legacy.ts'
import type { Line } from './line.ts'
import { putSerialData } from './serial.ts'

const names = [
  'id',
  'model',
  'software',
  'stored',
  'date',
  'time',
  'cell',
  'mcc',
  'mnc',
  'lac',
  'signal',
  'latitude',
  'longitude',
  'speed',
  'course',
  'satellites',
  'fix',
  'inputs',
  'outputs',
  'first',
  'second',
  'third',
  'reserved',
  'assigned',
] as const
type Name = (typeof names)[number]

/** Bit 0 of the inputs is the ignition. */
function putIo(into: Draft, inputs: number | undefined, outputs: number | undefined): void {
  if (inputs !== undefined) {
    put(into, 'din', inputs)
    put(into, 'engine.ignition.status', (inputs & 1) !== 0)
    for (let n = 1; n <= 3; n++) put(into, `din.${n}`, ((inputs >> n) & 1) !== 0)
  }
  put(into, 'dout', outputs)
  if (outputs !== undefined) for (let n = 1; n <= 2; n++) put(into, `dout.${n}`, ((outputs >> (n - 1)) & 1) !== 0)
}

const binary = (field: string | undefined): number | undefined => {
  if (!field || field.length > 32) return undefined
  let value = 0
  for (const digit of field) {
    if (digit !== '0' && digit !== '1') return undefined
    value = value * 2 + (digit === '1' ? 1 : 0)
  }
  return value
}

export function readUniversal(into: Draft, type: string, { fields, data }: Line): void {
  const map = hexNumber(fields[2]) ?? 0
  const found = new Map<Name, string>()
  let at = 3
  for (let bit = 1; bit < names.length && at < fields.length; bit++) {
    if (Math.floor(map / 2 ** bit) % 2 === 1) found.set(names[bit]!, fields[at++]!)
  }
  put(into, 'timestamp', readTime(found.get('date'), found.get('time')))
  put(into, 'device.firmware.version', found.get('software'))
  if (found.get('stored') === '1') put(into, 'message.buffered.status', true)
  putPosition(into, decimal(found.get('latitude')), decimal(found.get('longitude')))
  put(into, 'position.speed', decimal(found.get('speed')))
  put(into, 'position.direction', decimal(found.get('course')))
  put(into, 'position.satellites', integer(found.get('satellites')))
  if (found.has('fix')) put(into, 'position.valid', found.get('fix') === '1')
  putCells(into, [
    {
      cellid: hexNumber(found.get('cell')),
      mcc: integer(found.get('mcc')),
      mnc: integer(found.get('mnc')),
      lac: hexNumber(found.get('lac')),
    },
  ])
  put(into, 'custom.rssi', integer(found.get('signal')))
  putIo(into, binary(found.get('inputs')), binary(found.get('outputs')))
  putOwn(into, type, found, data)
  putAssigned(into, found.get('assigned'), fields.slice(at))
}

function putOwn(into: Draft, type: string, found: ReadonlyMap<Name, string>, data: string | undefined): void {
  const first = integer(found.get('first'))
  const text = found.get('third') ?? ''
  if (type === 'ALT') {
    putAlert(into, first)
    put(into, 'custom.alert_modifier', integer(found.get('second')))
    if (first === driverAlert && text !== '') putDriver(into, text)
    else if (text !== '') put(into, 'custom.alert_data', text)
  } else if (type === 'UEX') {
    putSerialData(into, data ?? found.get('second') ?? '')
  } else {
    put(into, 'custom.mode', first)
    put(into, 'report.reason', integer(found.get('second')))
    put(into, 'record.seqnum', integer(text))
  }
}

/** Backup battery and supply come first where they are assigned, with or without a map. */
function putAssigned(into: Draft, map: string | undefined, values: readonly string[]): void {
  const bits = map ? hexNumber(map) : undefined
  const hasVolts = bits === undefined ? isVolts(values[0]) && isVolts(values[1]) : (bits & 3) === 3
  if (hasVolts) {
    put(into, 'backup.battery.voltage', decimal(values[0]))
    put(into, 'external.powersource.voltage', decimal(values[1]))
  }
  values.forEach((value, index) => {
    if (value !== '' && !(hasVolts && index < 2)) put(into, `custom.assign_${index + 1}`, value)
  })
}

const isVolts = (field: string | undefined): boolean => field?.[0] !== '+' && (field?.includes('.') ?? false)

/** Sign and size, 1e-6 degrees. */
const degrees = (value: number): number => ((value & 0x8000_0000) !== 0 ? -(value & 0x7fff_ffff) : value) / 1e6

export const binaryStatus = 0x81
export const binaryAlert = 0x82

/** From the id on. */
export function readBinary(into: Draft, type: number, input: Reader): string | undefined {
  const ident = bcd(take(input, 5))
  const map = u24(input)
  const has = (name: Name) => ((map >> names.indexOf(name)) & 1) === 1
  if (has('model')) skip(input, 1)
  if (has('software')) put(into, 'device.firmware.version', [...take(input, 3)].join('.'))
  if (has('stored') && u8(input) === 1) put(into, 'message.buffered.status', true)
  if (has('date') && has('time')) {
    const year = 2000 + u8(input)
    put(into, 'timestamp', utcSeconds(year, u8(input), u8(input), u8(input), u8(input), u8(input)))
  }
  const cellid = has('cell') ? u32(input) : undefined
  const mcc = has('mcc') ? u16(input) : undefined
  const mnc = has('mnc') ? u16(input) : undefined
  putCells(into, [{ cellid, mcc, mnc, lac: has('lac') ? u16(input) : undefined }])
  if (has('signal')) put(into, 'custom.rssi', u8(input))
  if (has('latitude') && has('longitude')) {
    const latitude = degrees(u32(input))
    putPosition(into, latitude, degrees(u32(input)))
  }
  if (has('speed')) put(into, 'position.speed', u16(input) / 100)
  if (has('course')) put(into, 'position.direction', u16(input) / 100)
  if (has('satellites')) put(into, 'position.satellites', u8(input))
  if (has('fix')) put(into, 'position.valid', u8(input) === 1)
  const inputs = has('inputs') ? u8(input) : undefined
  putIo(into, inputs, has('outputs') ? u8(input) : undefined)
  if (type === binaryAlert) readBinaryAlert(into, input)
  else readBinaryStatus(into, input)
  return ident
}

function readBinaryStatus(into: Draft, input: Reader): void {
  put(into, 'custom.mode', u8(input))
  put(into, 'report.reason', u8(input))
  put(into, 'record.seqnum', u16(input))
  if (left(input) < 4) return
  put(into, 'backup.battery.voltage', u16(input) / 10)
  put(into, 'external.powersource.voltage', u16(input) / 100)
  if (left(input) > 0) put(into, 'custom.assigned', toHex(take(input, left(input))))
}

function readBinaryAlert(into: Draft, input: Reader): void {
  const id = u8(input)
  putAlert(into, id)
  put(into, 'custom.alert_modifier', u8(input))
  const data = toHex(take(input, Math.min(u8(input), left(input))))
  if (id === driverAlert && data !== '') putDriver(into, data)
  else if (data !== '') put(into, 'custom.alert_data', data)
  if (left(input) > 0) put(into, 'custom.assigned', toHex(take(input, left(input))))
}
