/** The fields of a client's profile: in its own form, and when a client is created. */
import type { ClientProfile } from '../../api/generated.ts'
import { emailFault } from '../../shared/forms/fields.tsx'
import { FieldRow, type FormState, SelectField, TextField } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import { AreaField, CheckField } from '../blocks/fields.tsx'

const texts = words.profile

export interface ProfileValues {
  readonly company: string
  readonly contact: string
  readonly email: string
  readonly phone: string
  readonly tax_number: string
  readonly is_reverse_charge: boolean
  readonly lang: string
  readonly notes: string
  readonly tags: string
  readonly line1: string
  readonly line2: string
  readonly postal_code: string
  readonly city: string
  readonly state: string
  readonly country: string
}

export const emptyProfile: ProfileValues = {
  ...{ company: '', contact: '', email: '', phone: '', tax_number: '', is_reverse_charge: false, lang: '', notes: '' },
  ...{ tags: '', line1: '', line2: '', postal_code: '', city: '', state: '', country: '' },
}

const filled = (fields: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? '']))

export const valuesOf = ({ address, tags, is_reverse_charge, ...rest }: ClientProfile): ProfileValues => ({
  ...emptyProfile,
  ...filled(rest),
  ...filled(address),
  is_reverse_charge,
  tags: tags.join(', '),
})

const addressNames = ['line1', 'line2', 'postal_code', 'city', 'state', 'country'] as const
export const serverNames = Object.fromEntries(addressNames.map((name) => [name, `address.${name}`]))

export const profileFaults = ({ email }: Pick<ProfileValues, 'email'>) => ({
  email: email.trim() === '' ? undefined : emailFault(email.trim()),
})

const orNull = (text: string): string | null => text.trim() || null

export const profileOf = (values: ProfileValues): ClientProfile => ({
  ...{ email: orNull(values.email), company: orNull(values.company), contact: orNull(values.contact) },
  ...{ phone: orNull(values.phone), tax_number: orNull(values.tax_number), lang: orNull(values.lang) },
  ...{ is_reverse_charge: values.is_reverse_charge, notes: orNull(values.notes) },
  tags: values.tags.split(',').flatMap((tag) => orNull(tag) ?? []),
  address: {
    ...{ line1: orNull(values.line1), line2: orNull(values.line2), postal_code: orNull(values.postal_code) },
    ...{ city: orNull(values.city), state: orNull(values.state), country: orNull(values.country.toUpperCase()) },
  },
})

interface FieldsProps<T> {
  readonly form: FormState<T>
}

export function ContactFields<T extends ProfileValues>(props: FieldsProps<T>) {
  const form = props.form as unknown as FormState<ProfileValues>
  return (
    <>
      <FieldRow>
        <TextField form={form} name="company" label={texts.company} maxLength={200} />
        <TextField form={form} name="contact" label={texts.contact} maxLength={200} />
      </FieldRow>
      <FieldRow>
        <TextField form={form} name="email" label={texts.email} maxLength={200} />
        <TextField form={form} name="phone" label={texts.phone} maxLength={50} />
        <SelectField
          form={form}
          name="lang"
          label={texts.lang}
          none={texts.noLang}
          options={Object.entries(texts.langs).map(([value, label]) => ({ value, label }))}
        />
      </FieldRow>
    </>
  )
}

export function InvoiceFields<T extends ProfileValues>(props: FieldsProps<T>) {
  const form = props.form as unknown as FormState<ProfileValues>
  return (
    <>
      <FieldRow>
        <TextField form={form} name="line1" label={texts.line1} maxLength={200} />
        <TextField form={form} name="line2" label={texts.line2} maxLength={200} />
      </FieldRow>
      <FieldRow>
        <TextField form={form} name="postal_code" label={texts.postalCode} maxLength={20} />
        <TextField form={form} name="city" label={texts.city} maxLength={200} />
        <TextField form={form} name="state" label={texts.state} maxLength={200} />
        <TextField form={form} name="country" label={texts.country} placeholder="DE" maxLength={2} />
      </FieldRow>
      <TextField form={form} name="tax_number" label={texts.taxNumber} maxLength={50} />
      <CheckField form={form} name="is_reverse_charge" label={texts.reverse} />
      <TextField form={form} name="tags" label={texts.tags} hint={texts.tagsHint} maxLength={500} />
      <AreaField form={form} name="notes" label={texts.notes} hint={texts.notesHint} maxLength={5000} />
    </>
  )
}
