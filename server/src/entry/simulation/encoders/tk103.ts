/** TK103 with parentheses: positions BR00, which are not answered, and after them a handshake, which is. */
import { clockOf, type Encoder, exactly, latitudeOf, longitudeOf } from '../encoder.ts'
import type { Fix } from '../vehicle.ts'

/** Power supply, ignition, and inputs without a sensor. */
const state = (fix: Fix) => `0${fix.ignition ? 1 : 0}000000`

function position(ident: string, fix: Fix): string {
  const { yy, mm, dd, hhmmss } = clockOf(fix.at)
  const place = `A${latitudeOf(fix).join('')}${longitudeOf(fix).join('')}`
  const movement = `${fix.speedKmh.toFixed(1).padStart(5, '0')}${hhmmss}${fix.heading.toFixed(2).padStart(6, '0')}`
  const mileage = Math.round(fix.mileageKm * 1000)
    .toString(16)
    .toUpperCase()
    .padStart(8, '0')
  return `(${ident}BR00${yy}${mm}${dd}${place}${movement}${state(fix)}L${mileage})`
}

const handshake = (ident: string) => `(${ident}BP00${ident}HSO)`

export const tk103: Encoder = {
  protocol: 'tk103',
  hwId: 3902,
  recordsMax: 5,
  report: (ident, fixes) => ({
    bytes: Buffer.from(fixes.map((fix) => position(ident, fix)).join('') + handshake(ident)),
    validate: exactly(Buffer.from(`(${ident}AP01HSO)`)),
  }),
}
