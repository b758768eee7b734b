/** The creditor reference of ISO 11649 (RF…), with check digits that detect every single typo. Pure. */

const bodyMax = 21

/** Letters count as numbers, A as 10 and Z as 35. IBANs are checked in the same way. */
export function remainderBy97(text: string): number {
  let rest = 0
  for (const char of text) for (const digit of Number.parseInt(char, 36).toString()) rest = (rest * 10 + +digit) % 97
  return rest
}

/**
 * It may contain only letters and digits. The end of a longer text is used, because it distinguishes one from the next.
 */
const referenceBody = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(-bodyMax)

export function creditorReference(text: string): string {
  const body = referenceBody(text)
  return `RF${String(98 - remainderBy97(`${body}RF00`)).padStart(2, '0')}${body}`
}

/** Written without spaces. */
export const isCreditorReference = (text: string): boolean =>
  /^RF\d\d[A-Z0-9]{1,21}$/.test(text) && remainderBy97(`${text.slice(4)}${text.slice(0, 4)}`) === 1
