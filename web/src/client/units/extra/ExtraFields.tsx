/** Notes about a unit that it does not report itself: a driver, a plate, a contract. */
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { change } from '../../../api/queries.ts'
import { CloseIcon } from '../../../shared/content/Icons.tsx'
import { Form, useForm } from '../../../shared/forms/form.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import type { Unit } from '../../types.ts'
import { reloadUnits } from '../queries/use-fleet.ts'
import classes from './ExtraFields.module.css'
import { type ExtraField, fieldsMax, fieldsOf } from './extra.ts'

const words = texts.client.units.extra
const empty: ExtraField = { label: '', value: '', icon: null, showOnCard: true }

export function ExtraFields({ unit }: { unit: Unit }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button className={classes.open} variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
        {words.edit}
      </Button>
    )
  }
  return <ExtraForm unit={unit} close={() => setIsOpen(false)} />
}

function ExtraForm({ unit, close }: { unit: Unit; close: () => void }) {
  const form = useForm({
    start: () => {
      const known = fieldsOf(unit)
      return { fields: known.length > 0 ? known : [empty] }
    },
    send: async ({ fields }) => {
      const extra_data = fields.filter(({ label }) => label.trim() !== '')
      await change('putClientUnitsByIdExtraData', { id: unit.id }, { extra_data })
      await reloadUnits()
      close()
    },
  })
  const { fields } = form.values
  const setFields = (next: readonly ExtraField[]) => form.set('fields', [...next])
  const set = (at: number, part: Partial<ExtraField>) =>
    setFields(fields.map((field, index) => (index === at ? { ...field, ...part } : field)))
  return (
    <Form form={form} className={classes.form} label={words.title} act={words.save} cancel={close} isNative>
      {fields.map(({ label, value, showOnCard }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field has no other stable key while it is edited.
        <fieldset key={index} className={classes.field}>
          <legend>{words.nth(index + 1)}</legend>
          <TextInput
            label={words.label}
            value={label}
            maxLength={50}
            // Fields without a name are dropped.
            required={value.trim() !== ''}
            withAsterisk={false}
            onChange={({ currentTarget }) => set(index, { label: currentTarget.value })}
          />
          <TextInput
            label={words.value}
            value={value}
            maxLength={200}
            onChange={({ currentTarget }) => set(index, { value: currentTarget.value })}
          />
          <label className={classes.onCard}>
            <input
              type="checkbox"
              checked={showOnCard}
              onChange={({ currentTarget }) => set(index, { showOnCard: currentTarget.checked })}
            />
            <span>{words.onCard}</span>
          </label>
          <ActionIcon
            className={classes.remove}
            variant="subtle"
            color="gray"
            aria-label={words.remove(label || words.nth(index + 1))}
            onClick={() => setFields(fields.filter((_, at) => at !== index))}
          >
            <CloseIcon />
          </ActionIcon>
        </fieldset>
      ))}
      {fields.length < fieldsMax && (
        <Button variant="default" size="xs" onClick={() => setFields([...fields, empty])}>
          {words.add}
        </Button>
      )}
    </Form>
  )
}
