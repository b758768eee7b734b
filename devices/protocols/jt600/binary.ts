/** Packets that begin with a dollar sign. */
import { ascii, bcd, left, type Reader, reader, skip, take, toHex, u8, u16, u24, u32 } from '../../bytes/bytes.ts'
import { type Bits, putBits } from '../../families/fields.ts'
import { isLong, putBcdPlace } from '../../families/jointech.ts'
import { knot } from '../../families/nmea.ts'
import { type Draft, draft, finish, type Message, put, putCells } from '../../message.ts'
import { type Decoded, ProtocolError } from '../../protocol.ts'

const fromMemory = 3

export function readBinary(frame: Uint8Array): Decoded {
  const input = reader(frame, 1)
  const ident = bcd(take(input, 5))
  if (ident === undefined) throw new ProtocolError('a number has decimal digits only')
  const version = isLong(frame) ? u8(input) : undefined
  const kind = u8(input)
  skip(input, 2)
  const number = frame.at(-1)!
  const messages: Message[] = []
  let isAsked = false
  while (left(input) > placeBytes) {
    const into = draft()
    putPlace(into, input)
    if ((kind & 15) === fromMemory) put(into, 'message.buffered.status', true)
    if (version !== undefined) isAsked = putLock(into, input) || isAsked
    else putRecord(into, input, kind >> 4)
    messages.push(finish(into)!)
  }
  const reply = version !== undefined && version >= 0x19 ? `(P69,0,${number})` : '(P35)'
  return { ident, messages, ...(isAsked ? { reply: ascii(reply) } : {}) }
}

const placeBytes = 17

export function putPlace(into: Draft, input: Reader): void {
  putBcdPlace(into, input)
  put(into, 'position.speed', u8(input) * knot)
  put(into, 'position.direction', u8(input) * 2)
}

function putRecord(into: Draft, input: Reader, type: number): void {
  if (type === 1) putPersonal(into, input)
  else if (type === 2) putVehicle(into, input)
  else if (type === 3) putTanks(into, input)
  else put(into, 'custom.record', toHex(take(input, 10)))
}

function putPersonal(into: Draft, input: Reader): void {
  put(into, 'position.satellites', u8(input))
  put(into, 'battery.level', u8(input))
  put(into, 'custom.sensors', u8(input))
  put(into, 'position.altitude', u16(input))
  const [cellid, lac] = [u16(input), u16(input)]
  putCells(into, [{ lac, cellid }])
  put(into, 'custom.rssi', u8(input))
}

/** What public implementations read in the state, traffic contradicts: it stays a number. */
function putVehicle(into: Draft, input: Reader): void {
  const high = u8(input)
  put(into, 'custom.status', u32(input))
  put(into, 'vehicle.mileage', u32(input))
  put(into, 'custom.fuel', high * 256 + u8(input))
}

/** Three tanks of twelve bits, twenty bits of kilometres, twenty-four of state. */
function putTanks(into: Draft, input: Reader): void {
  const digits = toHex(take(input, 7))
  for (const tank of [1, 2, 3])
    put(into, `custom.fuel${tank}`, Number.parseInt(digits.slice(tank * 3 - 3, tank * 3), 16))
  put(into, 'vehicle.mileage', Number.parseInt(digits.slice(9), 16))
  const state = u24(input)
  put(into, 'custom.status', state)
  put(into, 'engine.ignition.status', (state & 1) !== 0)
}

const lock: Bits = {
  0: 'custom.cell_position',
  1: { alarm: 'geofence_enter' },
  2: { alarm: 'geofence_exit' },
  3: { alarm: 'tampering' },
  4: { alarm: 'vibration' },
  6: 'custom.rope_inserted',
  7: 'lock.status',
  8: { alarm: 'unlock' },
  9: { alarm: 'tampering' },
  10: { alarm: 'tampering' },
  11: { alarm: 'low_battery' },
  12: { alarm: 'removal' },
  13: 'custom.cover_closed',
  14: { alarm: 'fault' },
}

const charging = 0xff

/** Older firmware ends after the signal, newer after four bytes more, the newest with IMEI and network. */
function putLock(into: Draft, input: Reader): boolean {
  put(into, 'vehicle.mileage', u32(input))
  put(into, 'position.satellites', u8(input))
  put(into, 'custom.vehicle_id', u32(input) || undefined)
  const state = u16(input)
  put(into, 'custom.status', state)
  putBits(into, state, lock)
  const battery = u8(input)
  if (battery === charging) put(into, 'battery.charging.status', true)
  else put(into, 'battery.level', battery)
  let cellid = u16(input)
  const lac = u16(input)
  put(into, 'custom.rssi', u8(input))
  if (left(input) > 4) {
    put(into, 'geofence.id', u8(input) || undefined)
    put(into, 'custom.wake_source', u8(input) & 15)
    skip(input, 2)
  }
  const network: { mcc?: number; mnc?: number } = {}
  if (left(input) > 13) {
    put(into, 'device.imei', toHex(take(input, 8)).replace(/^0/, '').slice(0, 15))
    cellid += u16(input) * 0x10000
    network.mcc = u16(input)
    network.mnc = u8(input)
  }
  putCells(into, [{ ...network, lac, cellid }])
  input.at = input.end - 1
  return (state & answerBit) !== 0
}

const answerBit = 0x20
