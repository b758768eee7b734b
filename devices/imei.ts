/** The number of a modem: fifteen digits, of which the last is made of the others (3GPP TS 23.003, annex B). */
import type { ProtocolName } from './protocols/index.ts'
import { isDigits } from './text.ts'

/**
 * Protocols whose trackers say their IMEI, of makers who have numbers of their own. Many others print fifteen digits on
 * their trackers that were never anybody's.
 */
const spoken: ReadonlySet<ProtocolName> = new Set<ProtocolName>([
  ...(['teltonika', 'gl200', 'ruptela', 'meitrack', 't800x', 'eelink', 'minifinder2'] as const),
])

/** True for fifteen digits that are no IMEI, where the tracker will say one. */
export const hasWrongCheckDigit = (ident: string, protocol: ProtocolName): boolean =>
  spoken.has(protocol) && ident.length === 15 && isDigits(ident) && !isImei(ident)

/** Fifteen digits whose last is made of the others. */
export const isImei = (digits: string): boolean => digits.length === 15 && isDigits(digits) && sumOf(digits) % 10 === 0

/** Of fourteen digits the fifteen; some trackers leave out the last. */
export const withCheckDigit = (digits: string): string => digits + ((10 - (sumOf(`${digits}0`) % 10)) % 10)

function sumOf(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    sum += at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum
}
