/** Values of the OBD socket: u32 time, then u8 id and four bytes each, ids up to 7F being those of SAE J1979 mode 01. */
import { left, type Reader, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import type { ParameterName } from '../../values/parameters.ts'
import { putStatus } from './location.ts'

const byte =
  (key: ParameterName, factor: number, offset = 0) =>
  (into: Draft, value: Uint8Array): void =>
    put(into, key, value[0]! * factor + offset)

const word =
  (key: ParameterName, factor: number) =>
  (into: Draft, value: Uint8Array): void =>
    put(into, key, (value[0]! * 256 + value[1]!) * factor)

const long =
  (key: ParameterName, factor: number) =>
  (into: Draft, value: Uint8Array): void =>
    put(into, key, new DataView(value.buffer, value.byteOffset).getUint32(0) * factor)

const ids: ReadonlyMap<number, (into: Draft, value: Uint8Array) => void> = new Map([
  [0x04, byte('can.engine.load.level', 100 / 255)],
  [0x05, byte('can.engine.coolant.temperature', 1, -40)],
  [0x0b, byte('can.intake.map.pressure', 1)],
  [0x0c, word('can.engine.rpm', 0.25)],
  [0x0d, byte('can.vehicle.speed', 1)],
  [0x0f, byte('can.intake.air.temperature', 1, -40)],
  [0x11, byte('can.throttle.level', 100 / 255)],
  [0x21, word('can.dtc.mileage', 1)],
  [0x2f, byte('can.fuel.level', 100 / 255)],
  [0x42, word('can.battery.voltage', 0.001)],
  [0x46, byte('can.ambient.air.temperature', 1, -40)],
  [0x5c, byte('can.engine.oil.temperature', 1, -40)],
  [0x5e, word('can.fuel.consumption.hour', 0.05)],
  [0x89, long('custom.fuel_consumption', 1)],
  [0x8a, long('can.vehicle.mileage', 1)],
  [0x8b, long('can.fuel.volume', 0.1)],
])

/** What the socket does not support is filled with 55. */
const isFilled = (value: Uint8Array): boolean => value.every((one) => one === 0x55)

/** Four bytes are the state of the tracker and two more. */
export function readObd(into: Draft, data: Reader): void {
  if (left(data) === 4) {
    putStatus(into, u16(data))
    return
  }
  put(into, 'timestamp', u32(data))
  while (left(data) >= 5) {
    const id = u8(data)
    const value = take(data, 4)
    if (isFilled(value)) continue
    const read = ids.get(id)
    if (read) read(into, value)
    // From 80 on the ids are the maker's own sums and counters.
    else if (id >= 0x80) long(`custom.obd_${id}`, 1)(into, value)
    else put(into, `custom.pid_${id.toString(16).padStart(2, '0')}`, toHex(value))
  }
}
