/** What the samples are made of. */

export const place = {
  timestamp: 1779019198,
  'position.latitude': 54.6871567,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.direction': 90,
}
export const cell = {
  'gsm.lac': 42008,
  'gsm.cellid': 35558,
}
