/** Own fields of a vehicle: shown, and as parts of a form. */
import { formatCalendarDay } from '../../shared/format/times.ts'
import { type FormState, SelectField, TextField } from '../../shared/forms/form.tsx'
import { ownFieldTexts as words } from '../../shared/texts/own-fields.ts'
import { locale } from '../../shared/texts/texts.ts'
import { type FieldValue, fieldText, fieldValue } from '../../shared/units/own-field.ts'
import type { OwnField, Vehicle } from '../types.ts'

export type OwnValues = Readonly<Record<`field:${string}`, string>>

const keyOf = ({ id }: Pick<OwnField, 'id'>) => `field:${id}` as const
const valueIn = ({ fields }: Pick<Vehicle, 'fields'>, id: string): FieldValue | undefined =>
  fields.find((one) => one.field_id === id)?.value

/** The initial values of a form; empty without a vehicle. */
export const ownStart = (fields: readonly OwnField[], vehicle?: Vehicle): OwnValues =>
  Object.fromEntries(fields.map((field) => [keyOf(field), vehicle ? fieldText(valueIn(vehicle, field.id)) : '']))

export const ownFaults = (fields: readonly OwnField[], values: OwnValues) =>
  Object.fromEntries(
    fields.map((field) => [
      keyOf(field),
      fieldValue(field, values[keyOf(field)] ?? '') === undefined ? words.wrongNumber : undefined,
    ]),
  )

export const ownOf = (fields: readonly OwnField[], values: OwnValues) =>
  fields.map((field) => ({ field_id: field.id, value: fieldValue(field, values[keyOf(field)] ?? '') ?? null }))

export function shownValue(field: OwnField, vehicle: Vehicle): string | null {
  const value = valueIn(vehicle, field.id)
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return value.toLocaleString(locale, { maximumFractionDigits: 9 })
  return field.type === 'date' ? formatCalendarDay(value) : value
}

interface OwnInputsProps<T> {
  readonly form: FormState<T>
  readonly fields: readonly OwnField[]
  readonly none: string
}

export function OwnInputs<T>({ form, fields, none }: OwnInputsProps<T>) {
  const own = form as unknown as FormState<Readonly<Record<string, string>>>
  return fields.map((field) => {
    const name = keyOf(field)
    const common = { form: own, name, label: field.name }
    if (field.type === 'choice') {
      const options = field.choices.map((value) => ({ value, label: value }))
      return <SelectField key={name} {...common} none={none} options={options} />
    }
    if (field.type === 'yes_no') {
      const options = [
        { value: 'true', label: words.yes },
        { value: 'false', label: words.no },
      ]
      return <SelectField key={name} {...common} none={none} options={options} />
    }
    if (field.type === 'date') return <TextField key={name} {...common} type="date" />
    const isFigure = field.type === 'number'
    return (
      <TextField key={name} {...common} maxLength={isFigure ? 24 : 200} inputMode={isFigure ? 'decimal' : 'text'} />
    )
  })
}
