/**
 * Maps the attribute names of the recorded vectors to ours. Their units: speed in knots, distance in metres, hours in
 * milliseconds. A name that is missing here is looked up among the custom parameters.
 */

import type { Message, Value } from '../message.ts'
import type { Alarm } from '../values/alarms.ts'
import type { ParameterName } from '../values/parameters.ts'

type Conversion = (value: number) => number

const metres: Conversion = (value) => value * 1000
const milliseconds: Conversion = (value) => value * 3_600_000
const thousandths: Conversion = metres
const knots: Conversion = (value) => value / 1.852
/** Of kilopascals. */
const bars: Conversion = (value) => value / 100

/** Several of our names match one of theirs if we have separate names for a kind of reader or bus. */
const names: Readonly<Record<string, readonly [readonly ParameterName[], Conversion?]>> = {
  altitude: [['position.altitude']],
  archive: [['message.buffered.status']],
  axisX: [['x.acceleration'], thousandths],
  axisY: [['y.acceleration'], thousandths],
  axisZ: [['z.acceleration'], thousandths],
  battery: [['battery.voltage', 'backup.battery.voltage']],
  batteryLevel: [['battery.level', 'backup.battery.level']],
  batteryCurrent: [['battery.current']],
  blocked: [['engine.blocked.status']],
  bloodOxygen: [['blood.oxygen.level']],
  card: [['rfid.code', 'driver.id']],
  charge: [['battery.charging.status', 'external.powersource.status']],
  coolantTemp: [['can.engine.coolant.temperature']],
  course: [['position.direction']],
  deviceTemp: [['device.temperature']],
  data: [['message.content']],
  door: [['door.open.status']],
  driver: [['driver.name']],
  driverUniqueId: [['driver.id', 'ibutton.code', 'rfid.code']],
  dtcs: [['can.dtc']],
  engineLoad: [['can.engine.load.level']],
  engineTemp: [['engine.temperature', 'can.engine.temperature']],
  event: [['event.enum', 'alarm.code', 'report.reason']],
  faultCount: [['can.dtc.number']],
  fuel: [['fuel.volume', 'can.fuel.volume', 'fuel.volume.1', 'fuel.level', 'can.fuel.level']],
  fuelConsumption: [['can.fuel.consumption.distance', 'can.fuel.consumption.hour']],
  fuelLevel: [['fuel.level', 'can.fuel.level', 'fuel.level.1']],
  fuelUsed: [['fuel.consumed', 'can.fuel.consumed']],
  hdop: [['position.hdop']],
  heartRate: [['heart.rate']],
  hours: [['engine.motorhours', 'can.engine.motorhours'], milliseconds],
  humidity: [['sensor.humidity', 'sensor.humidity.1']],
  iccid: [['gsm.sim.iccid']],
  illuminance: [['sensor.illuminance']],
  imei: [['device.imei']],
  intakePressure: [['can.intake.map.pressure']],
  intakeTemp: [['can.intake.air.temperature']],
  ignition: [['engine.ignition.status']],
  index: [['record.seqnum', 'event.seqnum']],
  input: [['din']],
  motion: [['movement.status']],
  obdOdometer: [['can.vehicle.mileage'], metres],
  obdSpeed: [['can.vehicle.speed'], knots],
  odometer: [['vehicle.mileage', 'gps.vehicle.mileage', 'can.vehicle.mileage'], metres],
  operator: [['gsm.operator.code']],
  output: [['dout']],
  pdop: [['position.pdop']],
  power: [['external.powersource.voltage']],
  result: [['message.content']],
  roaming: [['gsm.network.roaming.status']],
  rpm: [['engine.rpm', 'can.engine.rpm']],
  rssi: [['gsm.signal.dbm', 'gsm.signal.level', 'custom.rssi']],
  runtime: [['custom.run_time']],
  sat: [['position.satellites']],
  serial: [['device.serial.number', 'rfid.code', 'custom.serial']],
  sleepMode: [['sleep.mode.enum']],
  speed: [['position.speed'], knots],
  steps: [['steps.counter']],
  throttle: [['can.throttle.level', 'can.throttle.pedal.level']],
  tripOdometer: [['segment.vehicle.mileage'], metres],
  type: [['event.enum', 'message.type']],
  vdop: [['position.vdop']],
  versionFw: [['device.firmware.version']],
  versionHw: [['device.hardware.version']],
  vin: [['vehicle.vin']],
}

/** `adc3` and the like: a name, a number, sometimes another word. */
const counted: Readonly<Record<string, readonly string[]>> = {
  adc: ['ain'],
  battery: ['battery.voltage'],
  bleTemp: ['ble.sensor.temperature'],
  eyeTemp: ['ble.sensor.temperature'],
  fuel: ['fuel.volume', 'fuel.level', 'can.fuel.level'],
  in: ['din'],
  io: ['custom.param'],
  out: ['dout'],
  temp: ['sensor.temperature', 'ble.sensor.temperature', 'device.temperature'],
  sensorVoltage: ['ble.sensor.battery.voltage'],
  tagTemp: ['ble.sensor.temperature', 'sensor.temperature'],
  tagHumidity: ['ble.sensor.humidity'],
  tagMac: ['ble.sensor.id'],
  batteryLevel: ['battery.level'],
  fuelLevel: ['fuel.level', 'can.fuel.level'],
  tagBattery: ['ble.sensor.battery.voltage'],
  tireTemp: ['tire.temperature'],
  humidity: ['sensor.humidity', 'ble.sensor.humidity'],
  phone: ['phone.number'],
}

export const alarmWords: Readonly<Record<string, Alarm>> = {
  accident: 'crash',
  fallDown: 'fall',
  fatigueDriving: 'fatigue',
  gpsAntennaCut: 'gnss_antenna_cut',
  hardAcceleration: 'harsh_acceleration',
  hardBraking: 'harsh_braking',
  hardCornering: 'harsh_cornering',
  removing: 'removal',
  tow: 'towing',
}

/** Percent here; some of their protocols use a fraction of one. */
const shares: ReadonlySet<string> = new Set(['engineLoad', 'throttle'])

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** `tag2Temp`: a value of the second beacon in a list. */
const beaconFields: Readonly<Record<string, string>> = {
  Battery: 'battery.voltage',
  BatteryLevel: 'battery.level',
  Humidity: 'humidity',
  Id: 'id',
  Mac: 'id',
  Magnet: 'magnet.status',
  Motion: 'movement.status',
  Name: 'name',
  Rssi: 'rssi',
  Temp: 'temperature',
}

function beaconValues(message: Message, attribute: string): Value[] {
  const [, digits, field] = /^(?:tag|beacon)(\d*)([A-Z]\w*)$/.exec(attribute) ?? []
  const beacons = message['ble.beacons']
  const value =
    Array.isArray(beacons) && field ? beacons[Number(digits || 1) - 1]?.[beaconFields[field] ?? ''] : undefined
  return value === undefined ? [] : [value]
}

/** All values in a message for one of their names, in their units. */
export function valuesOf(message: Message, attribute: string): Value[] {
  const [keys, convert] = names[attribute] ?? [[]]
  const [, before, digits, after] = /^([A-Za-z]+)(\d+)([A-Za-z]*)$/.exec(attribute) ?? []
  const numbered = before ? (counted[before + after] ?? []).flatMap((name) => [`${name}.${digits}`, name]) : []
  const tire = message[`tire.pressure.${digits}`]
  if (before === 'tire' && after === 'Pressure' && typeof tire === 'number') return [bars(tire)]
  const custom = Object.keys(message).filter((key) => plain(key.replace('custom.', '')) === plain(attribute))
  const found = [...keys, ...numbered, ...custom]
    .map((key) => message[key])
    .filter((value) => value !== undefined)
    .map((value) => (convert && typeof value === 'number' ? convert(value) : value))
  const parts = shares.has(attribute) ? found.map((value) => Number(value) / 100) : []
  return [...found, ...parts, ...beaconValues(message, attribute)]
}

/** Our word for their alarm. */
export const alarmOf = (word: string): string => alarmWords[word] ?? snake(word)
