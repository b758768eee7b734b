/** The custom fields an owner may add to a record, by the two letters of the form `%CI%MV%BV…`. */

import { decimal, hexNumber } from '../../bytes/text.ts'
import { type Draft, put, putCustom } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import { putBeacons } from '../../values/beacon.ts'
import type { ParameterName } from '../../values/parameters.ts'
import { putBeaconList } from './beacons.ts'

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

/** `ZO1` to `ZO17` and the like. */
const series = (letters: string, count: number, size: number): Field[] =>
  Array.from({ length: count }, (_, index) =>
    field(`${letters}${index + 1}`, size, `custom.${letters.toLowerCase()}${index + 1}`),
  )

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
  field('DT', 1),
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
  field('EO', 4, 'can.vehicle.mileage', 1.609344),
  field('EH', 4, 'engine.motorhours', 0.1),
  field('MT', 1),
  field('HA', 1),
  field('HB', 1),
  field('HC', 1),
  field('IN0', 1),
  ...['IN1', 'IN2', 'IN3'].map((code) => field(code, 1)),
  field('AV1', 2, 'ain.2', 0.001),
  field('MA', 'text', 'custom.ma'),
  field('NC', 'text', 'custom.nc'),
  // The bus of trucks in North America (J1708) and Europe (J1939, FMS); codes without a name keep their letters.
  ...series('ZO', 17, 1),
  ...series('ZH', 3, 2),
  ...series('ZL', 4, 4),
  ...series('JO', 12, 1),
  ...series('JH', 12, 2),
  ...series('JL', 4, 4),
  ...series('JN', 5, 4),
  field('ZO4', 1, 'can.throttle.pedal.level', 0.4),
  field('ZO6', 1, 'can.vehicle.speed', 0.805),
  field('ZH2', 2, 'can.fuel.consumption.hour', 16.428 / 3600),
  field('ZH3', 2, 'can.engine.rpm', 0.25),
  field('ZL2', 4, 'can.vehicle.mileage', 0.161),
  field('ZL4', 4, 'can.engine.motorhours', 0.05),
  field('ZS1', 'text', 'vehicle.vin'),
  field('JO3', 1, 'can.throttle.pedal.level', 0.4),
  field('JO4', 1, 'can.engine.load.level'),
  field('JO5', 1, 'can.fuel.level', 0.4),
  field('JO11', 1),
  field('JH1', 2, 'can.vehicle.speed', 1 / 256),
  field('JH2', 2, 'can.engine.rpm', 0.125),
  ...[3, 4, 5, 6, 7].map((n) => field(`JH${n}`, 2, `can.axle.weight.${n - 2}`, 0.5)),
  field('JH8', 2, 'custom.service_distance', 5),
  field('JH11', 2, 'can.fuel.consumption.hour', 0.05),
  field('JL1', 4, 'can.fuel.consumed', 0.5),
  field('JL2', 4, 'can.engine.motorhours', 0.05),
  field('JL3', 4, 'can.vehicle.mileage'),
  field('JL4', 4, 'can.fuel.consumed', 0.001),
  field('JS1', 'text', 'vehicle.vin'),
  field('JS2', 'text', 'custom.js2'),
  field('JS3', 'text', 'driver.id'),
  field('JS4', 'text', 'custom.driver_2_id'),
]

const byCode: ReadonlyMap<string, Field> = new Map(table.map((one) => [one.code, one]))

export const fieldOf = (code: string): Field | undefined => byCode.get(code)

/** The codes of a form but `CI`, which only opens it. */
export const codesOf = (form: string): string[] => form.split('%').filter((code) => code !== '' && code !== 'CI')

export function putField(into: Draft, { code, name, factor }: Field, value: string | number): void {
  const special = specials[code]
  if (special) special(into, value)
  else if (name && typeof value === 'number') put(into, name, factor ? value * factor : value)
  else if (name) put(into, name, value)
}

const alarmOf =
  (alarm: Alarm) =>
  (into: Draft, value: string | number): void => {
    put(into, `custom.${alarm}`, Number(value))
    if (Number(value) > 0) raise(into, alarm)
  }

/** Fields that say more than a number. */
const specials: Readonly<Record<string, (into: Draft, value: string | number) => void>> = {
  CN: (into, value) => putOperator(into, String(value)),
  // 1: it was kept in the tracker first.
  DT: (into, value) => put(into, 'message.buffered.status', Number(value) === 1),
  MT: (into, value) => put(into, 'movement.status', Number(value) > 0),
  HA: alarmOf('harsh_acceleration'),
  HB: alarmOf('harsh_braking'),
  HC: alarmOf('harsh_cornering'),
  IN0: (into, value) => put(into, 'engine.ignition.status', Number(value) > 0),
  IN1: (into, value) => put(into, 'din.1', Number(value) > 0),
  IN2: (into, value) => put(into, 'din.2', Number(value) > 0),
  IN3: (into, value) => put(into, 'din.3', Number(value) > 0),
  JO11: (into, value) => put(into, 'can.engine.coolant.temperature', Number(value) - 40),
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
    if (!putBeaconList(into, value)) put(into, 'custom.beacons', value)
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
