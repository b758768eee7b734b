/** F: the engine, from the vehicle's bus. */
import { i16, i32, type Reader, skip, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { type Draft, put } from '../../message.ts'
import { busValue, hexOf, moment, type Part, readParts, value } from './parts.ts'

const parts: readonly Part[] = [
  [0x0004, moment],
  [0, value('custom.data_validity', u8)],
  [0x0008, busValue('can.engine.rpm', u16), busValue('custom.rpm_max', u16), busValue('custom.rpm_min', u16)],
  [
    0x0010,
    value('can.engine.temperature', i16),
    value('custom.engine_temp_max', i16),
    value('custom.engine_temp_min', i16),
  ],
  [
    0x0020,
    busValue('can.engine.motorhours', u32),
    value('custom.service_distance', i32),
    value('custom.driver_activity', u8),
    busValue('can.throttle.level', u8),
    busValue('can.fuel.level', u8),
  ],
  [0x0040, busValue('can.fuel.consumed', u32)],
  [0x0080, busValue('can.vehicle.mileage', u32, 0.001)],
  [
    0x0100,
    busValue('can.vehicle.speed', u8),
    busValue('custom.speed_max', u8),
    busValue('custom.speed_min', u8),
    value('custom.hard_braking', u8),
  ],
  [
    0x0200,
    busValue('custom.tachograph_speed', u8),
    value('custom.driver1_state', u8),
    value('custom.driver2_state', u8),
    value('custom.tachograph_status', u8),
    value('custom.overspeed_count', u8),
  ],
  [
    0x0800,
    busValue('can.engine.motorhours', u32, 0.05),
    busValue('can.engine.rpm', u16, 0.125),
    busValue('can.vehicle.speed', u16, 1 / 256),
    busValue('can.fuel.consumed', u32, 0.5),
    busValue('can.fuel.level', u8, 0.4),
  ],
  [
    0x1000,
    busValue('can.ambient.air.temperature', u16, 0.03125, -273),
    busValue('can.fuel.consumption.hour', u16, 0.05),
    busValue('custom.fuel_economy', u16, 1 / 512),
    busValue('can.fuel.consumed', u32, 0.001),
    value('custom.pto', u8),
  ],
  [0x2000, putDriver],
  [
    0x4000,
    busValue('custom.torque', u8),
    busValue('custom.brake_pressure1', u8, 8),
    busValue('custom.brake_pressure2', u8, 8),
    busValue('custom.gross_weight', u16, 10),
    busValue('can.adblue.level', u8, 0.4),
    value('custom.retarder_torque_mode', u8),
    busValue('custom.retarder_torque', u8),
    busValue('custom.retarder_selection', u8, 0.4),
    hexOf('custom.tell_tales', 32),
  ],
  [
    0x8000,
    value('custom.parking_brake_status', u8),
    value('custom.door_status', u8),
    hexOf('custom.doors', 8),
    value('custom.alternator_status', u8),
    busValue('custom.selected_gear', u8),
    busValue('custom.current_gear', u8),
    hexOf('custom.air_suspension', 8),
  ],
  [0x0400, putAxles],
]

export function putFms(into: Draft, input: Reader, selector: number): void {
  readParts(into, input, selector, parts)
}

function putDriver(into: Draft, input: Reader): void {
  const size = u8(input)
  const bytes = take(input, size)
  const text = String.fromCharCode(...bytes)
  put(into, 'driver.id', /^[\x20-\x7e]*$/.test(text) ? text : toHex(bytes))
}

function putAxles(into: Draft, input: Reader): void {
  const count = u8(input)
  for (let index = 1; index <= count; index++) {
    if (index <= 16) put(into, `can.axle.weight.${index}`, u16(input))
    else skip(input, 2)
  }
}
