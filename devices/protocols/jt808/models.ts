/** Items that mean something else on one model. The setting is the model's title in the catalogue. */

import { i8, i16, latin1, left, part, type Reader, skip, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import { iccid } from './extension.ts'
import { measured } from './masks.ts'
import { flag, inHex, number, type Row, type Rows, sized } from './rows.ts'

type Words = Readonly<Record<number, Alarm>>

/** What a model makes of a position's parts; what is absent is as in the standard. */
export interface Model {
  readonly items?: Rows
  readonly alarms?: Words
  /** Bits of the alarms that mean something unknown on it. */
  readonly otherBits?: number
  /** Bits of the state word. */
  readonly movementBit?: number
  readonly doorBit?: number
}

const mv: Model = {
  doorBit: 16,
  items: {
    // A word of alarms, a word of switches, and what the inputs noticed.
    87: (into, data, size) => {
      if (size !== 8) return false
      skip(data, 4)
      if ((u32(data) >>> 16) & 1) raise(into, 'door')
      return true
    },
  },
}

const cameraAlarms: Words = {
  1: 'fault',
  1024: 'harsh_acceleration',
  1025: 'harsh_braking',
  1026: 'harsh_cornering',
  1027: 'overspeed',
  1029: 'crash',
  1030: 'vibration',
  1031: 'towing',
  1032: 'geofence_enter',
  1033: 'geofence_exit',
  1036: 'door',
  1042: 'harsh_acceleration',
  1043: 'harsh_braking',
  1044: 'harsh_cornering',
  1045: 'lane_change',
  1046: 'crash',
  1047: 'crash',
  3073: 'sos',
  3074: 'low_power',
  3077: 'general',
  3086: 'power_cut',
  3087: 'low_battery',
  3088: 'power_off',
  3090: 'tampering',
}

const cameraStates: Rows = {
  1: number('battery.voltage', 2, 100),
  2: number('custom.data_usage', 4),
  3: number('battery.level', 1),
  4: flag('battery.charging.status', 0),
  5: (into, data) => {
    put(into, 'gsm.sim.iccid', iccid(take(data, left(data)))?.slice(0, 19))
    return true
  },
  7: number('position.hdop', 2, 10),
  8193: number('external.powersource.voltage', 2, 10),
}

/** Charging, battery in sixths, its voltage, signal, supply. */
function cameraPower(into: Draft, data: Reader): void {
  skip(data, 1)
  put(into, 'battery.charging.status', u8(data) === 1)
  const sixths = u8(data)
  if (sixths >= 1 && sixths <= 6) put(into, 'battery.level', Math.floor((sixths * 100) / 6))
  put(into, 'battery.voltage', u16(data) / 100)
  put(into, 'custom.rssi', u8(data))
  put(into, 'external.powersource.voltage', u16(data) / 100)
}

function cameraState(into: Draft, data: Reader): void {
  skip(data, 1)
  while (left(data) >= 3) {
    const id = u16(data)
    const size = Math.min(u8(data), left(data))
    const item = part(data, size)
    if (!cameraStates[id]?.(into, item, size)) inHex(`custom.camera_${id.toString(16)}`)(into, item, left(item))
  }
}

/** Kind and number of an event, then what belongs to it. */
const cameraEvent: Row = (into, data, size) => {
  if (size < 2) return false
  const code = u16(data)
  if (code === 0x2002 && size >= 5) {
    skip(data, 1)
    put(into, 'custom.upload_mode', u8(data))
    put(into, 'message.buffered.status', u8(data) === 1)
  } else if (code === 0x2003 && size >= 10) cameraPower(into, data)
  else if (code === 0x2005 && size >= 3) cameraState(into, data)
  else {
    put(into, 'event.enum', code)
    if (code === 0x0c03 || code === 0x0c04) put(into, 'engine.ignition.status', code === 0x0c03)
    else raise(into, cameraAlarms[code] ?? 'general')
  }
  return true
}

const camera: Model = { items: { 232: cameraEvent } }

/** A mask of what each tag sends in addition to its address and strength. */
const tagFields: readonly (readonly [
  bit: number,
  bytes: number,
  read: (into: Draft, data: Reader, n: number) => void,
])[] = [
  [0, 10, (into, data, n) => put(into, `custom.tag_${n}_name`, latin1(take(data, 10)).replaceAll('\0', ''))],
  [1, 2, (into, data, n) => put(into, `custom.tag_${n}_version`, u16(data))],
  [2, 2, (into, data, n) => put(into, `ble.sensor.battery.voltage.${n}`, u16(data) / 1000)],
  [3, 2, (into, data, n) => put(into, `ble.sensor.temperature.${n}`, i16(data) / 10)],
  [4, 2, (into, data, n) => put(into, `ble.sensor.humidity.${n}`, i16(data) / 10)],
  [5, 6, (into, data, n) => put(into, `custom.tag_${n}_acceleration`, toHex(take(data, 6)))],
  [6, 2, (_, data) => skip(data, 2)],
  [7, 2, (_, data) => skip(data, 2)],
]

const tags: Row = (into, data, size) => {
  if (size === 0) return false
  const mask = u8(data)
  const fields = tagFields.filter(([bit]) => (mask >> bit) & 1)
  const bytes = fields.reduce((sum, field) => sum + field[1], 7)
  for (let n = 1; left(data) >= bytes; n++) {
    put(into, `ble.sensor.id.${n}`, toHex(take(data, 6)))
    put(into, `custom.tag_${n}_rssi`, i8(data))
    for (const [, , read] of fields) read(into, data, n)
  }
  return true
}

const aovx: Model = {
  alarms: { 16: 'movement' },
  items: { 243: tags, 246: measured },
}

const padlock: Model = { alarms: { 0: 'removal', 1: 'tampering', 4: 'removal' } }

const byModel: readonly (readonly [start: string, model: Model])[] = [
  ['MV710', mv],
  ['MV810', mv],
  ['JC181', camera],
  ['JC182', camera],
  ['JC371', camera],
  ['JC450', camera],
  ['JC451', camera],
  ['AL300', aovx],
  ['GL100', aovx],
  ['G-360P', padlock],
  ['G-508P', padlock],
  ['G1C Pro', { movementBit: 4 }],
  ['C5', { items: { 248: number('steps.counter', 2) } }],
  // Bits 29 and 30 are no crash here.
  ['VL300', { otherBits: 0x6000_0000 }],
  ['DT800', { items: { 226: sized(4, inHex('custom.param.226')) } }],
]

export const modelOf = (model: string | undefined): Model | undefined =>
  model === undefined ? undefined : byModel.find(([start]) => model.startsWith(start))?.[1]
