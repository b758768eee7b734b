/**
 * Items of makers, from their documents (BSJ, G10LS, AOVX) and from traffic. Where two makers took one number the length
 * tells them apart, and where it does not the model does: see `models.ts`.
 */

import { i8, latin1, left, part, type Reader, skip, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { put } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import {
  longCell,
  plainCell,
  readAccessPoints,
  readAreaCells,
  readCells,
  readCountedCells,
  reversedCell,
  wideCell,
} from './cells.ts'
import { iccid, readExtension } from './extension.ts'
import { lockEvent, locks, lockText, seals, string, unlocked } from './locks.ts'
import { axes, measured, reception } from './masks.ts'
import { readObdItems, readRealTime } from './obd.ts'
import {
  alarmBits,
  block,
  either,
  entries,
  flag,
  number,
  type Row,
  type Rows,
  raiseBits,
  signal,
  sized,
  temperatures,
  text,
} from './rows.ts'

const harsh: Readonly<Record<number, Alarm>> = { 0: 'harsh_acceleration', 1: 'harsh_braking', 2: 'harsh_cornering' }

const accessPoints: Row = (into, data, size) => {
  if (size % 7 !== 0) return false
  readAccessPoints(into, data)
  return true
}

const cells =
  (size: number, layout: Parameters<typeof readCells>[3]): Row =>
  (into, data, length) => {
    if (length === 0 || length % size !== 0) return false
    readCells(into, data, size, layout)
    return true
  }

const counted: Row = (into, data) => {
  readCountedCells(into, data)
  return true
}

/** FF means that it is being charged. */
const level: Row = sized(1, (into, data) => {
  const value = u8(data)
  if (value === 0xff) put(into, 'battery.charging.status', true)
  else put(into, 'battery.level', value)
  return true
})

const driver: Row = sized(4, (into, data) => {
  put(into, 'driver.id', String(u32(data)))
  return true
})

/** Index, id of three bytes, pressure in steps of 2.5 kPa below six bits of state, temperature from -50, state. */
const tires: Row = entries(8, (into, data) => {
  const n = u8(data)
  const id = toHex(take(data, 3))
  const pressure = u16(data) & 0x3ff
  const temperature = u8(data)
  const state = u8(data)
  // A wheel without a sensor sends zeros.
  if (n === 0 || (pressure === 0 && temperature === 0)) return
  put(into, `custom.tire_${n}_sensor_id`, id)
  put(into, `tire.pressure.${n}`, pressure * 2.5)
  put(into, `tire.temperature.${n}`, temperature - 50)
  put(into, `custom.tire_${n}_status`, state)
})

/** Battery in percent and its voltage; vehicles without one send 0 percent and the voltage of the supply. */
const power: Row = (into, data, size) => {
  if (size < 4) return false
  const level = u16(data) & 0xff
  const volts = u16(data) / 100
  if (level > 0) put(into, 'battery.level', level)
  put(into, level > 0 || volts < 5 ? 'battery.voltage' : 'external.powersource.voltage', volts)
  return true
}

/** Degrees, or percent, and 1/255 of one. */
const fraction = (data: Reader): number => {
  const whole = i8(data)
  const part = u8(data) / 255
  return whole < 0 ? whole - part : whole + part
}

/** Index, address, temperature, humidity. */
const thermometers: Row = entries(11, (into, data) => {
  const n = u8(data)
  const id = toHex(take(data, 6))
  const temperature = fraction(data)
  if (n === 0) return
  put(into, `ble.sensor.id.${n}`, id)
  put(into, `ble.sensor.temperature.${n}`, temperature)
  put(into, `ble.sensor.humidity.${n}`, fraction(data))
})

const obdText: Row = (into, data, size) => {
  const line = latin1(take(data, size))
  if (!line.startsWith('$OBD-RT')) return false
  readRealTime(into, line)
  return true
}

/** A kind, then { id, length, data } of sensors outside. */
const outside: Rows = {
  17: block(
    ['custom.external_alarms', 2],
    ['custom.alarm_threshold_type', 1],
    ['custom.alarm_upper_threshold', 4],
    ['custom.alarm_value', 4],
    ['custom.alarm_lower_threshold', 4],
  ),
  19: number('custom.external_illuminance', 2),
  20: number('custom.external_air_pressure', 2),
  21: number('custom.external_humidity', 2, 10),
  22: number('custom.external_temp', 2, 10, -50),
}

/** 7C, then items of its own, of which 01 is how the vehicle is driven. */
const behaviour: Rows = {
  1: alarmBits('custom.driving_bits', 4, { ...harsh, 3: 'crash', 4: 'tampering' }),
}

const nested =
  (rows: Rows, key: string, start?: number): Row =>
  (into, data, size) => {
    if (size < 3 || (start !== undefined && data.bytes[data.at] !== start)) return false
    skip(data, 1)
    while (left(data) >= 2) {
      const id = u8(data)
      const item = part(data, Math.min(u8(data), left(data)))
      const bytes = left(item)
      if (!rows[id]?.(into, item, bytes)) put(into, `custom.${key}_${id}`, toHex(take(item, left(item))))
    }
    return true
  }

/** Millivolts, 2 and 3 while it is charged, percent. */
const battery: Row = (into, data, size) => {
  if (size < 4) return false
  put(into, 'battery.voltage', u32(data) / 1000)
  if (size >= 5) {
    const state = u8(data)
    put(into, 'battery.charging.status', state === 2 || state === 3)
  }
  if (size >= 6) put(into, 'battery.level', u8(data))
  return true
}

/** Eight bytes of digits after a zero. */
const imei: Row = sized(8, (into, data) => {
  const digits = toHex(take(data, 8))
  if (digits[0] !== '0' || [...digits].some((digit) => digit > '9')) return false
  put(into, 'device.imei', digits.slice(1))
  return true
})

/** Where the model does not say: a count of steps cannot be the temperature of a probe. */
const probe: Row = sized(2, (into, data) => {
  const word = u16(data)
  if (word > 2000) put(into, 'steps.counter', word)
  else put(into, 'sensor.temperature.2', word / 10 - 50)
  return true
})

/** Working mode, IMEI, card, model. */
const identity: Row = (into, data, size) => {
  if (size < 19) return false
  put(into, 'custom.mode', u8(data))
  skip(data, 8)
  put(into, 'gsm.sim.iccid', iccid(take(data, 10)))
  put(into, 'device.model', latin1(take(data, left(data))))
  return true
}

const obd = block(
  ['battery.voltage', 2, 10],
  ['can.engine.rpm', 2],
  ['can.vehicle.speed', 1],
  ['can.throttle.level', 1, 2.55],
  ['can.engine.load.level', 1, 2.55],
  ['can.engine.coolant.temperature', 1, 1, -40],
  ['custom.fuel_consumption_now', 2, 100],
  ['custom.fuel_consumption', 2, 100],
  ['segment.vehicle.mileage', 2],
  ['custom.obd_mileage', 4],
  ['custom.trip_fuel', 2, 100],
  ['can.fuel.consumed', 2, 100],
)

const charge: Row = sized(2, (into, data) => {
  put(into, 'battery.charging.status', u8(data) === 0)
  put(into, 'battery.level', u8(data))
  return true
})

/** Charger and microphone in the last two of four bytes. */
const working: Row = sized(4, (into, data) => {
  put(into, 'custom.mode', u8(data))
  put(into, 'custom.positioning_mode', u8(data))
  put(into, 'custom.recording_mode', u8(data))
  const bits = u8(data)
  put(into, 'external.powersource.status', (bits & 1) !== 0)
  put(into, 'battery.charging.status', (bits & 3) === 1)
  return true
})

/** A word of alarms, a word of switches, a double word. */
const switches: Row = (into, data, size) => {
  if (size < 8) return false
  const alarms = u16(data)
  put(into, 'custom.alarm_word', alarms)
  raiseBits(into, alarms >>> 8, harsh)
  put(into, 'custom.switches', u16(data))
  put(into, 'custom.switch_alarms', u32(data))
  return true
}

const buttons: Row = sized(8, (into, data) => {
  const alarms = u16(data)
  put(into, 'custom.alarm_word', alarms)
  if (alarms & 1) raise(into, 'vibration')
  if (alarms & 0b1110) raise(into, 'sos')
  return true
})

const voltage = number('external.powersource.voltage', 2, 10)
const batteryVoltage = number('battery.voltage', 2, 100)

export const makers: Rows = {
  11: unlocked,
  51: either(number('custom.mode', 1), lockText),
  81: temperatures,
  82: number('custom.rotation', 1),
  83: counted,
  84: (into, data, size) => {
    if ((size - 1) % 7 !== 0) return false
    skip(data, 1)
    readAccessPoints(into, data)
    return true
  },
  // Tenths of the whole, then percent on some models.
  86: sized(2, (into, data) => {
    const tenths = u8(data)
    put(into, 'battery.level', u8(data) || tenths * 10)
    return true
  }),
  87: switches,
  93: counted,
  96: lockEvent,
  97: number('external.powersource.voltage', 2, 100),
  99: seals,
  102: (into, data, size) => {
    if (size !== 11) return false
    readCells(into, part(data, 9), 9, plainCell)
    return true
  },
  103: sized(8, text('custom.password')),
  104: number('battery.level', 2, 100),
  105: batteryVoltage,
  106: signal,
  108: text('gsm.sim.imsi'),
  113: text('gsm.sim.iccid'),
  119: tires,
  130: voltage,
  145: obd,
  148: text('vehicle.vin'),
  167: sized(4, block(['ain.1', 2, 100], ['ain.2', 2, 100])),
  172: number('vehicle.mileage', 4, 1000),
  188: text('driver.name'),
  189: text('driver.id'),
  204: text('gsm.sim.iccid'),
  208: alarmBits('custom.user_status', 4, { 3: 'vibration' }),
  211: voltage,
  212: either(level, driver),
  213: either(batteryVoltage, locks),
  214: text('gsm.sim.iccid'),
  218: string,
  225: either(level, voltage, readAreaCells, driver),
  226: number('fuel.volume', 4, 10),
  227: power,
  228: charge,
  229: flag('movement.status', 1),
  230: either(obdText, thermometers),
  231: buttons,
  232: number('custom.lock_status', 3),
  233: either(level, driver),
  234: nested(outside, 'external'),
  235: (into, data) => {
    readExtension(into, data)
    return true
  },
  236: accessPoints,
  237: text('rfid.code'),
  238: either(
    sized(
      6,
      block(
        ['custom.rssi', 1],
        ['external.powersource.voltage', 2, 1000],
        ['battery.voltage', 2, 1000],
        ['position.satellites', 1],
      ),
    ),
    cells(10, wideCell),
  ),
  240: cells(13, reversedCell),
  241: either(number('external.powersource.voltage', 4, 1000), sized(20, text('gsm.sim.iccid'))),
  242: text('device.firmware.version'),
  243: (into, data, size) => size > 4 && readObdItems(into, data),
  244: either(
    accessPoints,
    sized(
      2,
      alarmBits('custom.extended_alarms', 2, {
        0: 'harsh_acceleration',
        1: 'harsh_braking',
        2: 'harsh_braking',
        3: 'harsh_cornering',
        4: 'crash',
        5: 'crash',
      }),
    ),
  ),
  245: either(
    number('sensor.illuminance', 2),
    sized(6, (into, data) => {
      put(into, 'custom.g_sensor', axes(data))
      return true
    }),
  ),
  246: either(number('custom.air_pressure', 2), imei, working, measured),
  247: either(number('sensor.humidity', 2, 10), battery),
  248: either(probe, identity),
  249: reception,
  251: (into, data, size) => size > 1 && text('custom.container')(into, data, size),
  252: number('custom.geofence', 1),
  254: either(
    number('battery.level', 1),
    voltage,
    number('vehicle.mileage', 4, 1000),
    nested(behaviour, 'behaviour', 0x7c),
  ),
  255: cells(12, longCell),
}
