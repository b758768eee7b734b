/** What the samples are made of. */
import { ascii, be16, concat, hex } from '../../../bytes/bytes.ts'

export const ident = '869999001234567'
export const sack = (text: string) => ascii(`+SACK:${text}$`)

/** Accuracy, speed, azimuth, altitude, longitude, latitude, UTC time, cell. */
export const place = '1,43.5,90,112.4,25.279800,54.687157,20260517115958,0246,0001,1A2B,0C3D4E'
export const cell = { 'gsm.mcc': 246, 'gsm.mnc': 1, 'gsm.lac': 0x1a2b, 'gsm.cellid': 0xc3d4e }
export const fixedAt = 1779019198
export const sentAt = 1779019200
export const movement = { 'position.speed': 43.5, 'position.direction': 90, 'position.altitude': 112.4 }
export const where = { 'position.latitude': 54.687157, 'position.longitude': 25.2798 }
export const position = {
  timestamp: fixedAt,
  'position.valid': true,
  'position.hdop': 1,
  ...where,
  ...movement,
  ...cell,
}
/** The same position as the last one known. */
export const stale = `0${place.slice(1)}`
export const lastKnown = {
  timestamp: sentAt,
  'position.timestamp': fixedAt,
  'position.valid': false,
  ...where,
  ...movement,
  ...cell,
}
export const report = (text: string, header = 'RESP') => ascii(`+${header}:${text},20260517120000,00A7$`)
export const reply = sack('00A7')
export const seqnum = { 'record.seqnum': 0xa7 }

/** Device type, versions and the IMEI with two digits a byte. */
export const hexHead = '45 0102 0209 56 63 63 00 0c 22 38 07'
export const hexPlace = '01 002b05 005a 0070 0181bd38 034275b5 07ea05110b3b3a 0246 0001 1a2b 3d4e 00'
export const hexEnd = '07ea05110c0000 00a7 1234 0d0a'
export const hexPosition = { ...position, 'position.altitude': 112, 'gsm.cellid': 0x3d4e }
export const hexReport = (header: string, type: string, mask: string, body: string) => {
  const rest = hex(body)
  return concat(ascii(header), hex(type), hex(mask), be16(11 + rest.length), rest)
}

export const hexState = {
  'battery.level': 100,
  'external.powersource.voltage': 12.88,
  'custom.motion_state': '22',
  'engine.ignition.status': true,
  'movement.status': true,
  'position.satellites': 11,
}
export const track = { 'message.type': 'RSP', 'event.enum': 0x64, ...hexState, 'position.valid': true }
