/** The bank account that clients transfer money to. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'

export interface BankDetails {
  /** Without spaces, in capitals. */
  readonly iban: string | null
  readonly bic: string | null
  /** Null: the company's name. */
  readonly accountHolder: string | null
}

/** People copy them with spaces. */
export const compact = (text: string | null): string | null => text?.replace(/\s/g, '').toUpperCase() || null

/** Length of an IBAN in each SEPA country. For other countries only the check digits are checked. */
const lengths: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 LI21 ' +
    'LT20 LU20 LV21 MC27 MT31 NL18 NO15 PL28 PT25 RO24 SE24 SI19 SK24 SM27 VA22'
  )
    .split(' ')
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
)

/** ISO 13616: country and check digits go to the end, letters become numbers from 10; the remainder by 97 is 1. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  if (iban.length !== (lengths[iban.slice(0, 2)] ?? iban.length)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

const isBic = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)

export const bankProblems = ({ iban, bic }: BankDetails): Problem[] => [
  ...(iban === null || isIban(iban)
    ? []
    : [invalidField('iban', 'iban is not a valid IBAN. Check it for typing errors.')]),
  ...(bic === null || isBic(bic) ? [] : [invalidField('bic', 'bic must have 8 or 11 letters and digits.')]),
  ...(bic !== null && iban === null ? [invalidField('iban', 'iban is required if bic is given.')] : []),
]
