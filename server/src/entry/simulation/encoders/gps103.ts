/** GPS103 of Coban: a login, reports without answers, and after them a heartbeat, which is answered with ON. */
import { clockOf, type Encoder, exactly, knotsOf, latitudeOf, longitudeOf } from '../encoder.ts'
import type { Fix } from '../vehicle.ts'

function report(ident: string, fix: Fix): string {
  const { yy, mm, dd, hhmmss } = clockOf(fix.at)
  const place = ['A', ...latitudeOf(fix), ...longitudeOf(fix), knotsOf(fix), fix.heading, fix.altitude]
  const state = [fix.ignition ? 1 : 0, 0, '', '', '']
  const fields = [`imei:${ident}`, 'tracker', yy + mm + dd + hhmmss, '', 'F', `${hhmmss}.000`, ...place, ...state]
  return `${fields.join(',')};`
}

export const gps103: Encoder = {
  protocol: 'gps103',
  hwId: 903,
  recordsMax: 5,
  login: (ident) => ({ bytes: Buffer.from(`##,imei:${ident},A;`), validate: exactly(Buffer.from('LOAD')) }),
  report: (ident, fixes) => ({
    bytes: Buffer.from(`${fixes.map((fix) => report(ident, fix)).join('')}${ident};`),
    validate: exactly(Buffer.from('ON')),
  }),
}
