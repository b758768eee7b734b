/**
 * What an OBD reader passes through, type F0: time, 1 from memory, kind of vehicle, kind of data, data, and mostly the
 * state and the position after it.
 *
 *   01   values { u16 id, length, value }        02   fault codes        03   alarms { id, length, data }
 *   04   a trip                                  0B   the VIN            15   an event
 */

import { latin1, left, part, type Reader, skip, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import { type Alarm, raise } from '../../values/alarms.ts'
import { type Known, putPlace, putState, readTime } from './location.ts'
import { readPassedItems } from './obd.ts'
import { block } from './rows.ts'

const alarms: Readonly<Record<number, Alarm>> = {
  1: 'power_restored',
  2: 'power_cut',
  14: 'idle',
  26: 'harsh_acceleration',
  27: 'harsh_braking',
  28: 'harsh_cornering',
  29: 'lane_change',
  30: 'lane_change',
  31: 'lane_change',
  35: 'fatigue',
  37: 'overspeed',
  38: 'crash',
  39: 'crash',
  40: 'crash',
  49: 'door',
  50: 'door',
}

const events: Readonly<Record<number, Alarm>> = {
  51: 'harsh_acceleration',
  52: 'harsh_braking',
  53: 'harsh_cornering',
  54: 'lane_change',
  56: 'crash',
}

type Kind = (into: Draft, input: Reader) => void

/** Systems, each with codes: number, state and text of each. */
const faults: Kind = (into, input) => {
  const codes: string[] = []
  for (let systems = u16(input); systems > 0 && left(input) >= 6; systems--) {
    skip(input, 4)
    for (let count = u16(input); count > 0 && left(input) >= 10; count--) {
      skip(input, 8)
      codes.push(
        latin1(take(input, Math.min(u16(input), left(input))))
          .replaceAll('\0', '')
          .trim(),
      )
    }
  }
  put(into, 'can.dtc', codes.join(' '))
}

const alarmed: Kind = (into, input) => {
  for (let count = u8(input); count > 0 && left(input) >= 2; count--) {
    const id = u8(input)
    const data = part(input, Math.min(u8(input), left(input)))
    put(into, 'alarm.code', id)
    raise(into, alarms[id] ?? 'general')
    if (left(data) > 0) put(into, `custom.alarm_${id}_data`, toHex(take(data, left(data))))
  }
}

const tripEnds = 2

const trip: Kind = (into, input) => {
  const property = u8(input)
  put(into, 'custom.trip_property', property)
  put(into, 'custom.trip_number', u32(input))
  skip(input, 6)
  if (property !== tripEnds || left(input) < 31) {
    skip(input, left(input))
    return
  }
  skip(input, 6 + 8 + 8 + 1)
  ended(into, input, left(input))
  skip(input, left(input))
}
const ended = block(
  ['custom.idling_count', 2],
  ['custom.idling_time', 2],
  ['segment.vehicle.mileage', 2, 10],
  ['custom.trip_fuel', 2, 100],
)

const kinds: Readonly<Record<number, Kind>> = {
  1: (into, input) => readPassedItems(into, input, u8(input)),
  2: faults,
  3: alarmed,
  4: trip,
  11: (into, input) => {
    if (u8(input) > 0 && left(input) >= 17) put(into, 'vehicle.vin', latin1(take(input, 17)))
    skip(input, left(input))
  },
  21: (into, input) => {
    const event = u32(input)
    put(into, 'alarm.code', event)
    raise(into, events[event])
    skip(input, left(input))
  },
}

const unknown: Kind = (into, input) => put(into, 'custom.event_data', toHex(take(input, left(input))))

const placeBytes = 12

export function readVehicle(into: Draft, input: Reader, known: Known): void {
  put(into, 'timestamp', readTime(input, known))
  if (u8(input) > 0) put(into, 'message.buffered.status', true)
  put(into, 'custom.vehicle_type', u8(input))
  const kind = u8(input)
  put(into, 'event.enum', kind)
  const read = kinds[kind] ?? unknown
  read(into, input)
  if (left(input) < placeBytes) return
  readPlace(into, input)
  if (left(input) >= 6) put(into, 'position.timestamp', readTime(input, known))
}

export function readPlace(into: Draft, input: Reader): void {
  const state = u32(input)
  putState(into, state)
  const latitude = u32(input)
  putPlace(into, state, latitude, u32(input))
}
