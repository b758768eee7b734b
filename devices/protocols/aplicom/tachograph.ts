/** E: the tachograph. */
import { left, type Reader, skip, u8, u16, u32 } from '../../bytes/bytes.ts'
import { utcSeconds } from '../../bytes/time.ts'
import { type Draft, put } from '../../message.ts'
import { busValue, moment, type Part, readParts, textAt, value } from './parts.ts'

const parts: readonly Part[] = [
  [0x0008, value('custom.tachograph_event', u16)],
  [0x0004, moment],
  [0x0010, putTime],
  [0, value('custom.work_state', u8), value('custom.driver1_state', u8), value('custom.driver2_state', u8)],
  [0x0020, value('custom.tachograph_status', u8)],
  [0x0040, busValue('can.vehicle.speed', u16, 1 / 256)],
  [0x0080, busValue('can.vehicle.mileage', u32, 0.005)],
  [0x0100, busValue('segment.vehicle.mileage', u32, 0.005)],
  [0x8000, busValue('custom.k_factor', u16, 0.001)],
  [0x0200, busValue('can.engine.rpm', u16, 0.125)],
  [0x0400, value('custom.extra_info', u16)],
  [0x0800, textAt('vehicle.vin', 18)],
  // A code page comes before the registration.
  [0x1000, (_into, input) => skip(input, 1), textAt('vehicle.registration.number', 14)],
  [0x2000, ...card(1)],
  [0x4000, ...card(2)],
  [0x10000, putDrivers],
]

function card(slot: 1 | 2) {
  return [
    value(`custom.card${slot}_type`, u8),
    value(`custom.card${slot}_country`, u8),
    textAt(slot === 1 ? 'driver.id' : 'custom.card2', 20),
  ]
}

export function putTachograph(into: Draft, input: Reader, selector: number): void {
  readParts(into, input, selector, parts)
}

/** As J1939 has it: quarters of a second, minute, hour, month, quarters of a day, years since 1985, and the zone. */
function putTime(into: Draft, input: Reader): void {
  const [second, minute, hour, month, day, year] = [u8(input), u8(input), u8(input), u8(input), u8(input), u8(input)]
  const time = utcSeconds(1985 + year, month, Math.ceil(day / 4), hour, minute, Math.floor(second / 4))
  put(into, 'custom.tachograph_time', time)
  put(into, 'custom.tachograph_zone', (u8(input) - 125 + (u8(input) - 125) * 60) / 60)
}

function putDrivers(into: Draft, input: Reader): void {
  const count = u8(input)
  for (let index = 1; index <= count && left(input) >= 26; index++) {
    textAt(`custom.driver${index}`, 22)(into, input)
    put(into, `custom.driver_time${index}`, u32(input))
  }
}
