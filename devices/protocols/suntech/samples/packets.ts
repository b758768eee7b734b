/** What the samples are made of. */
import { ascii, be16, concat, hex } from '../../../bytes/bytes.ts'

export const ident = '100850123'
export const universalIdent = '0520000123'
export const line = (text: string) => ascii(`${text}\r`)

export const when = '20260517;11:59:58'
export const where = '+54.687157;+025.279800;043.500;090.00'
export const place = {
  timestamp: 1779019198,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.speed': 43.5,
  'position.direction': 90,
}
/** 11 satellites, a fix, 1520 m, 12.88 V, ignition and the third input. */
export const vehicle = '11;1;1520700;12.88;100100'
export const state = {
  'position.satellites': 11,
  'position.valid': true,
  'vehicle.mileage': 1520.7,
  'external.powersource.voltage': 12.88,
  'engine.ignition.status': true,
  'din.1': false,
  'din.2': false,
  'din.3': true,
  'dout.1': false,
  'dout.2': false,
}
export const mapped = `52;1.0.2;0;${when};000C3D4E;246;01;1A2B;33;${where};11;1;00000101;00000001`
export const mappedState = {
  ...place,
  'position.satellites': 11,
  'position.valid': true,
  'gsm.mcc': 246,
  'gsm.mnc': 1,
  'gsm.lac': 0x1a2b,
  'gsm.cellid': 0xc3d4e,
  'custom.rssi': 33,
  'engine.ignition.status': true,
  'din.1': false,
  'din.2': true,
  'din.3': false,
  'dout.1': true,
  'dout.2': false,
}
export const binary = (type: number, own: string) => {
  const body = hex(
    `${universalIdent} 3fffff 34 010002 00 1a0511 0b3b3a 000c3d4e 00f6 0001 1a2b 21 034275b5 8181bd38 10fe 2328 0b 01 05 01 ${own}`,
  )
  return concat([type], be16(body.length), body)
}
export const binaryState = { ...mappedState, 'position.longitude': -25.2798 }
/** Id, model, software, time, cell, position, speed, course, fix in the north and west with 11 satellites, distance, voltage, I/O. */
export const zip = (header: string, own: string) => {
  const body = hex(
    `${header} 1008501230 01 0141 1a05110b3b3a 2f1000 36687157 19279800 002b50 005a00 ab 0017343c 0c88 09 ${own}`,
  )
  return concat([2], be16(body.length), body, [3])
}
export const zipState = { ...place, ...state, 'position.longitude': -25.2798, 'custom.cell': '2f1000' }
