/** Own fields of vehicles: what people type and spreadsheets contain, and the values of the API. Pure. */

export interface OwnField {
  readonly id: string
  readonly name: string
  readonly type: 'text' | 'number' | 'date' | 'choice' | 'yes_no'
  readonly choices: readonly string[]
}

export type FieldValue = string | number | boolean

const numberPattern = /^[+-]?\d{1,12}([.,]\d{1,9})?$/
const isNumber = (text: string): boolean => numberPattern.test(text.trim())

/** The form's value: always text. */
export const fieldText = (value: FieldValue | undefined): string => (value === undefined ? '' : String(value))

/** Null: nothing. Undefined: invalid. */
export function fieldValue(field: OwnField, given: string): FieldValue | null | undefined {
  const text = given.trim()
  if (text === '') return null
  if (field.type === 'number') return isNumber(text) ? Number(text.replace(',', '.')) : undefined
  if (field.type === 'yes_no') return /^(true|false)$/.test(text) ? text === 'true' : undefined
  if (field.type === 'choice') return field.choices.includes(text) ? text : undefined
  return text
}

const yes = /^(true|yes|y|ja|j|wahr|x|1)$/i
const no = /^(false|no|n|nein|falsch|0)$/i

/** The same for a cell, which may be written in other ways. `dayOf` reads a day. */
export function cellValue(
  field: OwnField,
  cell: string,
  dayOf: (text: string) => string | undefined,
): FieldValue | null | undefined {
  const text = cell.trim()
  if (text === '') return null
  if (field.type === 'yes_no') return yes.test(text) ? true : no.test(text) ? false : undefined
  if (field.type === 'date') return dayOf(text)
  if (field.type === 'choice') return field.choices.find((one) => one.toLowerCase() === text.toLowerCase())
  return fieldValue(field, text)
}
