import { FieldRow, type FormState } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import { NumberField } from '../blocks/fields.tsx'
import { type UnitLimitValues, unitLimitNames } from './plan.ts'

/** What a plan lets one unit have. */
export const UnitLimitFields = <T extends UnitLimitValues>({ form }: { form: FormState<T> }) => (
  <FieldRow>
    {unitLimitNames.map((name) => (
      <NumberField<UnitLimitValues>
        key={name}
        form={form as unknown as FormState<UnitLimitValues>}
        name={name}
        label={words.plans.quotas[name]!}
        min={0}
        max={1000}
      />
    ))}
  </FieldRow>
)
