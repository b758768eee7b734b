/**
 * Startek, in text over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   &&<letter><length>,<imei>,<type>,<content><sum of all before it, two digits>\r\n
 *   000  event,data,yymmddhhmmss,A,latitude,longitude,satellites,HDOP,km/h,course,metres,odometer,mcc|mnc|lac|cell,
 *        signal,status,inputs,outputs,volts|battery|analogue…[,extended,fuel,temperatures,engine,driver,seconds]
 *   710  lines T1, T2 … of a CAN reader      others: answers to $$:<length>,<imei>,<command><sum>\r\n
 *
 * Reports are not answered.
 */
import { ascii, latin1 } from '../bytes/bytes.ts'
import { sum8 } from '../bytes/checksum.ts'
import { checkedIdent, dateAndTime, decimal, hexNumber, isDigits } from '../bytes/text.ts'
import { alarmOf, type Field, hexTimes, putFields, times, word } from '../families/fields.ts'
import { told } from '../families/lines.ts'
import { putHexCell } from '../families/network.ts'
import { hex2, putFix } from '../families/nmea.ts'
import { digits, opening, printable } from '../families/opening.ts'
import { sized } from '../families/sized.ts'
import { type Draft, draft, put, putCustom } from '../message.ts'
import { type Command, defineDecoder, ProtocolError } from '../protocol.ts'

interface State {
  readonly ident?: string
}

const frameBytesMax = 4096

export default defineDecoder<State>({
  frameBytesMax,
  recognise: opening('&&', printable(1), digits(2, 4), ',', digits(15), ','),

  // The length counts from the comma before the IMEI up to the sum.
  frame: sized({ start: '&&', skip: 1, plus: 4, max: frameBytesMax }),

  decode(frame, state, _receivedAt, unit) {
    const text = latin1(frame).trimEnd()
    if (text === '') return {}
    const [, imei = '', type, ...rest] = text.slice(0, -2).split(',')
    if (!text.startsWith('&&') || type === undefined) throw new ProtocolError('not a packet')
    const into = draft()
    if (type === '000') putReport(into, rest)
    else if (type === '710') putCan(into, rest.join(','))
    else {
      put(into, 'message.type', 'command.answer')
      put(into, 'message.content', `${type},${rest.join(',')}`)
    }
    if (unit?.settings?.checksum !== 'ignore' && !isRight(frame, text)) put(into, 'message.checksum.status', false)
    const ident = checkedIdent(imei)
    return { ...told(ident, into), ...(ident === state.ident ? {} : { state: { ident } }) }
  },

  commands: { 'engine.stop': 'plain', 'engine.resume': 'plain', text: 'plain' },

  encode(command, { ident }) {
    const order = orderOf(command)
    if (order === undefined || ident === undefined) return undefined
    const sentence = `$$:${ident.length + order.length + 2},${ident},${order}`
    return ascii(`${sentence}${hex2(sum8(ascii(sentence)))}\r\n`)
  },
})

const isRight = (frame: Uint8Array, text: string): boolean =>
  hexNumber(text.slice(-2)) === sum8(frame, 0, text.length - 2)

function orderOf({ kind, text }: Command): string | undefined {
  if (kind === 'engine.stop') return '900,1,1'
  if (kind === 'engine.resume') return '900,1,0'
  return kind === 'text' ? text : undefined
}

const event = alarmOf({
  1: 'sos',
  5: 'door',
  6: 'door',
  17: 'low_power',
  18: 'power_cut',
  19: 'power_restored',
  39: 'harsh_acceleration',
  40: 'harsh_braking',
  41: 'harsh_cornering',
})
const driverEvent = '53'

const report: readonly Field[] = [
  event,
  undefined,
  (into, text) => put(into, 'timestamp', dateAndTime(text.slice(0, 6), text.slice(6), 'yymmdd')),
  undefined,
  undefined,
  undefined,
  'position.satellites',
  'position.hdop',
  'position.speed',
  'position.direction',
  'position.altitude',
  times('vehicle.mileage', 0.001),
  (into, text) => putHexCell(into, text.split('|')),
  'custom.rssi',
  hexTimes('custom.status'),
  putInputs,
  hexTimes('dout'),
  putVoltages,
  'custom.extended',
  putFuel,
  putTemperatures,
  (into, text) => putFields(into, text.split('|'), engine),
]

function putReport(into: Draft, fields: readonly string[]): void {
  putFix(into, fields[3] === 'A', decimal(fields[4]), decimal(fields[5]))
  putFields(into, fields, report)
  if (fields[0] === driverEvent) put(into, 'driver.id', fields[1])
  else put(into, 'custom.event_data', fields[1])
  // A driver's licence and the seconds the engine has run are distinguished by their shape.
  for (const field of fields.slice(report.length)) {
    if (field.length >= 20) put(into, 'driver.id', field)
    else if (isDigits(field)) put(into, 'engine.motorhours', Number(field) / 3600)
  }
}

const engine: readonly Field[] = [
  'can.engine.rpm',
  'can.engine.load.level',
  'custom.air_flow',
  'can.intake.map.pressure',
  times('can.intake.air.temperature', 1, -40),
  'can.throttle.level',
  times('can.engine.coolant.temperature', 1, -40),
  times('can.fuel.consumption.hour', 0.1),
  (into, text) => put(into, text.endsWith('L') ? 'can.fuel.volume' : 'can.fuel.level', decimal(text.slice(0, -1))),
]

function putInputs(into: Draft, text: string): void {
  const inputs = hexNumber(text)
  if (inputs === undefined) return
  put(into, 'din', inputs)
  put(into, 'engine.ignition.status', (inputs & 2) !== 0)
  put(into, 'door.open.status', (inputs & 4) !== 0)
}

const voltages = ['external.powersource.voltage', 'battery.voltage'] as const

function putVoltages(into: Draft, text: string): void {
  for (const [index, volts] of text.split('|').entries()) {
    const value = hexNumber(volts.trim())
    if (value !== undefined) put(into, voltages[index] ?? `ain.${index - 1}`, value * 0.01)
  }
}

/** `01xxxx|02xxxx`: the number of a sensor and its reading in tenths. */
function putFuel(into: Draft, text: string): void {
  for (const sensor of text.split('|')) {
    const value = hexNumber(sensor.slice(2))
    if (value !== undefined) put(into, `fuel.level.${Number(sensor.slice(0, 2))}`, value / 10)
  }
}

/** As of fuel; the highest bit is the sign. */
function putTemperatures(into: Draft, text: string): void {
  for (const sensor of text.split('|')) {
    const value = hexNumber(sensor.slice(2))
    if (value === undefined) continue
    const size = (value & 0x7fff) / 10
    put(into, `sensor.temperature.${Number(sensor.slice(0, 2))}`, value & 0x8000 ? -size : size)
  }
}

const can: Readonly<Record<string, readonly Field[]>> = {
  T1: [
    'can.vehicle.speed',
    'can.engine.rpm',
    'can.fuel.consumption.hour',
    'can.fuel.level',
    'can.axle.weight.1',
    'can.axle.weight.2',
    'can.axle.weight.3',
    'can.axle.weight.4',
    'custom.turbo_pressure',
    'can.engine.coolant.temperature',
    'can.throttle.pedal.level',
    'custom.torque',
    word('custom.reader_version'),
    'external.powersource.voltage',
    'custom.coolant_level',
    'can.engine.oil.temperature',
    'custom.oil_level',
    'can.throttle.level',
    'custom.air_inlet_pressure',
    'can.fuel.level.2',
    'custom.gear',
    'custom.seatbelt',
    'custom.oil_pressure',
    'custom.air_tank_pressure',
    'custom.pto',
    'can.engine.ignition.status',
    'custom.brake_pedal',
    'can.adblue.level',
    'custom.fuel_type',
  ],
  T2: [
    'can.vehicle.mileage',
    'custom.total_fuel',
    'custom.cruise_fuel',
    'custom.driving_fuel',
    undefined,
    undefined,
    'custom.idle_time',
    'custom.pto_time',
    'custom.cruise_time',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    'custom.brake_applications',
    'custom.clutch_applications',
    'can.engine.motorhours',
    'custom.torque_time',
    'can.fuel.consumption.distance',
    'custom.cruise_distance',
    'can.fuel.consumed',
    'custom.driving_time',
  ],
}

/** Lines that are not in the table are kept as they are. */
function putCan(into: Draft, content: string): void {
  for (const line of content.split('\n')) {
    const [name = '', ...values] = line.trim().split(',')
    if (Object.hasOwn(can, name)) putFields(into, values, can[name]!)
    else if (name !== '') putCustom(into, name, values.join(','))
  }
}
