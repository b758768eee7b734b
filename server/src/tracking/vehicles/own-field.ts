/** A field that a dealer or a client adds to vehicles, and what may be in it. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'
import { isDay } from '#kernel/time/day.ts'

export const fieldTypes = ['text', 'number', 'date', 'choice', 'yes_no'] as const
export type FieldType = (typeof fieldTypes)[number]

/** Whose field it is. A dealer's is for all of its clients. */
export const fieldOwners = ['provider', 'client'] as const

export interface OwnField {
  readonly id: string
  readonly owner: (typeof fieldOwners)[number]
  readonly name: string
  readonly type: FieldType
  /** Of the type `choice`; otherwise empty. */
  readonly choices: readonly string[]
  /** How many vehicles of the caller have a value. */
  readonly values: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type FieldFacts = Pick<OwnField, 'name' | 'type' | 'choices'>

export type FieldValue = string | number | boolean

/** The value of a vehicle in one field; null removes it. */
export interface GivenValue {
  readonly fieldId: string
  readonly value: FieldValue | null
}

/** Of a dealer, and of a client. */
export const fieldsMax = 20
export const choicesMax = 50
const textMax = 200
const numberMax = 1e12

export const fieldProblems = ({ type, choices }: FieldFacts): Problem[] => {
  if (type !== 'choice') {
    return choices.length === 0 ? [] : [invalidField('choices', 'choices are for the type choice. Leave them out.')]
  }
  if (choices.length === 0) return [invalidField('choices', 'choices must name at least one.')]
  const isTwice = new Set(choices.map((one) => one.toLowerCase())).size < choices.length
  return isTwice ? [invalidField('choices', 'choices must differ from each other.')] : []
}

/** In the canonical form of its type; undefined: invalid for the field. */
export function storedValue({ type, choices }: FieldFacts, value: FieldValue): string | undefined {
  if (type === 'number') {
    return typeof value === 'number' && Math.abs(value) <= numberMax ? String(value) : undefined
  }
  if (type === 'yes_no') return typeof value === 'boolean' ? String(value) : undefined
  if (typeof value !== 'string') return undefined
  if (type === 'date') return isDay(value) ? value : undefined
  if (type === 'choice') return choices.includes(value) ? value : undefined
  const text = value.trim()
  return text !== '' && text.length <= textMax ? text : undefined
}

export const typedValue = (type: FieldType, stored: string): FieldValue =>
  type === 'number' ? Number(stored) : type === 'yes_no' ? stored === 'true' : stored

const needs: Readonly<Record<FieldType, string>> = {
  text: `a text of 1 to ${textMax} characters`,
  number: 'a number of at most 1,000,000,000,000',
  date: 'a day, such as 2027-03-31',
  choice: 'one of the choices of the field',
  yes_no: 'true or false',
}

export const valueProblem = (at: string, { type, name }: FieldFacts): Problem =>
  invalidField(at, `${name} must be ${needs[type]}.`)
