/**
 * FlexAPI of InHand routers (VG710, VT310), JSON lines over TCP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   ${"topic":"v1/<serial>/<subject>/info","payload":{"<subject>.ts":…,…}}<sum, two digits>\r\n
 *   subjects: gnss, cellular1, obd, motion, io, sysinfo
 *
 * No replies.
 */

import { isObject } from '../bytes/json.ts'
import { checkedIdent, hexNumber, integer } from '../bytes/text.ts'
import { defineLines, told } from '../families/lines.ts'
import { knot, putFix } from '../families/nmea.ts'
import { opening } from '../families/opening.ts'
import { type Draft, draft, put, putCells, putCustom } from '../message.ts'
import { ProtocolError } from '../protocol.ts'
import type { ParameterName } from '../values/parameters.ts'

export default defineLines({
  opening: opening('${"topic":"v1/'),
  frameBytesMax: 8192,

  read({ text }) {
    if (!text.startsWith('${')) return {}
    const { topic, payload } = parsed(text.slice(1, text.lastIndexOf('}') + 1))
    const [, id = '', subject = ''] = topic.split('/')
    const into = draft()
    putPayload(into, payload)
    if (subject === 'gnss') putGnss(into, payload)
    if (subject === 'cellular1') putModem(into, payload)
    return told(checkedIdent(id), into)
  },
})

type Payload = Readonly<Record<string, unknown>>

function parsed(text: string): { topic: string; payload: Payload } {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value) && typeof value.topic === 'string' && isObject(value.payload)) {
      return { topic: value.topic, payload: value.payload }
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new ProtocolError('a line without a topic')
}

const names: Readonly<Record<string, ParameterName>> = {
  time: 'timestamp',
  ts: 'timestamp',
  altitude: 'position.altitude',
  heading: 'position.direction',
  hdop: 'position.hdop',
  num_sv: 'position.satellites',
  imei: 'device.imei',
  imsi: 'gsm.sim.imsi',
  iccid: 'gsm.sim.iccid',
  'obd.speed': 'can.vehicle.speed',
  f_lvl: 'can.fuel.level',
  rpm: 'can.engine.rpm',
  e_load: 'can.engine.load.level',
  c_temp: 'can.engine.coolant.temperature',
  o_temp: 'can.engine.oil.temperature',
  a_temp: 'can.ambient.air.temperature',
  t_pos: 'can.throttle.level',
  b_volt: 'can.battery.voltage',
  vin: 'vehicle.vin',
  ax: 'x.acceleration',
  ay: 'y.acceleration',
  az: 'z.acceleration',
  serial_number: 'device.serial.number',
  firmware_version: 'device.firmware.version',
  model_name: 'device.model',
}

/** Read together with others. */
const apart = new Set(['lat', 'log', 'latitude', 'longitude', 'fix', 'gnss.speed', 'operator', 'lac', 'cell_id', 'odo'])

function putPayload(into: Draft, payload: Payload): void {
  for (const [key, value] of Object.entries(payload)) {
    const name = key.slice(key.indexOf('.') + 1)
    if (value === null || value === '' || apart.has(name) || apart.has(key)) continue
    if (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'boolean') continue
    const known = names[key] ?? (Object.hasOwn(names, name) ? names[name] : undefined)
    if (known) put(into, known, value)
    else if (typeof value !== 'number' || !putInput(into, name, value)) putCustom(into, name, value)
  }
  if (typeof payload['obd.odo'] === 'number') put(into, 'can.vehicle.mileage', payload['obd.odo'] / 1000)
}

/** `AI1`, `DI2`, `DO3`, and the ignition. */
function putInput(into: Draft, name: string, value: number): boolean {
  const [, kind, number] = /^(AI|DI|DO)(\d{1,2})$/.exec(name) ?? []
  if (name === 'IGT') put(into, 'engine.ignition.status', value > 0)
  else if (kind === 'AI') put(into, `ain.${Number(number)}`, value)
  else if (kind !== undefined) put(into, `${kind === 'DI' ? 'din' : 'dout'}.${Number(number)}`, value > 0)
  else return false
  return true
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function putGnss(into: Draft, payload: Payload): void {
  const latitude = numberOf(payload['gnss.latitude'] ?? payload.lat)
  const longitude = numberOf(payload['gnss.longitude'] ?? payload.log)
  putFix(into, (numberOf(payload['gnss.fix']) ?? 0) > 0, latitude, longitude)
  const speed = numberOf(payload['gnss.speed'])
  if (speed !== undefined) put(into, 'position.speed', speed * knot)
}

function putModem(into: Draft, payload: Payload): void {
  const operator = textOf(payload['modem1.operator'])
  putCells(into, [
    {
      mcc: integer(operator.slice(0, 3)),
      mnc: integer(operator.slice(3)),
      lac: hexNumber(textOf(payload['modem1.lac'])),
      cellid: hexNumber(textOf(payload['modem1.cell_id'])),
    },
  ])
}
