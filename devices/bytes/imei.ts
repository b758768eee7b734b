/** The number of a modem: fifteen digits, the last of which is a check digit (3GPP TS 23.003, annex B). */
import type { ProtocolName } from '../protocols/index.ts'
import { isDigits } from './text.ts'

/**
 * Protocols whose trackers send their IMEI, from makers with their own number ranges. Many others print fifteen digits
 * on their trackers that are not a registered IMEI.
 */
const spoken: ReadonlySet<ProtocolName> = new Set<ProtocolName>([
  ...(['teltonika', 'gl200', 'ruptela', 'meitrack', 't800x', 'eelink', 'minifinder2'] as const),
])

/** True for fifteen digits that are not an IMEI, if the tracker will send one. */
export const hasWrongCheckDigit = (ident: string, protocol: ProtocolName): boolean =>
  spoken.has(protocol) && ident.length === 15 && isDigits(ident) && !isImei(ident)

/** Fifteen digits with a correct check digit. */
export const isImei = (digits: string): boolean => digits.length === 15 && isDigits(digits) && sumOf(digits) % 10 === 0

/** Adds the check digit to fourteen digits; some trackers leave it out. */
export const withCheckDigit = (digits: string): string => digits + ((10 - (sumOf(`${digits}0`) % 10)) % 10)

function sumOf(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    sum += at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum
}
