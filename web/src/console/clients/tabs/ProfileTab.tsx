/** Who the client is: for invoices, emails and the team's own notes. */
import type { ClientProfile } from '../../../api/generated.ts'
import { useChange, useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { emailFault } from '../../../shared/forms/fields.tsx'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { AreaField, CheckField } from '../../blocks/fields.tsx'
import { Facts } from '../../blocks/layout.tsx'
import { toast } from '../../blocks/toasts.tsx'
import { useMay } from '../../session.ts'
import type { ClientProps } from '../ClientPage.tsx'

const texts = words.profile

export function ProfileTab({ account }: ClientProps) {
  const may = useMay()
  const profile = useOperation('getConsoleAccountsByIdProfile', { id: account.id })
  return (
    <Panel>
      <Loaded query={profile} height={320}>
        {(found) =>
          may('bills') ? <ProfileForm accountId={account.id} profile={found} /> : <Facts facts={read(found)} />
        }
      </Loaded>
    </Panel>
  )
}

/** For those who may not change it. */
const read = ({ address, ...profile }: ClientProfile): readonly (readonly [string, string])[] =>
  [
    [texts.company, profile.company],
    [texts.contact, profile.contact],
    [texts.email, profile.email],
    [texts.phone, profile.phone],
    [texts.taxNumber, profile.tax_number],
    [texts.line1, address.line1],
    [texts.city, [address.postal_code, address.city].filter(Boolean).join(' ') || null],
    [texts.country, address.country],
    [texts.notes, profile.notes],
  ].map(([title, value]) => [title ?? '', value ?? words.times.none])

const orNull = (text: string): string | null => text.trim() || null

function ProfileForm({ accountId, profile }: { accountId: number; profile: ClientProfile }) {
  const save = useChange('putConsoleAccountsByIdProfile')
  const { address, tags, is_reverse_charge, ...rest } = profile
  const form = useForm({
    start: {
      ...{ company: rest.company ?? '', contact: rest.contact ?? '', email: rest.email ?? '', phone: rest.phone ?? '' },
      ...{ tax_number: rest.tax_number ?? '', is_reverse_charge, lang: rest.lang ?? '', notes: rest.notes ?? '' },
      ...{ line1: address.line1 ?? '', line2: address.line2 ?? '', postal_code: address.postal_code ?? '' },
      ...{
        city: address.city ?? '',
        state: address.state ?? '',
        country: address.country ?? '',
        tags: tags.join(', '),
      },
    },
    serverNames: {
      ...{ line1: 'address.line1', line2: 'address.line2', postal_code: 'address.postal_code' },
      ...{ city: 'address.city', state: 'address.state', country: 'address.country' },
    },
    judge: ({ email }) => ({ email: email.trim() === '' ? undefined : emailFault(email.trim()) }),
    send: async (values) => {
      const { line1, line2, postal_code, city, state, country } = values
      await save.mutateAsync({
        params: { id: accountId },
        body: {
          ...{ email: orNull(values.email), company: orNull(values.company), contact: orNull(values.contact) },
          ...{ phone: orNull(values.phone), tax_number: orNull(values.tax_number), lang: orNull(values.lang) },
          ...{ is_reverse_charge: values.is_reverse_charge, notes: orNull(values.notes) },
          tags: values.tags.split(',').flatMap((tag) => orNull(tag) ?? []),
          address: {
            ...{ line1: orNull(line1), line2: orNull(line2), postal_code: orNull(postal_code), city: orNull(city) },
            ...{ state: orNull(state), country: orNull(country.toUpperCase()) },
          },
        },
      })
      toast(texts.saved)
    },
  })
  return (
    <Form form={form} act={texts.act}>
      <p style={{ margin: 0 }}>{texts.text}</p>
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
    </Form>
  )
}
