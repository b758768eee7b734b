/** Form fields that only the consoles use. */
import { Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core'
import { fieldAt, secondsAt } from '../../shared/format/zone.ts'
import { SecretInput } from '../../shared/forms/fields.tsx'
import { type FieldProps, setter, shown, ticked, valueIn } from '../../shared/forms/form.tsx'

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

export const CheckField = <T,>(field: FieldProps<T, boolean>) => <Checkbox {...ticked(field)} />

export const PasswordTextField = <T,>({ isNew, ...field }: FieldProps<T, string> & { isNew?: boolean }) => (
  <SecretInput
    {...shown(field as never)}
    autoComplete={isNew ? 'new-password' : 'current-password'}
    maxLength={256}
    value={valueIn<T, string>(field.form, field.name)}
    onChange={({ currentTarget }) => setter(field.form, field.name)(currentTarget.value)}
  />
)

export const AreaField = <T,>({
  rows = 3,
  maxLength,
  ...field
}: FieldProps<T, string> & { rows?: number; maxLength?: number }) => (
  <Textarea
    {...shown(field as never)}
    rows={rows}
    maxLength={maxLength}
    value={valueIn<T, string>(field.form, field.name)}
    onChange={({ currentTarget }) => setter(field.form, field.name)(currentTarget.value)}
  />
)

/** A moment in the viewer's time zone, as unix seconds; null if nothing is chosen. */
export const TimeField = <T,>({ min, ...field }: FieldProps<T, number | null> & { min?: number }) => (
  <TextInput
    {...shown(field as never)}
    type="datetime-local"
    min={min === undefined ? undefined : localText(min)}
    value={localText(valueIn<T, number | null>(field.form, field.name))}
    onChange={({ currentTarget }) => setter(field.form, field.name)(secondsOf(currentTarget.value))}
  />
)

/** `2026-11-15T09:30` in the viewer's time zone, as such a field needs it. */
export const localText = (seconds: number | null): string => (seconds === null ? '' : fieldAt(seconds))

export const secondsOf = (text: string): number | null => {
  const at = secondsAt(text)
  return Number.isNaN(at) ? null : at
}
