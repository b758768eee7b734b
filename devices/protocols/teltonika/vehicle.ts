/** What the vehicle says: OBD II values of the FMx0 family and values of the CAN adapters LV-CAN200 and ALL-CAN300. */
import { put } from '../../message.ts'
import { bit, mapped, type Row, signed, text, unsigned } from './rows.ts'

export type { Row } from './rows.ts'

const minutes = (key: 'can.engine.motorhours' | 'engine.motorhours'): Row => unsigned(key, 60)

/** Bits of the byte above the lowest: doors, bonnet and boot. */
export const doors: Row = mapped((into, value) => {
  put(into, 'door.open.status', (value & 0x3f00) !== 0)
  put(into, 'can.driver.door.status', (value & 0x0100) !== 0)
  put(into, 'can.hood.status', (value & 0x1000) !== 0)
  put(into, 'can.trunk.status', (value & 0x2000) !== 0)
})

export const vehicleRows: [number, Row][] = [
  // OBD II
  [256, text('vehicle.vin')],
  [30, unsigned('can.dtc.number')],
  [31, unsigned('can.engine.load.level')],
  [32, signed('can.engine.coolant.temperature')],
  [33, signed('custom.fuel_trim')],
  [34, unsigned('custom.fuel_pressure')],
  [35, unsigned('can.intake.map.pressure')],
  [36, unsigned('can.engine.rpm')],
  [37, unsigned('can.vehicle.speed')],
  [38, signed('custom.timing_advance')],
  [39, signed('can.intake.air.temperature')],
  [40, unsigned('custom.mass_air_flow', 100)],
  [41, unsigned('can.throttle.level')],
  [42, unsigned('custom.engine_run_seconds')],
  [43, unsigned('can.dtc.mileage')],
  [44, unsigned('custom.relative_fuel_rail_pressure', 10)],
  [45, unsigned('custom.direct_fuel_rail_pressure', 0.1)],
  [46, unsigned('custom.commanded_egr')],
  [47, signed('custom.egr_error')],
  [48, unsigned('can.fuel.level')],
  [49, unsigned('custom.mileage_since_codes_cleared')],
  [50, unsigned('barometer.pressure')],
  [51, unsigned('can.battery.voltage', 1000)],
  [52, unsigned('custom.absolute_load')],
  [53, signed('can.ambient.air.temperature')],
  [54, unsigned('custom.minutes_with_fault')],
  [55, unsigned('custom.minutes_since_codes_cleared')],
  [56, unsigned('custom.absolute_fuel_rail_pressure', 0.1)],
  [57, unsigned('can.battery.level')],
  [58, unsigned('can.engine.oil.temperature')],
  [59, signed('custom.injection_timing', 100)],
  [60, unsigned('can.fuel.consumption.hour', 100)],
  [281, text('can.dtc')],
  [389, unsigned('can.vehicle.mileage')],
  [390, unsigned('can.fuel.volume', 10)],
  // CAN adapters
  [81, unsigned('can.vehicle.speed')],
  [82, unsigned('can.throttle.pedal.level')],
  [83, unsigned('can.fuel.consumed', 10)],
  [84, unsigned('can.fuel.volume', 10)],
  [85, unsigned('can.engine.rpm')],
  [87, unsigned('can.vehicle.mileage', 1000)],
  [89, unsigned('can.fuel.level')],
  [90, doors],
  [100, unsigned('custom.can_program')],
  [102, minutes('can.engine.motorhours')],
  [103, minutes('engine.motorhours')],
  [105, unsigned('vehicle.mileage', 1000)],
  [107, unsigned('fuel.consumed', 10)],
  [110, unsigned('can.fuel.consumption.hour', 10)],
  [111, unsigned('can.adblue.level')],
  [112, unsigned('can.adblue.volume', 10)],
  [114, unsigned('can.engine.load.level')],
  [115, signed('can.engine.temperature', 10)],
  [118, unsigned('can.axle.weight.1')],
  [119, unsigned('can.axle.weight.2')],
  [120, unsigned('can.axle.weight.3')],
  [121, unsigned('can.axle.weight.4')],
  [122, unsigned('can.axle.weight.5')],
  [135, unsigned('can.wheel.speed')],
  [136, bit('custom.driver_card_present')],
  [151, signed('battery.temperature', 10)],
  [152, unsigned('can.battery.level')],
  [160, unsigned('can.dtc.number')],
  [176, text('can.dtc')],
  [235, unsigned('custom.oil_level')],
  [325, text('vehicle.vin')],
]
