/** The fields of a packet, and what all packets write in the same words: when and where. */

import { dateAndTime, decimal } from '../../bytes/text.ts'
import { putFix } from '../../families/nmea.ts'
import { type Draft, put } from '../../message.ts'

/** What stands in parentheses is one field, whatever commas it has. */
export function fieldsOf(text: string): string[] {
  const parts = text.split(',')
  if (!text.includes('(')) return parts
  const fields: string[] = []
  let isOpen = false
  for (const one of parts) {
    if (isOpen) fields[fields.length - 1] += `,${one}`
    else fields.push(one)
    isOpen = isOpen ? !one.includes(')') : one.startsWith('(') && !one.includes(')')
  }
  return fields
}

/**
 * `ddmmyyyy,hhmmss`, `ddmmyyyyhhmmss`, two digits of the year, or each part in a field of its own; the state of the fix
 * before or after it; then `latitude,N,longitude,E`. Gives where the next field is.
 */
export function putPlaceAndTime(into: Draft, fields: readonly string[], from: number): number {
  let at = from
  let state = isState(fields[at]) ? fields[at++] : undefined
  const [moment, size] = momentOf(fields, at)
  at += size
  if (isState(fields[at])) state = fields[at++]
  put(into, 'timestamp', moment)
  const [latitude, north, longitude, east] = fields.slice(at, at + 4)
  putFix(into, state !== '0' && state !== 'V', signed(latitude, north), signed(longitude, east))
  return at + 4
}

const isState = (field: string | undefined): boolean => field?.length === 1 && '01AV'.includes(field)

function momentOf(fields: readonly string[], at: number): [number | undefined, number] {
  const first = fields[at] ?? ''
  const size = first.length >= 12 ? 1 : first.length > 2 ? 2 : 6
  const digits = fields.slice(at, at + size).join('')
  const years = digits.length - 10
  const date = digits.slice(0, 4) + digits.slice(4 + years - 2, 4 + years)
  return [dateAndTime(date, digits.slice(4 + years), 'ddmmyy'), size]
}

function signed(text: string | undefined, hemisphere: string | undefined): number | undefined {
  const value = decimal(text)
  return value !== undefined && (hemisphere === 'S' || hemisphere === 'W') ? -value : value
}

/** Makers write several words for a vehicle without a registration. */
export function putRegistration(into: Draft, text: string | undefined): void {
  if (text && !/^(N\.?A\.?)?0*$/.test(text)) put(into, 'vehicle.registration.number', text)
}
