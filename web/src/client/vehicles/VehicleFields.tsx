/** Fields of one vehicle that many may have in common. */
import { FieldRow, type FormState, SelectField, TextField } from '../../shared/forms/form.tsx'
import { vehicleTexts as words } from '../../shared/texts/vehicles.ts'
import type { Vehicle } from '../types.ts'

export interface CommonFields {
  readonly make: string
  readonly model: string
  readonly year: string
  readonly fuel: string
  readonly icon: string
}

const optionsOf = <T extends string>(names: Readonly<Record<T, string>>) =>
  (Object.entries(names) as [T, string][]).map(([value, label]) => ({ value, label }))

export const yearFault = (year: string): string | undefined =>
  year === '' || (/^\d{4}$/.test(year) && Number(year) >= 1900 && Number(year) <= 2100) ? undefined : words.yearWrong

/** The values of the form; an empty field is null. */
export const commonOf = ({ make, model, year, fuel, icon }: CommonFields) => ({
  make: make.trim() || null,
  model: model.trim() || null,
  year: year === '' ? null : Number(year),
  fuel: (fuel || null) as Vehicle['fuel'],
  icon: (icon || null) as Vehicle['icon'],
})

export const VehicleFields = <T extends CommonFields>({
  form,
  none = words.unknown,
}: {
  form: FormState<T>
  none?: string
}) => {
  const common = form as unknown as FormState<CommonFields>
  return (
    <>
      <FieldRow>
        <TextField form={common} name="make" label={words.make} maxLength={50} />
        <TextField form={common} name="model" label={words.model} maxLength={50} />
      </FieldRow>
      <FieldRow>
        <TextField form={common} name="year" label={words.year} maxLength={4} />
        <SelectField form={common} name="fuel" label={words.fuel} none={none} options={optionsOf(words.fuels)} />
      </FieldRow>
      <SelectField form={common} name="icon" label={words.icon} none={none} options={optionsOf(words.icons)} />
    </>
  )
}
