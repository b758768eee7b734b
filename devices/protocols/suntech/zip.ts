/**
 * Zip strings of the ST300 and ST340 series. Source: ST300/340 Operation Manual Rev. 1.41, 6-1-2 to 6-7-2.
 *
 *   02, u16 length of what follows up to 03, header, id (5 BCD), model, software (2), date and time (6), cell (3),
 *   latitude and longitude (a byte of degrees, three of BCD decimals), speed and course (two bytes, one of BCD decimals),
 *   bit 7 fix, 6 south, 5 west, satellites; distance u32 m, voltage (volts, BCD hundredths), I/O, by header:
 *   10 STT mode, u16 number · 11 EMG id · 12 EVT id · 13 ALT id · 16 UEX u16 length, data, checksum;
 *   then hour meter u32, backup battery, 1 at once or 0 stored; 03
 */
import { bcd, latin1, left, type Reader, skip, take, toHex, u8, u16, u32 } from '../../bytes/bytes.ts'
import { utcSeconds } from '../../bytes/time.ts'
import { type Draft, put, putPosition } from '../../message.ts'
import { ProtocolError } from '../../protocol.ts'
import { putAlert, putEmergency } from './events.ts'
import { putSerialData } from './serial.ts'

export const zipStart = 0x02

const decimals = (bytes: Uint8Array): number => {
  const digits = bcd(bytes)
  if (digits === undefined) throw new ProtocolError('decimals that are no digits')
  return Number(`0.${digits}`)
}

const volts = (input: Reader): number => u8(input) + decimals(take(input, 1))

/** From the header on. Returns the id, whose tenth digit fills the last byte. */
export function readZip(into: Draft, input: Reader): string | undefined {
  const header = u8(input)
  const ident = bcd(take(input, 5))?.slice(0, 9)
  if (header < 0x10 || header > 0x16 || left(input) < 32) return ident
  skip(input, 3)
  const year = 2000 + u8(input)
  put(into, 'timestamp', utcSeconds(year, u8(input), u8(input), u8(input), u8(input), u8(input)))
  put(into, 'custom.cell', toHex(take(input, 3)))
  const latitude = u8(input) + decimals(take(input, 3))
  const longitude = u8(input) + decimals(take(input, 3))
  put(into, 'position.speed', u16(input) + decimals(take(input, 1)))
  put(into, 'position.direction', u16(input) + decimals(take(input, 1)))
  const fix = u8(input)
  put(into, 'position.valid', (fix & 0x80) !== 0)
  put(into, 'position.satellites', fix & 0x1f)
  putPosition(into, fix & 0x40 ? -latitude : latitude, fix & 0x20 ? -longitude : longitude)
  put(into, 'vehicle.mileage', u32(input) / 1000)
  put(into, 'external.powersource.voltage', volts(input))
  const io = u8(input)
  put(into, 'engine.ignition.status', (io & 1) !== 0)
  for (let n = 1; n <= 3; n++) put(into, `din.${n}`, ((io >> n) & 1) !== 0)
  for (let n = 1; n <= 2; n++) put(into, `dout.${n}`, ((io >> (n + 3)) & 1) !== 0)
  readOwn(into, header, input)
  if (left(input) < 7) return ident
  put(into, 'engine.motorhours', u32(input) / 60)
  put(into, 'backup.battery.voltage', volts(input))
  if (u8(input) === 0) put(into, 'message.buffered.status', true)
  return ident
}

function readOwn(into: Draft, header: number, input: Reader): void {
  switch (header) {
    case 0x10:
      put(into, 'custom.mode', u8(input))
      put(into, 'record.seqnum', u16(input))
      break
    case 0x11:
      putEmergency(into, u8(input))
      break
    case 0x12:
      put(into, 'event.enum', u8(input))
      break
    case 0x13:
      putAlert(into, u8(input))
      break
    case 0x16:
      putSerialData(into, latin1(take(input, u16(input))))
      skip(input, 1)
      break
  }
}
