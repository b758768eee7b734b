/** Adds or changes a driver. Empty fields mean unknown. */
import type { BodyOf } from '../../api/call.ts'
import { useOperation } from '../../api/queries.ts'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { driverTexts as words } from '../../shared/texts/drivers.ts'
import cards from '../blocks/Cards.module.css'
import { useMay } from '../blocks/May.tsx'
import type { Driver } from '../types.ts'

interface DriverFormProps {
  readonly label: string
  readonly driver?: Driver
  save(values: BodyOf<'postClientDrivers'>): Promise<unknown>
  cancel(): void
}

const details = ['phone', 'email', 'licence_number', 'licence_expires_on', 'notes'] as const
const types = {
  phone: 'tel',
  email: 'email',
  licence_number: 'text',
  licence_expires_on: 'date',
  notes: 'text',
} as const
const lengths = { phone: 50, email: 254, licence_number: 50, licence_expires_on: 10, notes: 2000 } as const

export function DriverForm({ label, driver, save, cancel }: DriverFormProps) {
  const mayLink = useMay('manage-people')
  const people = useOperation('getClientPeople', undefined, { isEnabled: mayLink }).data?.people ?? []
  const form = useForm({
    start: {
      user_id: driver?.user_id ?? '',
      name: driver?.name ?? '',
      phone: driver?.phone ?? '',
      email: driver?.email ?? '',
      licence_number: driver?.licence_number ?? '',
      licence_expires_on: driver?.licence_expires_on ?? '',
      notes: driver?.notes ?? '',
    },
    send: ({ name, user_id, ...rest }) => {
      const said = Object.fromEntries(details.map((field) => [field, rest[field].trim() || null]))
      return save({ name: name.trim(), ...said, ...(mayLink && { user_id: user_id || null }) })
    },
  })
  return (
    <Form form={form} className={cards.form} label={label} cancel={cancel} isNative>
      <TextField
        form={form}
        name="name"
        label={words.name}
        maxLength={100}
        isRequired
        withAsterisk={false}
        pattern=".*\S.*"
      />
      {[details.slice(0, 2), details.slice(2, 4)].map((pair) => (
        <FieldRow key={pair[0]}>
          {pair.map((field) => (
            <TextField
              key={field}
              form={form}
              name={field}
              label={words[field]}
              type={types[field]}
              maxLength={lengths[field]}
            />
          ))}
        </FieldRow>
      ))}
      {mayLink && (
        <SelectField
          form={form}
          name="user_id"
          label={words.login}
          hint={words.loginHint}
          none={words.noLogin}
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <TextField form={form} name="notes" label={words.notes} maxLength={lengths.notes} />
    </Form>
  )
}
