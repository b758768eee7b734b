/** Wialon IPS 2.0: one record is a #D# line, several are a black box in one #B# line; both end with a checksum. */
import { clockOf, crc16Arc, type Encoder, latitudeOf, longitudeOf } from '../encoder.ts'
import type { Fix } from '../vehicle.ts'

const line = (type: string, body: string, separator: string) => {
  const summed = body + separator
  return Buffer.from(`#${type}#${summed}${crc16Arc(Buffer.from(summed)).toString(16).toUpperCase()}\r\n`)
}

function record(fix: Fix): string {
  const { yy, mm, dd, hhmmss } = clockOf(fix.at)
  const place = [...latitudeOf(fix), ...longitudeOf(fix)]
  const movement = [fix.speedKmh, fix.heading, fix.altitude, fix.satellites, fix.hdop]
  const own = `mileage:2:${fix.mileageKm},pwr_ext:2:${fix.volts},pwr_int:2:${fix.batteryVolts}`
  return [dd + mm + yy, hhmmss, ...place, ...movement, fix.ignition ? 1 : 0, 0, '', 'NA', own].join(';')
}

/** A line of the answer; the number after its type gives the result. */
const answers = (expected: string) => (answer: Buffer) =>
  answer.includes('\n') ? answer.toString().startsWith(`${expected}\r\n`) : undefined

export const wialon: Encoder = {
  protocol: 'wialon',
  hwId: 4101,
  recordsMax: 50,
  login: (ident) => ({ bytes: line('L', `2.0;${ident};NA`, ';'), validate: answers('#AL#1') }),
  report(_ident, fixes) {
    if (fixes.length === 1) return { bytes: line('D', record(fixes[0]!), ';'), validate: answers('#AD#1') }
    return { bytes: line('B', fixes.map(record).join('|'), '|'), validate: answers(`#AB#${fixes.length}`) }
  },
}
