/** Values of the professional trackers (FMx6xx) that have a common name: CAN adapters, FMS, tachograph, wireless sensors. */

import { put } from '../../message.ts'
import { bit, mapped, type Row, signed, text, unsigned } from './rows.ts'
import { bleTemperature, dallasTemperature, each, hexCode, run, textPart } from './sensors.ts'
import { doors } from './vehicle.ts'

/** One byte is the battery's level, as in the FMB family; four are the distance to the next service. */
const batteryOrService: Row = (into, data, at, size) =>
  size === 1
    ? put(into, 'battery.level', data.view.getUint8(at))
    : signed('custom.service_distance')(into, data, at, size)

/** 0 off, 1 without an antenna, 2 without a fix, 3 with a fix, from 4 on asleep. */
const receiver: Row = mapped((into, value) => {
  put(into, 'gnss.state.enum', value)
  put(into, 'gnss.status', value >= 1 && value <= 3)
  if (value === 1) put(into, 'gnss.antenna.cut.status', true)
})

export const professionalRows: [number, Row][] = [
  ...each([1, 2, 3, 4], (n) => bit(`din.${n}`)),
  ...each([9, 10, 11, 245], (n) => unsigned(`ain.${n}`, 1000)),
  ...each([179, 180, 50, 51], (n) => bit(`dout.${n}`)),
  [22, unsigned('custom.data_mode')],
  [70, signed('device.temperature', 10)],
  [71, receiver],
  [113, batteryOrService],
  [216, unsigned('vehicle.mileage', 1000)],
  ...each([72, 73, 74, 75, 6, 8], (n) => dallasTemperature(`sensor.temperature.${n}`)),
  ...each([62, 63, 64, 65, 5, 7], (n) => hexCode(`custom.sensor_id_${n}`)),
  // CAN adapters
  [14, unsigned('can.engine.motorhours', 60)],
  [15, unsigned('engine.motorhours', 60)],
  [20, unsigned('can.adblue.volume', 10)],
  [23, unsigned('can.engine.load.level')],
  [25, signed('can.engine.temperature', 10)],
  ...each([26, 27, 28, 29, 32], (n) => unsigned(`can.axle.weight.${n}`)),
  [30, unsigned('can.vehicle.speed')],
  [31, unsigned('can.throttle.pedal.level')],
  [33, unsigned('can.fuel.consumed', 10)],
  [34, unsigned('can.fuel.volume', 10)],
  [35, unsigned('can.engine.rpm')],
  [36, unsigned('can.vehicle.mileage', 1000)],
  [37, unsigned('can.fuel.level')],
  [141, signed('battery.temperature', 10)],
  [142, unsigned('can.battery.level')],
  [143, doors],
  [525, text('can.dtc')],
  [528, text('vehicle.vin')],
  // FMS
  [80, unsigned('can.wheel.speed')],
  [84, unsigned('can.throttle.pedal.level')],
  [85, unsigned('can.engine.load.level')],
  [86, unsigned('can.fuel.consumed')],
  [87, unsigned('can.fuel.level')],
  [88, unsigned('can.engine.rpm')],
  ...each(run(89, 15), (n) => unsigned(`can.axle.weight.${n}`)),
  [104, unsigned('can.engine.motorhours')],
  [127, signed('can.engine.coolant.temperature')],
  [128, signed('can.ambient.air.temperature')],
  [135, unsigned('can.fuel.consumption.hour')],
  // Tachograph
  [192, unsigned('can.vehicle.mileage', 1000)],
  ...each([195, 196], () => textPart('driver.id')),
  ...each([197, 198], () => textPart('custom.driver_2_id')),
  ...each([231, 232], () => textPart('vehicle.registration.number')),
  ...each([233, 234, 235], () => textPart('vehicle.vin')),
  // Wireless sensors
  ...each(run(701, 4), (n) => bleTemperature(`ble.sensor.temperature.${n}`, 10)),
  ...each(run(705, 4), (n) => unsigned(`ble.sensor.battery.level.${n}`)),
  ...each(run(709, 4), (n) => unsigned(`ble.sensor.humidity.${n}`, 10)),
  ...each(run(717, 4), (n) => unsigned(`ble.sensor.illuminance.${n}`)),
  ...each(run(721, 4), (n) => unsigned(`ble.sensor.fuel.level.${n}`)),
  ...each(run(10644, 6), (n) => signed(`custom.temp_probe_${n}`, 100)),
]
