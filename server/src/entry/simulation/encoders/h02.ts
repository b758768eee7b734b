/** H02 of SinoTrack in text: every position V1 names its sender and is confirmed with V4. */
import { clockOf, type Encoder, knotsOf, latitudeOf, longitudeOf } from '../encoder.ts'
import type { Fix } from '../vehicle.ts'

/** A bit that is 0 is in effect; bit 10 is "ignition off". */
const status = (fix: Fix) => (fix.ignition ? 'FFFFFFFF' : 'FFFFFBFF')

function position(ident: string, fix: Fix): string {
  const { yy, mm, dd, hhmmss } = clockOf(fix.at)
  const fields = [hhmmss, 'A', ...latitudeOf(fix), ...longitudeOf(fix), knotsOf(fix), fix.heading, dd + mm + yy]
  return `*HQ,${ident},V1,${fields.join(',')},${status(fix)}#`
}

export const h02: Encoder = {
  protocol: 'h02',
  hwId: 801,
  recordsMax: 5,
  report: (ident, fixes) => ({
    bytes: Buffer.from(fixes.map((fix) => position(ident, fix)).join('')),
    validate(answer) {
      const confirmed = answer.toString().split('#').slice(0, -1)
      if (confirmed.length < fixes.length) return undefined
      return confirmed.every((text) => text.startsWith(`*HQ,${ident},V4,V1,`))
    },
  }),
}
