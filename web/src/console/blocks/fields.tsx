/** Fields of forms that only the consoles have. */
import { Checkbox, NumberInput } from '@mantine/core'
import { type FieldProps, setter, shown, valueIn } from '../../shared/form.tsx'

interface NumberFieldProps<T> extends FieldProps<T, number | ''> {
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly suffix?: string
}

export const NumberField = <T,>({ min, max, step, suffix, ...field }: NumberFieldProps<T>) => (
  <NumberInput
    {...shown(field as never)}
    min={min}
    max={max}
    step={step}
    suffix={suffix}
    clampBehavior="none"
    value={valueIn<T, number | ''>(field.form, field.name)}
    onChange={(value) => setter(field.form, field.name)(typeof value === 'number' ? value : '')}
  />
)

export const CheckField = <T,>(field: FieldProps<T, boolean>) => (
  <Checkbox
    label={field.label}
    description={field.hint}
    name={field.name}
    error={field.form.faultOf(field.name)}
    checked={valueIn<T, boolean>(field.form, field.name)}
    onChange={({ currentTarget }) => setter(field.form, field.name)(currentTarget.checked)}
  />
)
