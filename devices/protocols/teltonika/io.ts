/**
 * Values of a record by their AVL id, in the maker's numbering ("Teltonika Data Sending Parameters ID" of the FMB
 * family, firmware 03.29). Ids that are missing here pass through as `custom.param.<id>`: unsigned when they are
 * numbers, hex when their length varies.
 */
import { type Alarm, raise } from '../../alarms.ts'
import { latin1, type Reader, toHex } from '../../bytes.ts'
import { type Draft, put } from '../../message.ts'
import type { ParameterName } from '../../parameters.ts'
import { beacons } from './beacons.ts'
import { bit, mapped, signed, text, unsigned } from './rows.ts'
import { type Row, vehicleRows } from './vehicle.ts'

export type IoTable = ReadonlyMap<number, Row>

const each = (ids: readonly number[], row: (n: number) => Row): [number, Row][] =>
  ids.map((id, index) => [id, row(index + 1)])

/** 2000, 3000 and 4000 are what the tracker sends for a sensor it cannot read or find. */
const bleTemperature = (key: ParameterName): Row =>
  mapped((into, value) => {
    const degrees = value > 0x7fff ? value - 0x1_0000 : value
    if (degrees !== 2000 && degrees !== 3000 && degrees !== 4000) put(into, key, degrees / 100)
  })

/** 850 is a sensor that is not ready; above 115 degrees the numbers are error codes too. */
const dallasTemperature = (key: ParameterName): Row =>
  mapped((into, value) => {
    const degrees = value > 0x7fff ? value - 0x1_0000 : value
    if (degrees !== 850 && degrees <= 1150) put(into, key, degrees / 10)
  })

const zone = (n: number): Row =>
  mapped((into, value) => {
    put(into, `geofence.zone.${n}`, value)
    if (value > 1) return
    put(into, 'geofence.id', n)
    raise(into, value === 1 ? 'geofence_enter' : 'geofence_exit')
  })

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

const iButton =
  (key: ParameterName): Row =>
  (into, data, at, size) => {
    const bytes = data.bytes.subarray(at, at + size)
    if (bytes.some((byte) => byte !== 0)) put(into, key, toHex(bytes))
  }

const iccidPart =
  (n: number): Row =>
  (into, data, at, size) =>
    put(
      into,
      `custom.iccid_part_${n}`,
      size === 8 ? String(data.view.getBigUint64(at)) : latin1(data.bytes.subarray(at, at + size)),
    )

const rows: [number, Row][] = [
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
  [251, bit('idle.status')],
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
  ...each([155, 156, 157, 158, 159, 61, 62, 63, 64, 65, 70, 88, 91, 92, 93, 94, 95, 96, 97, 98, 99], zone),
  [236, event('sos')],
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
  [78, iButton('ibutton.code')],
  [207, iButton('rfid.code')],
  [238, iButton('driver.id')],
  [403, text('driver.name')],
  [406, text('driver.id')],
  // Sensors
  ...each([72, 73, 74, 75], (n) => dallasTemperature(`sensor.temperature.${n}`)),
  ...each([76, 77, 79, 71], (n) => iButton(`custom.sensor_id_${n}`)),
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
  [385, beacons],
  [387, text('custom.iso6709')],
  ...vehicleRows,
]

const fmb: IoTable = new Map(rows)

/** The professional trackers (FMx6xx, FM6300, FM5300) number some of their inputs differently. */
const professional: IoTable = new Map([
  ...rows,
  ...each([1, 2, 3, 4], (n) => bit(`din.${n}`)),
  ...each([9, 10, 11, 245], (n) => unsigned(`ain.${n}`, 1000)),
  ...each([179, 180, 50, 51], (n) => bit(`dout.${n}`)),
  [22, unsigned('custom.data_mode')],
  [70, signed('device.temperature', 10)],
  [71, unsigned('gnss.state.enum')],
  [216, unsigned('vehicle.mileage', 1000)],
])

/** The personal tracker GH3000, which speaks codec 7. */
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
  return isProfessional ? professional : fmb
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
