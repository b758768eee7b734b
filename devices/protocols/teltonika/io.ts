/**
 * Values of a record by their AVL id, in the maker's numbering ("Teltonika Data Sending Parameters ID" of the FMB
 * family, firmware 03.29). Ids that are missing here pass through as `custom.param.<id>`: unsigned when they are
 * numbers, hex when their length varies.
 */

import { latin1, type Reader, toHex } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import type { ParameterName } from '../../values/parameters.ts'
import { beacons, beaconTable } from './beacons.ts'
import { namedRows } from './names.ts'
import { autonomousNames } from './names-autonomous.ts'
import { lightNames } from './names-light.ts'
import { professionalNames } from './names-professional.ts'
import { professionalRows } from './professional.ts'
import { bit, mapped, signed, text, unsigned } from './rows.ts'
import { bleTemperature, cellField, dallasTemperature, each, hexCode, run, textPart, zone } from './sensors.ts'
import { type Row, vehicleRows } from './vehicle.ts'

export type IoTable = ReadonlyMap<number, Row>

/** Sent when it begins and, with zero, when it ends. */
const event = (alarm: Alarm, key?: ParameterName): Row =>
  mapped((into, value) => {
    if (key) put(into, key, value)
    if (value > 0) raise(into, alarm)
  })

/** 0 off, 1 on with a fix, 2 on without, 3 asleep, 4 over current. */
const receiver: Row = mapped((into, value) => {
  put(into, 'gnss.state.enum', value)
  put(into, 'gnss.status', value === 1 || value === 2)
})

const operator: Row = mapped((into, value) => {
  if (value < 1000) return
  const digits = String(value)
  put(into, 'gsm.operator.code', digits)
  put(into, 'gsm.mcc', Number(digits.slice(0, 3)))
  put(into, 'gsm.mnc', Number(digits.slice(3)))
})

const iccidPart =
  (n: number): Row =>
  (into, data, at, size) =>
    put(
      into,
      `custom.iccid_part_${n}`,
      size === 8 ? String(data.view.getBigUint64(at)) : latin1(data.bytes.subarray(at, at + size)),
    )

/** The maker says no more than that it is an alarm; most owners wire a panic button to it. */
const alarmInput: Row = mapped((into, value) => {
  if (value === 0) return
  raise(into, 'sos')
  raise(into, 'general')
})

/** The ids of zones 1 to 50. */
const zones = [
  ...[155, 156, 157, 158, 159, 61, 62, 63, 64, 65, 70, 88, ...run(91, 9)],
  ...[153, 154, ...run(190, 9), 208, 209, ...run(216, 16)],
]

const idling: Row = mapped((into, value) => {
  put(into, 'idle.status', value > 0)
  if (value > 0) raise(into, 'idle')
})

const rows: [number, Row][] = [
  ...namedRows(lightNames),
  // Inputs and outputs
  ...each([1, 2, 3], (n) => bit(`din.${n}`)),
  ...each([4, 5], (n) => unsigned(`counter.${n}`)),
  ...each([9, 6], (n) => unsigned(`ain.${n}`, 1000)),
  ...each([179, 180, 380], (n) => bit(`dout.${n}`)),
  [381, bit('custom.ground_sense')],
  // Power
  [66, unsigned('external.powersource.voltage', 1000)],
  [67, unsigned('battery.voltage', 1000)],
  [68, unsigned('battery.current', 1000)],
  [113, unsigned('battery.level')],
  [116, bit('battery.charging.status')],
  // Network
  [21, mapped((into, value) => put(into, 'gsm.signal.level', value * 20))],
  [205, mapped((into, value) => value > 0 && put(into, 'gsm.cellid', value))],
  [206, mapped((into, value) => value > 0 && put(into, 'gsm.lac', value))],
  [636, mapped((into, value) => value > 0 && put(into, 'gsm.cellid', value))],
  [241, operator],
  [
    237,
    mapped((into, value) => put(into, 'gsm.network.type', ['3G', 'GSM', '4G', 'LTE CAT M1', 'LTE CAT NB1'][value])),
  ],
  [11, iccidPart(1)],
  [14, iccidPart(2)],
  // Receiver
  [69, receiver],
  [181, unsigned('position.pdop', 10)],
  [182, unsigned('position.hdop', 10)],
  [24, unsigned('custom.gnss_speed')],
  [318, mapped((into, value) => put(into, 'gnss.jamming.alarm.status', value > 0))],
  // State
  [239, bit('engine.ignition.status')],
  [240, bit('movement.status')],
  [303, bit('custom.instant_movement')],
  [80, unsigned('custom.data_mode')],
  [200, unsigned('sleep.mode.enum')],
  [250, bit('trip.status')],
  [248, unsigned('custom.immobilizer')],
  [391, bit('custom.private_mode')],
  [637, unsigned('custom.wake_reason')],
  // Distance and fuel by position
  [16, unsigned('vehicle.mileage', 1000)],
  [199, unsigned('segment.vehicle.mileage', 1000)],
  [12, unsigned('fuel.consumed', 1000)],
  [13, unsigned('custom.gnss_fuel_rate', 100)],
  [15, unsigned('custom.eco_score', 100)],
  // Motion
  [17, signed('x.acceleration', 1000)],
  [18, signed('y.acceleration', 1000)],
  [19, signed('z.acceleration', 1000)],
  // Events
  [
    175,
    mapped((into, value) => raise(into, value === 1 ? 'geofence_enter' : value === 0 ? 'geofence_exit' : undefined)),
  ],
  ...each(zones, zone),
  [236, alarmInput],
  [251, idling],
  [1412, event('fall')],
  [246, event('towing')],
  [247, event('crash', 'custom.crash_kind')],
  [249, event('jamming')],
  [252, event('power_cut')],
  [
    253,
    mapped((into, value) =>
      raise(into, (['harsh_acceleration', 'harsh_braking', 'harsh_cornering'] as const)[value - 1]),
    ),
  ],
  [254, unsigned('custom.green_driving_value', 100)],
  [243, unsigned('custom.green_driving_duration_ms')],
  [255, event('overspeed', 'overspeeding.speed')],
  // Drivers
  [78, hexCode('ibutton.code')],
  [207, hexCode('rfid.code')],
  [238, hexCode('driver.id')],
  ...each([147, 148], () => textPart('driver.id')),
  ...each([149, 150], () => textPart('custom.driver_2_id')),
  [403, text('driver.name')],
  [406, text('driver.id')],
  // Sensors
  ...each([72, 73, 74, 75], (n) => dallasTemperature(`sensor.temperature.${n}`)),
  ...each([76, 77, 79, 71], (n) => hexCode(`custom.sensor_id_${n}`)),
  ...each([201, 203, 210, 212, 214], (n) => signed(`custom.lls_level_${n}`)),
  ...each([202, 204, 211, 213, 215], (n) => signed(`escort.lls.temperature.${n}`)),
  ...each([25, 26, 27, 28], (n) => bleTemperature(`ble.sensor.temperature.${n}`)),
  ...each([29, 20, 22, 23], (n) => unsigned(`ble.sensor.battery.level.${n}`)),
  ...each([86, 104, 106, 108], (n) => unsigned(`ble.sensor.humidity.${n}`, 10)),
  ...each([270, 273, 276, 279], (n) => unsigned(`ble.sensor.fuel.level.${n}`)),
  ...each([306, 307, 308, 309], (n) => signed(`custom.ble_frequency_${n}`)),
  ...each([335, 336, 337, 338], (n) => unsigned(`ble.sensor.illuminance.${n}`)),
  ...each([10800, 10801, 10802, 10803], (n) => bleTemperature(`ble.sensor.temperature.${n}`)),
  ...each([10804, 10805, 10806, 10807], (n) => unsigned(`ble.sensor.humidity.${n}`)),
  ...each([10808, 10809, 10810, 10811], (n) => bit(`ble.sensor.magnet.status.${n}`)),
  ...each([10812, 10813, 10814, 10815], (n) => bit(`ble.sensor.movement.status.${n}`)),
  ...each([10816, 10817, 10818, 10819], (n) => signed(`custom.ble_pitch_${n}`)),
  ...each([10820, 10821, 10822, 10823], (n) => bit(`custom.ble_battery_low_${n}`)),
  ...each([10824, 10825, 10826, 10827], (n) => unsigned(`ble.sensor.battery.voltage.${n}`, 1000)),
  ...each([10832, 10833, 10834, 10835], (n) => signed(`custom.ble_roll_${n}`)),
  ...each([10836, 10837, 10838, 10839], (n) => unsigned(`custom.ble_movements_${n}`)),
  ...each([10840, 10841, 10842, 10843], (n) => unsigned(`custom.ble_magnet_count_${n}`)),
  ...each([269, 272, 275, 278], (n) => signed(`escort.lls.temperature.${n}`)),
  ...each([271, 274, 277, 280], (n) => unsigned(`ble.sensor.battery.voltage.${n}`, 100)),
  ...each(run(10644, 6), (n) => signed(`custom.temp_probe_${n}`, 100)),
  [385, beacons],
  ...each([548, 10828, 10829, 10830, 10831, 11317], () => beaconTable),
  [387, text('custom.iso6709')],
  ...vehicleRows,
]

const fmb: IoTable = new Map(rows)

/** The professional trackers (FMx6xx, FM6300, FM5300) number most of their values differently. */
const professional: IoTable = new Map([...rows, ...namedRows(professionalNames), ...professionalRows])

/** Trackers of people, bicycles and goods; their alarm is a button. */
const autonomous: IoTable = new Map([
  ...rows,
  ...namedRows(autonomousNames),
  [236, event('sos')],
  [242, event('fall')],
  ...each([287, 290, 293, 296], (n) => cellField(n, 'lac')),
  ...each([288, 291, 294, 297], (n) => cellField(n, 'cellid')),
  ...each([289, 292, 295, 298], (n) => cellField(n, 'rssi')),
  ...each(run(1200, 4), (n) => cellField(n, 'mnc')),
  ...each([25020, 25023, 25026, 25029], (n) => cellField(n, 'lac')),
  ...each([25021, 25024, 25027, 25030], (n) => cellField(n, 'cellid')),
  ...each([25022, 25025, 25028, 25031], (n) => cellField(n, 'rssi')),
  ...each(run(25032, 4), (n) => cellField(n, 'mnc')),
])

/** The personal tracker GH3000, which uses codec 7. */
export const gh3000: IoTable = new Map<number, Row>([
  [1, unsigned('battery.level')],
  [2, bit('external.powersource.status')],
  [5, unsigned('custom.uptime')],
  [20, unsigned('position.hdop', 10)],
  [21, unsigned('position.vdop', 10)],
  [22, unsigned('position.pdop', 10)],
  [67, unsigned('battery.voltage', 1000)],
  [221, unsigned('custom.button')],
  [222, mapped((into, value) => raise(into, value > 0 ? 'sos' : undefined))],
  [240, bit('movement.status')],
  [244, bit('gsm.network.roaming.status')],
])

/** By the model's title; the usual FMB numbering when there is none. */
export function ioTableFor(model: string | undefined): IoTable {
  if (!model) return fmb
  const isProfessional =
    model.startsWith('FM') && (model[3] === '6' || model.startsWith('FM6') || model.startsWith('FM5'))
  if (isProfessional) return professional
  return /^(T[AMSF]T|GH5)/.test(model) ? autonomous : fmb
}

/**
 * A value of a group: numbers in the groups of 1 to 8 bytes, otherwise texts or structures, of which four bytes are no
 * number.
 */
export function putIo(
  into: Draft,
  table: IoTable,
  id: number,
  data: Reader,
  at: number,
  size: number,
  varies = false,
): void {
  const row = table.get(id)
  if (row) row(into, data, at, size)
  else if (varies || size > 8) size > 0 && put(into, `custom.param.${id}`, toHex(data.bytes.subarray(at, at + size)))
  else if (size === 1) put(into, `custom.param.${id}`, data.view.getUint8(at))
  else if (size === 2) put(into, `custom.param.${id}`, data.view.getUint16(at))
  else if (size === 4) put(into, `custom.param.${id}`, data.view.getUint32(at))
  else put(into, `custom.param.${id}`, data.view.getBigUint64(at))
}
