/** The tracker and the position in the samples of TK103. */
export const ident = '000012345678'
export const imei = '356307042441013'
// 2026-05-17 11:59:58 UTC in Vilnius, 43 km/h to the east.
export const place = '260517A5441.2294N02516.7880E043.0115958090.00'
export const separated = '170526,A,5441.2294N,02516.7880E,43.0,115958,90.00'
export const position = {
  timestamp: 1779019198,
  'position.latitude': 54.6871567,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.speed': 43,
  'position.direction': 90,
}
export const driving = {
  'external.powersource.status': true,
  'engine.ignition.status': true,
  'custom.io_state': '01000000',
}
