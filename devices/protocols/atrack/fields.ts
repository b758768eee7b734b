/** The custom fields an owner may add to a record, by the two letters of the form `%CI%MV%BV…`. */
import { putBeacons } from '../../beacon.ts'
import { type Draft, put, putCustom } from '../../message.ts'
import type { ParameterName } from '../../parameters.ts'
import { decimal, hexNumber } from '../../text.ts'

export interface Field {
  readonly code: string
  /** Bytes in a binary record; a text ends with a zero. */
  readonly size: number | 'text'
  readonly name?: ParameterName
  readonly factor?: number
  readonly isSigned?: boolean
}

const field = (
  code: string,
  size: number | 'text',
  name?: ParameterName,
  factor?: number,
  isSigned = false,
): Field => ({
  code,
  size,
  name,
  factor,
  isSigned,
})

const table: readonly Field[] = [
  field('SA', 1, 'position.satellites'),
  field('MV', 2, 'external.powersource.voltage', 0.1),
  field('BV', 2, 'battery.voltage', 0.1),
  field('GQ', 1, 'custom.rssi'),
  field('GS', 1, 'custom.gsm_status'),
  field('CE', 4, 'gsm.cellid'),
  field('LC', 2, 'gsm.lac'),
  field('CN', 4),
  field('RL', 1, 'custom.rx_level'),
  field('PC', 4, 'counter.1'),
  field('AT', 4, 'position.altitude'),
  field('RP', 2, 'can.engine.rpm'),
  field('DT', 1, 'custom.transmission_failures'),
  field('VN', 'text', 'vehicle.vin'),
  field('MF', 2, 'custom.mass_air_flow', 0.01),
  field('EL', 1, 'can.engine.load.level'),
  field('TR', 1, 'can.throttle.level'),
  field('ET', 2, 'can.engine.coolant.temperature', 1, true),
  field('FL', 1, 'can.fuel.level'),
  field('ML', 1, 'custom.mil_status'),
  field('PD', 1, 'custom.pending_dtc'),
  field('FC', 4, 'can.fuel.consumed', 0.1),
  field('CD', 'text', 'gsm.sim.iccid'),
  field('CM', 8, 'gsm.sim.imsi'),
  field('ME', 8, 'device.imei'),
  // A link to a map, which the coordinates make unnecessary, and ten samples of the acceleration.
  field('GL', 'text'),
  field('GN', 60),
  field('GV', 6),
  field('SM', 2, 'can.vehicle.speed'),
  field('IA', 1, 'can.intake.air.temperature'),
  field('MP', 1, 'can.intake.map.pressure'),
  field('EO', 4, 'custom.engine_odometer'),
  field('EH', 4, 'custom.engine_hours'),
  field('MT', 1, 'custom.mt'),
  field('HA', 1, 'custom.ha'),
  field('HB', 1, 'custom.hb'),
  field('HC', 1, 'custom.hc'),
  field('IN0', 1, 'custom.in0'),
  field('AV1', 2, 'ain.2', 0.001),
  field('MA', 'text', 'custom.ma'),
  field('NC', 'text', 'custom.nc'),
]

const byCode: ReadonlyMap<string, Field> = new Map(table.map((one) => [one.code, one]))

export const fieldOf = (code: string): Field | undefined => byCode.get(code)

/** The codes of a form but `CI`, which only opens it. */
export const codesOf = (form: string): string[] => form.split('%').filter((code) => code !== '' && code !== 'CI')

export function putField(into: Draft, { code, name, factor }: Field, value: string | number): void {
  if (code === 'CN') putOperator(into, String(value))
  else if (name && typeof value === 'number') put(into, name, factor ? value * factor : value)
  else if (name) put(into, name, value)
}

/** Country and network in one number: 310260. */
function putOperator(into: Draft, digits: string): void {
  if (digits.length < 5) return
  put(into, 'gsm.operator.code', digits)
  put(into, 'gsm.mcc', Number(digits.slice(0, 3)))
  put(into, 'gsm.mnc', Number(digits.slice(3)))
}

/** A value of a text record; a code without a line in the table keeps its letters. */
export function putText(into: Draft, code: string, text: string): void {
  const value = text.replaceAll('\u001a', '')
  if (value === '') return
  const known = fieldOf(code)
  if (code === 'BC') putBeacon(into, value)
  else if (!known) putCustom(into, code, decimal(value) ?? value)
  else if (known.size === 'text' || code === 'CM' || code === 'ME' || code === 'CN') putField(into, known, value)
  else putField(into, known, decimal(value) ?? '')
}

/** Kind, address, state, 0.01 °C, millivolts and signal of a sensor, as traffic shows them; other lists stay as they are. */
function putBeacon(into: Draft, value: string): void {
  const isSensor = value.length === 28 && [0, 12, 16].every((at) => hexNumber(value.slice(at, at + 12)) !== undefined)
  if (!isSensor) {
    put(into, 'custom.beacons', value)
    return
  }
  const celsius = hexNumber(value.slice(16, 20))!
  const id = value.slice(2, 14).toLowerCase()
  const temperature = (celsius > 0x7fff ? celsius - 0x10000 : celsius) / 100
  const voltage = hexNumber(value.slice(20, 24))! / 1000
  put(into, 'ble.sensor.id.1', id)
  put(into, 'ble.sensor.temperature.1', temperature)
  put(into, 'ble.sensor.battery.voltage.1', voltage)
  const signal = hexNumber(value.slice(24, 26))!
  putBeacons(into, [{ id, rssi: signal > 0x7f ? signal - 0x100 : signal, 'battery.voltage': voltage, temperature }])
}
