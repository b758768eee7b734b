/** What is worth knowing of a unit beside what it reports: a driver, a plate, a contract. */
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDoing } from '../../../shared/api.ts'
import { CloseIcon } from '../../../shared/Icons.tsx'
import { Failure } from '../../../shared/Notice.tsx'
import { FormButtons } from '../../../shared/Setting.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { change, type Unit } from '../../client-api.ts'
import classes from './ExtraFields.module.css'
import { type ExtraField, fieldsMax, fieldsOf } from './extra.ts'

const words = texts.client.units.extra
const empty: ExtraField = { label: '', value: '', icon: null, showOnCard: true }

export function ExtraFields({ unit, onChange }: { unit: Unit; onChange: () => Promise<void> }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button className={classes.open} variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
        {words.edit}
      </Button>
    )
  }
  return <ExtraForm unit={unit} onDone={onChange} cancel={() => setIsOpen(false)} />
}

function ExtraForm({ unit, onDone, cancel }: { unit: Unit; onDone: () => Promise<void>; cancel: () => void }) {
  const [fields, setFields] = useState<readonly ExtraField[]>(() => {
    const known = fieldsOf(unit)
    return known.length > 0 ? known : [empty]
  })
  const doing = useDoing()
  const set = (at: number, part: Partial<ExtraField>) =>
    setFields(fields.map((field, index) => (index === at ? { ...field, ...part } : field)))
  return (
    <form
      className={classes.form}
      aria-label={words.title}
      onSubmit={(event) => {
        event.preventDefault()
        const named = fields.filter(({ label }) => label.trim() !== '')
        void doing.run(async () => {
          await change('PUT', `/units/${unit.id}/extra-data`, { extra_data: named })
          await onDone()
          cancel()
        })
      }}
    >
      {fields.map(({ label, value, showOnCard }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field has nothing else that stays while it is typed.
        <fieldset key={index} className={classes.field}>
          <legend>{words.nth(index + 1)}</legend>
          <TextInput
            label={words.label}
            value={label}
            maxLength={50}
            // What has no name is not kept.
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
      {doing.error !== undefined && <Failure error={doing.error} />}
      <FormButtons label={words.save} isBusy={doing.isBusy} cancel={cancel} />
    </form>
  )
}
