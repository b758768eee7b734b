/**
 * What tags around a tracker say: time, u8 ignition, then for each u16 kind, MAC and
 *
 *   01 tire          u8 battery 0.01 V above 1.22, u8 pressure 3.054 kPa, u8 temperature above -55, u8 state
 *   02 button        BCD battery 0.1 V, u8 alarm (0 SOS, 1 low battery), u8, a position
 *   03 driver        the same
 *   04 thermometer   u8 battery 0.01 V above 2, u8 battery %, 0.01 °C, u16 0.01 %, u16 light, i8 signal
 *   05 door          u8 battery, u8 battery %, 0.01 °C, u8 open, i8 signal
 *   06 relay         u8 battery, u8 output, i8 signal
 */

import { left, type Reader, skip, take, toHex, u8, u16 } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import { raise } from '../../values/alarms.ts'
import { putBeacons } from '../../values/beacon.ts'
import { bcdNumber, clock } from './body.ts'

type Beacon = Parameters<typeof putBeacons>[1][number]
type Values = Omit<Beacon, 'id'>
type Read = (into: Draft, data: Reader, n: number) => Values

/** The highest bit is the sign. */
function degrees(data: Reader): number {
  const word = u16(data)
  return (word & 0x8000 ? -(word & 0x7fff) : word) / 100
}

const battery = (data: Reader): number | undefined => {
  const value = u8(data)
  return value === 0xff ? undefined : (value + 200) / 100
}
const signal = (data: Reader): number => u8(data) - 128
const placeBytes = 16

const pressed: Read = (into, data) => {
  const tenths = bcdNumber(data, 1)
  const alarm = u8(data)
  if (alarm === 1) raise(into, 'low_battery')
  skip(data, 1 + placeBytes)
  return { 'battery.voltage': tenths === undefined ? undefined : tenths / 10 }
}

const kinds: Readonly<Record<number, readonly [bytes: number, read: Read]>> = {
  1: [
    4,
    (into, data, n) => {
      const voltage = (u8(data) + 122) / 100
      put(into, `tire.pressure.${n}`, u8(data) * 3.054)
      put(into, `tire.temperature.${n}`, u8(data) - 55)
      put(into, `custom.tag_${n}_tire_status`, u8(data))
      return { 'battery.voltage': voltage }
    },
  ],
  2: [
    3 + placeBytes,
    (into, data, n) => {
      if (data.bytes[data.at + 1] === 0) raise(into, 'sos')
      return pressed(into, data, n)
    },
  ],
  3: [
    3 + placeBytes,
    (into, data, n) => {
      put(into, 'driver.id', toHex(data.bytes.subarray(data.at - 6, data.at)))
      return pressed(into, data, n)
    },
  ],
  4: [
    9,
    (into, data, n) => {
      const values = { 'battery.voltage': battery(data), 'battery.level': u8(data), temperature: degrees(data) }
      const humidity = u16(data) / 100
      put(into, `custom.tag_${n}_light_sensor`, u16(data))
      return { ...values, humidity, rssi: signal(data) }
    },
  ],
  5: [
    6,
    (into, data, n) => {
      const values = { 'battery.voltage': battery(data), 'battery.level': u8(data), temperature: degrees(data) }
      put(into, `ble.sensor.magnet.status.${n}`, u8(data) > 0)
      return { ...values, rssi: signal(data) }
    },
  ],
  6: [
    3,
    (into, data, n) => {
      const voltage = battery(data)
      put(into, `custom.tag_${n}_output`, u8(data) > 0)
      return { 'battery.voltage': voltage, rssi: signal(data) }
    },
  ],
}

export function readTags(into: Draft, data: Reader): void {
  put(into, 'timestamp', clock(data))
  put(into, 'engine.ignition.status', u8(data) > 0)
  const beacons: Beacon[] = []
  for (let n = 1; left(data) >= 8; n++) {
    const kind = u16(data)
    const id = toHex(take(data, 6))
    const [bytes, read] = kinds[kind] ?? []
    put(into, 'custom.tag_kind', kind)
    if (!read || left(data) < bytes!) {
      put(into, 'custom.tag', id + toHex(take(data, left(data))))
      break
    }
    const values = read(into, data, n)
    put(into, `ble.sensor.id.${n}`, id)
    put(into, `ble.sensor.battery.voltage.${n}`, values['battery.voltage'])
    put(into, `ble.sensor.battery.level.${n}`, values['battery.level'])
    put(into, `ble.sensor.temperature.${n}`, values.temperature)
    put(into, `ble.sensor.humidity.${n}`, values.humidity)
    beacons.push({ id, ...values })
  }
  putBeacons(into, beacons)
}
