/** Queclink @Track in text: periodic reports GTFRI of a vehicle, each confirmed with its count. */
import { clockOf, type Encoder, type NumberedFix } from '../encoder.ts'

const time = (at: number) => {
  const { yy, mm, dd, hhmmss } = clockOf(at)
  return `20${yy}${mm}${dd}${hhmmss}`
}

const count = ({ serial }: NumberedFix) => (serial & 0xffff).toString(16).toUpperCase().padStart(4, '0')

/** Ignition and movement as one digit each: 1 no, 2 yes. */
const motion = (fix: NumberedFix) => `${fix.ignition ? 2 : 1}${fix.speedKmh > 0 ? 2 : 1}`

function report(ident: string, fix: NumberedFix): string {
  const movement = [Math.max(1, Math.round(fix.hdop)), fix.speedKmh.toFixed(1), fix.heading, fix.altitude.toFixed(1)]
  const place = [...movement, fix.longitude.toFixed(6), fix.latitude.toFixed(6), time(fix.at)]
  const cell = ['0246', '0001', '053D', '002A11']
  const rest = ['01', fix.satellites, fix.mileageKm.toFixed(1), '', '', '', '', 96, `${motion(fix)}0000`, '', '', '']
  const head = ['+RESP:GTFRI', '6E0202', ident, 'van', Math.round(fix.volts * 1000), 10, 1]
  return `${[...head, ...place, ...cell, ...rest, time(fix.at), count(fix)].join(',')}$`
}

export const gl200: Encoder = {
  protocol: 'gl200',
  hwId: 208,
  recordsMax: 5,
  report: (ident, fixes) => ({
    bytes: Buffer.from(fixes.map((fix) => report(ident, fix)).join('')),
    validate(answer) {
      const confirmed = answer.toString().split('$').slice(0, -1)
      if (confirmed.length < fixes.length) return undefined
      return fixes.every((fix, index) => confirmed[index] === `+SACK:${count(fix)}`)
    },
  }),
}
