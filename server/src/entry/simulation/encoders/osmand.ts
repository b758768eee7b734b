/** A phone with OsmAnd's online tracking: one request per position, over a kept connection. */
import { type Encoder, metresPerSecondOf, type NumberedFix } from '../encoder.ts'

function query(ident: string, fix: NumberedFix): string {
  return new URLSearchParams({
    id: ident,
    timestamp: String(fix.at),
    lat: String(fix.latitude),
    lon: String(fix.longitude),
    speed: metresPerSecondOf(fix),
    bearing: String(fix.heading),
    altitude: String(fix.altitude),
    hdop: String(fix.hdop),
    batt: String(Math.round(fix.batteryVolts * 20)),
  }).toString()
}

export const osmand: Encoder = {
  protocol: 'osmand',
  hwId: 4701,
  recordsMax: 1,
  report: (ident, fixes) => ({
    bytes: Buffer.from(`GET /?${query(ident, fixes[0]!)} HTTP/1.1\r\nHost: tracker\r\nConnection: keep-alive\r\n\r\n`),
    validate: (answer) =>
      answer.includes('\r\n\r\n') ? /^HTTP\/1\.1 200 /.test(answer.toString('latin1')) : undefined,
  }),
}
