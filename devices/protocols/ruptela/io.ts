/**
 * Values of a record by their id, in the maker's numbering ("FM IO list"). Those of the vehicle's bus have the
 * resolutions of SAE J1939. Ids that are missing here pass through as `custom.param.<id>`, unsigned.
 */

import { latin1, type Reader, toHex } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import type { ParameterName } from '../../values/parameters.ts'
import { bit, mapped, type Row, signed, unsigned } from '../teltonika/rows.ts'

/** On when any of its sources says so: the input wired to it, or what the tracker makes of voltage and movement. */
const putIgnition = (into: Draft, value: number): void =>
  put(into, 'engine.ignition.status', value !== 0 || into.values['engine.ignition.status'] === true)

/** The fourth input is the one for the ignition. */
const ignitionInput: Row = mapped((into, value) => {
  put(into, 'din.4', value !== 0)
  putIgnition(into, value)
})

const event = (alarm: Alarm): Row => mapped((into, value) => raise(into, value > 0 ? alarm : undefined))

/** All bits set is what a bus says of a value it does not have. */
const onBus =
  (key: ParameterName, scale: number): Row =>
  (into, data, at, size) => {
    const isAbsent = data.bytes.subarray(at, at + size).every((byte) => byte === 0xff)
    if (!isAbsent) unsigned(key, 1 / scale)(into, data, at, size)
  }

const operator: Row = mapped((into, value) => {
  if (value < 10_000) return
  const digits = String(value)
  put(into, 'gsm.operator.code', digits)
  put(into, 'gsm.mcc', Number(digits.slice(0, 3)))
  put(into, 'gsm.mnc', Number(digits.slice(3)))
})

const iButton: Row = (into, data, at, size) => {
  const bytes = data.bytes.subarray(at, at + size)
  if (bytes.some((byte) => byte !== 0)) put(into, 'ibutton.code', toHex(bytes))
}

/** A tag's id in two halves. */
const tag: Row = (into, data, at, size) => {
  const before = into.values['custom.tag_id']
  const half = toHex(data.bytes.subarray(at, at + size))
  put(into, 'custom.tag_id', typeof before === 'string' ? before + half : half)
}

/** Texts that come in pieces of eight letters. */
const joined: readonly (readonly [ParameterName, readonly number[]])[] = [
  ['vehicle.vin', [104, 105, 106]],
  ['vehicle.vin', [123, 124, 125]],
  ['driver.id', [126, 127]],
  ['driver.id', [155, 156]],
]

const piece =
  (id: number): Row =>
  (into, data, at, size) => {
    const text = latin1(data.bytes.subarray(at, at + size))
      .split('\0')
      .join('')
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      if (unit < 32 || unit > 126) return putUnknown(into, id, data, at, size)
    }
    put(into, `custom.text_${id}`, text)
  }

const rows: ReadonlyMap<number, Row> = new Map<number, Row>([
  [2, bit('din.1')],
  [3, bit('din.2')],
  [4, bit('din.3')],
  [5, ignitionInput],
  [13, bit('movement.status')],
  [20, unsigned('ain.3', 1000)],
  [21, unsigned('ain.4', 1000)],
  [22, unsigned('ain.1', 1000)],
  [23, unsigned('ain.2', 1000)],
  // Of 31, as modems count.
  [27, mapped((into, value) => put(into, 'gsm.signal.level', value <= 31 ? (value * 100) / 31 : undefined))],
  [28, unsigned('custom.profile')],
  [29, unsigned('external.powersource.voltage', 1000)],
  [30, unsigned('battery.voltage', 1000)],
  [32, signed('device.temperature')],
  [34, iButton],
  [39, onBus('can.engine.load.level', 1)],
  [65, unsigned('vehicle.mileage', 1000)],
  [74, signed('sensor.temperature.4', 10)],
  [78, signed('sensor.temperature.1', 10)],
  [79, signed('sensor.temperature.2', 10)],
  [80, signed('sensor.temperature.3', 10)],
  [88, event('jamming')],
  [92, onBus('can.fuel.consumed', 0.001)],
  [94, onBus('can.engine.rpm', 0.25)],
  [95, onBus('can.vehicle.speed', 1)],
  [98, onBus('can.fuel.level', 100 / 255)],
  [100, onBus('can.fuel.consumption.hour', 0.05)],
  [114, onBus('can.vehicle.mileage', 0.005)],
  [116, onBus('can.fuel.consumption.hour', 0.05)],
  [134, event('harsh_braking')],
  [136, event('harsh_acceleration')],
  [150, operator],
  [163, onBus('can.vehicle.mileage', 0.005)],
  [164, onBus('segment.vehicle.mileage', 0.005)],
  [165, onBus('can.vehicle.speed', 1 / 256)],
  [166, onBus('can.engine.rpm', 0.125)],
  [170, bit('battery.charging.status')],
  [173, bit('movement.status')],
  [197, onBus('can.engine.rpm', 0.125)],
  [203, onBus('can.engine.motorhours', 0.05)],
  [205, onBus('can.fuel.volume', 1)],
  [206, onBus('can.throttle.pedal.level', 0.4)],
  [207, onBus('can.fuel.level', 0.4)],
  [208, onBus('can.fuel.consumed', 0.5)],
  [251, mapped(putIgnition)],
  [409, mapped(putIgnition)],
  [410, event('towing')],
  [411, event('crash')],
  [415, mapped((into, value) => raise(into, value === 0 ? 'gnss_antenna_cut' : undefined))],
  [645, onBus('can.vehicle.mileage', 1)],
  [758, mapped((into, value) => raise(into, value === 1 ? 'tampering' : undefined))],
  ...[760, 761].map((id): [number, Row] => [id, tag]),
  ...joined.flatMap(([, ids]) => ids.map((id): [number, Row] => [id, piece(id)])),
])

/** True when it was a piece of a text, which `joinTexts` must put together. */
export function putIo(into: Draft, id: number, data: Reader, at: number, size: number): boolean {
  const row = rows.get(id)
  if (row) row(into, data, at, size)
  else putUnknown(into, id, data, at, size)
  return pieces.has(id)
}

const pieces: ReadonlySet<number> = new Set(joined.flatMap(([, ids]) => ids))

function putUnknown(into: Draft, id: number, data: Reader, at: number, size: number): void {
  const key: ParameterName = `custom.param.${id}`
  if (size === 1) put(into, key, data.view.getUint8(at))
  else if (size === 2) put(into, key, data.view.getUint16(at))
  else if (size === 4) put(into, key, data.view.getUint32(at))
  else put(into, key, data.view.getBigUint64(at))
}

/** Puts the pieces together when the record is read: their groups come in the order of their sizes. */
export function joinTexts(into: Draft): void {
  for (const [key, ids] of joined) {
    let text = ''
    for (const id of ids) {
      const name = `custom.text_${id}`
      text += into.values[name] ?? ''
      if (into.values[name] !== undefined) delete into.values[name]
    }
    if (text !== '') put(into, key, text)
  }
}
