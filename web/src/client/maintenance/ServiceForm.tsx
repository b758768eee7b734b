/** A service is set up or changed: what it is called, and after what it is due. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDoing } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { FormButtons } from '../../shared/Setting.tsx'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../Cards.module.css'
import classes from './MaintenanceView.module.css'
import type { Service } from './maintenance-api.ts'

const words = texts.maintenance
const intervals = [
  ['every_km', 1_000_000, 'any'],
  ['every_hours', 100_000, 'any'],
  ['every_days', 10_000, 1],
] as const

interface ServiceFormProps {
  readonly label: string
  readonly service?: Service
  save(plan: object): Promise<unknown>
  cancel(): void
}

export function ServiceForm({ label, service, save, cancel }: ServiceFormProps) {
  const [name, setName] = useState(service?.name ?? '')
  const [every, setEvery] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(intervals.map(([field]) => [field, service?.[field]?.toString() ?? ''])),
  )
  const [isTried, setIsTried] = useState(false)
  const doing = useDoing()
  const isEmpty = intervals.every(([field]) => every[field] === '')
  return (
    <form
      className={`${cards.form} ${classes.form}`}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (isEmpty) return
        const plan = Object.fromEntries(
          intervals.map(([field]) => [field, every[field] === '' ? null : Number(every[field])]),
        )
        void doing.run(() => save({ name: name.trim(), ...plan }))
      }}
    >
      <TextInput
        label={words.name}
        placeholder={words.nameHint}
        value={name}
        maxLength={100}
        required
        withAsterisk={false}
        pattern=".*\S.*"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <fieldset className={classes.intervals}>
        <legend>{words.due}</legend>
        {intervals.map(([field, max, step]) => (
          <TextInput
            key={field}
            type="number"
            label={words[field]}
            min={1}
            max={max}
            step={step}
            value={every[field]}
            onChange={({ currentTarget }) => setEvery({ ...every, [field]: currentTarget.value })}
          />
        ))}
      </fieldset>
      <p className={classes.hint}>{words.first}</p>
      {isTried && isEmpty && (
        <p className={cards.fault} role="alert">
          {words.noInterval}
        </p>
      )}
      {doing.error !== undefined && <Failure error={doing.error} />}
      <FormButtons label={words.save} isBusy={doing.isBusy} cancel={cancel} />
    </form>
  )
}
