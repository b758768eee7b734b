/** What the samples are made of. */

export const maker = {
  'custom.vendor': 'WAYM',
  'vehicle.registration.number': 'LT01AB1234',
}
export const place = {
  timestamp: 1779019198,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.altitude': 112,
}
export const network = {
  'gsm.operator.code': 'TELE2',
  'gsm.mcc': 246,
  'gsm.mnc': 2,
  'gsm.lac': 42008,
}
export const powered = {
  'engine.ignition.status': true,
  'external.powersource.status': true,
  'alarm.panic.status': false,
}
