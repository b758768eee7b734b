/** The kind, purpose and business partner of the selected trips. */
import { Text } from '@mantine/core'
import { change } from '../../api/queries.ts'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { logbookTexts as words } from '../../shared/texts/logbook.ts'
import classes from './Logbook.module.css'
import { type Entry, type Kind, kinds } from './types.ts'

interface MarkFormProps {
  readonly unit: number
  readonly entries: readonly Entry[]
  done(): void
}

const common = <T,>(values: readonly T[]): T | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined

/** With many trips, empty fields keep the old values; with one trip, they clear them. */
export function MarkForm({ unit, entries, done }: MarkFormProps) {
  const isOne = entries.length === 1
  const before = {
    kind: (isOne ? entries[0]?.kind : undefined) ?? '',
    purpose: common(entries.map(({ purpose }) => purpose)) ?? '',
    partner: common(entries.map(({ partner }) => partner)) ?? '',
  }
  const form = useForm({
    start: before as { kind: string; purpose: string; partner: string },
    judge: (values) => ({
      kind:
        values.kind === '' && values.purpose.trim() === before.purpose && values.partner.trim() === before.partner
          ? words.nothing
          : undefined,
    }),
    send: async ({ kind, ...texts }) => {
      const said = (field: 'purpose' | 'partner') => {
        const text = texts[field].trim()
        return text !== before[field] && (text !== '' || isOne) ? { [field]: text === '' ? null : text } : {}
      }
      await change(
        'putClientUnitsByIdLogbookEntries',
        { id: unit },
        {
          trip_ids: entries.map(({ trip_id }) => trip_id),
          ...(kind !== '' && { kind: kind as Kind }),
          ...said('purpose'),
          ...said('partner'),
        },
      )
      done()
    },
  })
  const hint = isOne ? undefined : words.keepText
  return (
    <Form form={form} className={classes.mark} label={words.save} act={words.save} cancel={done}>
      <Text fw={600}>{words.selected(entries.length)}</Text>
      <FieldRow>
        <SelectField
          form={form}
          name="kind"
          label={words.kind}
          {...(!isOne && { none: words.unchanged })}
          options={kinds.map((kind) => ({ value: kind, label: words.kinds[kind] }))}
        />
        <TextField form={form} name="purpose" label={words.purpose} maxLength={200} {...(hint && { hint })} />
        <TextField form={form} name="partner" label={words.partner} maxLength={200} {...(hint && { hint })} />
      </FieldRow>
    </Form>
  )
}
