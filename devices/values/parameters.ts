/**
 * Every parameter that a decoder may put into a message: its kind, unit and plausible range. Anything else becomes
 * `custom.<name>`; a name that several protocols need gets a line here.
 */

interface NumberParameter {
  readonly kind: 'number'
  readonly unit: string
  readonly min: number
  readonly max: number
  /** Decimal places to round to, which removes conversion noise and nothing that a tracker measures. */
  readonly decimals: number
}

export type Parameter =
  | NumberParameter
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text' }
  | { readonly kind: 'list' }

const number = (unit: string, min: number, max: number, decimals = 3) =>
  ({ kind: 'number', unit, min, max, decimals }) as const
const yes = { kind: 'boolean' } as const
const text = { kind: 'text' } as const
const list = { kind: 'list' } as const

const volts = number('V', 0, 1000)
const percent = number('%', 0, 100, 2)
const celsius = number('°C', -273.15, 2000)
const kilometres = number('km', 0, 10_000_000)
const speed = number('km/h', 0, 1500, 2)
const degrees = number('°', 0, 360, 2)
const litres = number('l', 0, 100_000_000)
const hours = number('h', 0, 1_000_000, 4)
const seconds = number('s', 0, 4_294_967_296)
const code = number('', 0, Number.MAX_SAFE_INTEGER, 0)
const gravity = number('g', -100, 100, 4)
/** 1990 to 2100: anything else is a clock that was never set. The gateway also compares with its own clock. */
const moment = number('s', 631_152_000, 4_102_444_800)

export const parameters = {
  timestamp: moment,

  'position.latitude': number('°', -90, 90, 7),
  'position.longitude': number('°', -180, 180, 7),
  'position.altitude': number('m', -12_000, 50_000, 2),
  'position.direction': degrees,
  'position.speed': speed,
  'position.satellites': number('', 0, 255, 0),
  'position.hdop': number('', 0, 100, 2),
  'position.vdop': number('', 0, 100, 2),
  'position.pdop': number('', 0, 100, 2),
  'position.valid': yes,
  'position.timestamp': moment,
  'position.fix.age': seconds,
  'position.accuracy': number('m', 0, 1_000_000, 2),
  'position.address': text,

  'gnss.status': yes,
  'gnss.state.enum': code,
  'gnss.antenna.open.circuit.status': yes,
  'gnss.antenna.short.circuit.status': yes,
  'gnss.antenna.cut.status': yes,
  'gnss.sleep.mode.status': yes,
  'gnss.vehicle.mileage': kilometres,
  'gnss.jamming.alarm.status': yes,

  'gsm.mcc': number('', 0, 999, 0),
  'gsm.mnc': number('', 0, 999, 0),
  'gsm.lac': number('', 0, 4_294_967_295, 0),
  'gsm.cellid': code,
  'gsm.cells': list,
  'gsm.operator.code': text,
  'gsm.signal.level': percent,
  'gsm.signal.dbm': number('dBm', -200, 0, 0),
  'gsm.jamming.alarm.status': yes,
  'gsm.network.roaming.status': yes,
  'gsm.network.type': text,
  'gsm.sim.status': yes,
  'gsm.sim.iccid': text,
  'gsm.sim.imsi': text,
  'wifi.points': list,

  'engine.ignition.status': yes,
  'engine.blocked.status': yes,
  'engine.motorhours': hours,
  'engine.rpm': number('rpm', 0, 65_535, 2),
  'engine.temperature': celsius,
  'movement.status': yes,
  'movement.event': yes,
  'idle.status': yes,
  'trip.status': yes,

  'battery.level': percent,
  'battery.voltage': volts,
  'battery.current': number('A', -1000, 1000),
  'battery.temperature': celsius,
  'battery.charging.status': yes,
  'battery.low.status': yes,
  'battery.low.alarm': yes,
  'backup.battery.voltage': volts,
  'backup.battery.level': percent,
  'external.powersource.voltage': volts,
  'external.powersource.status': yes,

  ain: volts,
  din: code,
  dout: code,

  'event.enum': code,
  'event.seqnum': code,
  'event.priority.enum': code,
  'report.reason': code,
  'record.seqnum': code,
  'message.buffered.status': yes,
  'message.checksum.status': yes,
  'message.type': text,
  'message.content': text,
  'codec.id': code,

  'alarm.event': yes,
  'alarm.code': code,
  'alarm.type': text,
  'alarm.panic.status': yes,
  'alarm.mode.status': yes,
  'crash.event': yes,
  'towing.event': yes,
  'fall.alarm': yes,
  'displacement.alarm': yes,
  'vibration.alarm': yes,
  'tampering.alarm': yes,
  'cover.open.alarm': yes,
  'door.alarm': yes,
  'door.open.status': yes,
  'bonnet.alarm': yes,
  'temperature.alarm': yes,
  'humidity.alarm': yes,
  'illuminance.alarm': yes,
  'fuel.leak.alarm': yes,
  'fatigue.alarm': yes,
  'power.cut.alarm': yes,
  'power.restored.event': yes,
  'power.low.alarm': yes,
  'power.on.event': yes,
  'power.off.event': yes,
  'harsh.acceleration.event': yes,
  'harsh.braking.event': yes,
  'harsh.cornering.event': yes,
  'lane.change.event': yes,
  'overspeeding.status': yes,
  'overspeeding.speed': speed,
  'high.rpm.alarm': yes,
  'geofence.status': yes,
  'geofence.enter.event': yes,
  'geofence.exit.event': yes,
  'geofence.id': code,
  'lock.status': yes,
  'fault.alarm': yes,

  'vehicle.mileage': kilometres,
  'segment.vehicle.mileage': kilometres,
  'gps.vehicle.mileage': kilometres,
  'vehicle.vin': text,
  'vehicle.registration.number': text,
  'fuel.level': percent,
  'fuel.volume': litres,
  'fuel.consumed': litres,

  'can.vehicle.mileage': kilometres,
  'can.vehicle.speed': speed,
  'can.engine.rpm': number('rpm', 0, 65_535, 2),
  'can.engine.coolant.temperature': celsius,
  'can.engine.temperature': celsius,
  'can.engine.oil.temperature': celsius,
  'can.engine.load.level': number('%', 0, 250, 2),
  'can.engine.motorhours': hours,
  'can.engine.ignition.status': yes,
  'can.intake.air.temperature': celsius,
  'can.intake.map.pressure': number('kPa', 0, 10_000),
  'can.ambient.air.temperature': celsius,
  'can.fuel.level': percent,
  'can.fuel.volume': litres,
  'can.fuel.consumed': litres,
  'can.fuel.consumption.distance': number('l/100km', 0, 100_000),
  'can.fuel.consumption.hour': number('l/h', 0, 100_000),
  'can.throttle.pedal.level': percent,
  'can.throttle.level': percent,
  'can.dtc': text,
  'can.dtc.number': number('', 0, 65_535, 0),
  'can.dtc.mileage': kilometres,
  'can.driver.door.status': yes,
  'can.handbrake.status': yes,
  'can.hood.status': yes,
  'can.trunk.status': yes,
  'can.adblue.level': percent,
  'can.adblue.volume': litres,
  'can.wheel.speed': speed,
  'can.battery.level': percent,
  'can.battery.voltage': volts,

  'driver.id': text,
  'driver.name': text,
  'driver.message': text,
  'ibutton.code': text,
  'rfid.code': text,
  'ibutton.connected.status': yes,

  'device.temperature': celsius,
  'sensor.temperature': celsius,
  'sensor.humidity': percent,
  'sensor.illuminance': number('lx', 0, 10_000_000),
  'carbon.dioxide.ppm': number('ppm', 0, 1_000_000),
  'barometer.pressure': number('kPa', 0, 10_000),
  'ble.beacons': list,
  'ble.rssi': number('dBm', -128, 127, 0),
  'gateway.id': code,
  'heard.timestamp': moment,
  'absolute.acceleration': gravity,
  'x.acceleration': gravity,
  'y.acceleration': gravity,
  'z.acceleration': gravity,
  'steps.counter': code,
  'heart.rate': number('bpm', 0, 400, 0),
  'blood.oxygen.level': percent,

  'device.model': text,
  'device.serial.number': text,
  'device.imei': text,
  'device.firmware.version': text,
  'device.hardware.version': text,
  'boot.reason': code,
  'sleep.mode.enum': code,
  'bluetooth.state.enum': code,
} as const satisfies Record<string, Parameter>

/** Parameters that a tracker has several of: `<name>.<n>`, counted from 1. */
export const numbered = {
  ain: volts,
  din: yes,
  dout: yes,
  counter: code,
  'fuel.level': percent,
  'fuel.volume': litres,
  'sensor.temperature': celsius,
  'sensor.humidity': percent,
  'battery.voltage': volts,
  'battery.level': percent,
  'can.axle.weight': number('kg', 0, 1_000_000),
  'can.fuel.level': percent,
  'escort.lls.value': code,
  'escort.lls.temperature': celsius,
  'ble.sensor.temperature': celsius,
  'ble.sensor.humidity': percent,
  'ble.sensor.battery.voltage': volts,
  'ble.sensor.battery.level': percent,
  'ble.sensor.magnet.status': yes,
  'ble.sensor.movement.status': yes,
  'ble.sensor.fuel.level': number('', 0, 1_000_000),
  'ble.sensor.illuminance': number('lx', 0, 10_000_000),
  'ble.sensor.id': text,
  'tire.pressure': number('kPa', 0, 10_000),
  'tire.temperature': celsius,
  'geofence.zone': code,
  'phone.number': text,
} as const satisfies Record<string, Parameter>

/** The compiler knows them all: a misspelled name does not compile. */
export type ParameterName = keyof typeof parameters | `${keyof typeof numbered}.${number}` | `custom.${string}`

/** The parameter without its number; undefined for a custom one. */
export function parameterOf(name: string): Parameter | undefined {
  if (Object.hasOwn(parameters, name)) return parameters[name as keyof typeof parameters]
  const base = name.replace(/\.\d+$/, '')
  return base !== name && Object.hasOwn(numbered, base) ? numbered[base as keyof typeof numbered] : undefined
}
