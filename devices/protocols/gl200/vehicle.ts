/**
 * What the vehicle says: the fields of GTCAN and of the CAN part of GTERI, chosen by a mask, and those of GTOBD.
 * Source: GV350M and GV65 @Track Air Interface Protocol, "CAN Report Mask" and "CAN Report Expansion Mask"; GV500, "OBD
 * Report Mask".
 */

import { decimal, hexNumber } from '../../bytes/text.ts'
import { type Draft, put } from '../../message.ts'
import type { ParameterName } from '../../values/parameters.ts'

type Row = (into: Draft, text: string) => void

const number =
  (key: ParameterName, divisor = 1): Row =>
  (into, text) => {
    const value = decimal(text)
    if (value !== undefined) put(into, key, value / divisor)
  }

const text =
  (key: ParameterName): Row =>
  (into, value) => {
    if (value !== '') put(into, key, value)
  }

const nothing: Row = () => {}

/** A letter gives the unit: `H1234` hectometres, `I1234` impulses if the vehicle gives no distance. */
const distance: Row = (into, value) => {
  const size = decimal(value.slice(1))
  if (size === undefined) return
  if (value[0] === 'H') put(into, 'can.vehicle.mileage', size / 10)
  else put(into, 'custom.can_distance_impulses', size)
}

/** `H` litres an hour, `M` litres a hundred kilometres; some write the unit out. */
const consumption: Row = (into, value) => {
  const [, unit, size] = /^(L\/H|L\/100KM|[A-Z])(.*)$/.exec(value) ?? []
  const isHourly = unit === 'H' || unit === 'L/H'
  if (unit) put(into, isHourly ? 'can.fuel.consumption.hour' : 'can.fuel.consumption.distance', decimal(size))
}

/** `P` percent, `L` litres. */
const fuelLevel: Row = (into, value) => {
  const size = decimal(value.slice(1))
  if (value[0] === 'P') put(into, 'can.fuel.level', size)
  else if (value[0] === 'L') put(into, 'can.fuel.volume', size)
}

const adblue: Row = (into, value) => {
  const isLitres = value[0] === 'L'
  put(into, isLitres ? 'can.adblue.volume' : 'can.adblue.level', decimal(value.replace(/^[PL]/, '')))
}

/** 0 off, 1 on, 2 engine on. */
const ignitionKey: Row = (into, value) => {
  const state = decimal(value)
  if (state === undefined) return
  put(into, 'custom.can_ignition_key', state)
  put(into, 'can.engine.ignition.status', state > 0)
}

const indicators: Row = (into, value) => {
  const bits = hexNumber(value)
  if (bits === undefined) return
  put(into, 'custom.can_indicators', bits)
  put(into, 'can.handbrake.status', (bits & 0x40) !== 0)
}

/** Driver, passenger, rear left, rear right, boot, bonnet. */
const doors: Row = (into, value) => {
  const bits = hexNumber(value)
  if (bits === undefined) return
  put(into, 'door.open.status', (bits & 0x0f) !== 0)
  put(into, 'can.driver.door.status', (bits & 1) !== 0)
  put(into, 'can.trunk.status', (bits & 0x10) !== 0)
  put(into, 'can.hood.status', (bits & 0x20) !== 0)
}

/** By bit of the mask; 27 and 28 are reserved, 29 announces the expansion mask, 30 and 31 position and cell. */
const canRows: readonly Row[] = [
  text('vehicle.vin'),
  ignitionKey,
  distance,
  number('can.fuel.consumed'),
  number('can.engine.rpm'),
  number('can.vehicle.speed'),
  number('can.engine.coolant.temperature'),
  consumption,
  fuelLevel,
  number('custom.can_range', 10),
  number('can.throttle.pedal.level'),
  number('can.engine.motorhours'),
  number('custom.can_driving_hours'),
  number('custom.can_idle_hours'),
  number('custom.can_idle_fuel'),
  number('can.axle.weight.2'),
  text('custom.tachograph'),
  indicators,
  text('custom.can_lights'),
  doors,
  number('custom.can_overspeed_hours'),
  number('custom.can_engine_overspeed_hours'),
  number('custom.can_cold_starts'),
  number('custom.can_starts'),
  number('custom.can_starts_by_ignition'),
  number('custom.can_cold_running_time'),
  number('custom.can_handbrake_applications'),
]

const expansionRows: readonly Row[] = [
  adblue,
  number('can.axle.weight.1'),
  number('can.axle.weight.3'),
  number('can.axle.weight.4'),
  text('custom.tachograph_overspeed'),
  text('custom.tachograph_motion'),
  text('custom.tachograph_direction'),
  number('ain.1', 1000),
  number('custom.can_engine_braking_factor'),
  number('custom.can_pedal_braking_factor'),
  number('custom.can_kickdowns'),
  number('custom.can_effective_speed_hours'),
  number('custom.can_cruise_hours'),
  number('custom.can_kickdown_hours'),
  number('custom.can_brake_applications'),
  text('driver.id'),
  text('custom.driver_2_id'),
  text('driver.name'),
  text('custom.driver_2_name'),
  text('vehicle.registration.number'),
  text('custom.can_expansion'),
  number('custom.can_rapid_brakings'),
  number('custom.can_rapid_accelerations'),
  number('custom.can_engine_torque'),
  number('custom.can_service_distance'),
  number('can.ambient.air.temperature'),
  text('custom.tachograph_driver_1_working_time'),
  text('custom.tachograph_driver_2_working_time'),
  text('can.dtc'),
  text('custom.can_gas_level'),
  text('custom.tachograph_expansion'),
]

/** Announced by the last bit of the expansion mask, with a mask of their own. */
const furtherRows: readonly Row[] = [
  number('custom.can_retarder_usage'),
  text('custom.can_power_mode'),
  text('custom.tachograph_timestamp'),
]

/** Reads the fields a mask announces from `at` on, and returns the index after the last. */
function readMasked(
  into: Draft,
  fields: readonly string[],
  at: number,
  to: number,
  mask: number,
  rows: readonly Row[],
): number {
  let index = at
  for (let bit = 0; bit < rows.length && index < to; bit++) {
    if (((mask >>> bit) & 1) === 0) continue
    rows[bit]!(into, fields[index]!)
    index++
  }
  return index
}

const expansionBit = 0x2000_0000

/** State of the adapter, mask, values. `at` is the index of the state. */
export function readCan(into: Draft, fields: readonly string[], at: number, to: number): number {
  const mask = hexNumber(fields[at + 1])
  if (mask === undefined || at + 2 > to) return Math.min(at + 2, to)
  put(into, 'custom.can_connected', fields[at] === '1')
  let index = readMasked(into, fields, at + 2, to, mask, canRows)
  if ((mask & expansionBit) === 0) return index
  // Firmware differs on the reserved bits; the expansion mask is the next field of eight digits.
  while (index < to && index < at + 34 && fields[index]!.length !== 8) index++
  const expansion = hexNumber(fields[index])
  if (expansion === undefined || index >= to) return index
  const next = readMasked(into, fields, index + 1, to, expansion, expansionRows)
  const further = expansion > 0x7fff_ffff ? hexNumber(fields[next]) : undefined
  return further === undefined || next >= to ? next : readMasked(into, fields, next + 1, to, further, furtherRows)
}

const obdRows: readonly Row[] = [
  text('vehicle.vin'),
  (into, value) => put(into, 'custom.obd_connected', value === '1'),
  number('external.powersource.voltage', 1000),
  text('custom.obd_pids'),
  number('can.engine.rpm'),
  number('can.vehicle.speed'),
  number('can.engine.coolant.temperature'),
  number('can.fuel.consumption.distance'),
  number('custom.mileage_since_codes_cleared'),
  number('can.dtc.mileage'),
  (into, value) => put(into, 'fault.alarm', value === '' ? undefined : value === '1'),
  number('can.dtc.number'),
  (into, value) => put(into, 'can.dtc', faultCodes(value)),
  number('can.throttle.level'),
  number('can.engine.load.level'),
  number('can.fuel.level'),
  number('custom.obd_protocol'),
  nothing,
  nothing,
  number('can.vehicle.mileage'),
]

/** Report type, mask, values. `at` is the index of the mask. */
export function readObd(into: Draft, fields: readonly string[], at: number, to: number): void {
  const mask = hexNumber(fields[at])
  if (mask === undefined) return
  // Bits 17 and 18 have no field.
  readMasked(into, fields, at + 1, to, mask & ~0x6_0000, obdRows)
}

/** Four hex digits a code; the first two bits say P, C, B or U. */
function faultCodes(value: string): string | undefined {
  const codes: string[] = []
  for (let at = 0; at + 4 <= value.length && codes.length < 64; at += 4) {
    const code = hexNumber(value.slice(at, at + 4))
    if (code === undefined) return undefined
    codes.push('PCBU'[code >> 14]! + ((code >> 12) & 3) + value.slice(at + 1, at + 4))
  }
  return codes.length > 0 ? codes.join(',') : undefined
}
