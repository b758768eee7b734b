/** A service was done: when, at which counters, what it cost. What is left empty is taken as it is now. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDoing } from '../../shared/api.ts'
import { currencies, minorOf } from '../../shared/money.ts'
import { Failure } from '../../shared/Notice.tsx'
import { FormButtons } from '../../shared/Setting.tsx'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../Cards.module.css'
import { change } from '../client-api.ts'
import { dateOf, dayOf } from '../timeline/day.ts'
import classes from './MaintenanceView.module.css'
import type { Service } from './maintenance-api.ts'

const words = texts.maintenance
const lastCurrency = 'waymark.maintenance.currency'
const noonSeconds = 12 * 3600

interface DoneFormProps {
  readonly service: Service
  onDone(): Promise<void>
  cancel(): void
}

export function DoneForm({ service, onDone, cancel }: DoneFormProps) {
  const today = dateOf(Date.now() / 1000)
  const [fields, setFields] = useState({ date: today, mileage: '', engine_hours: '', note: '', cost: '' })
  const [currency, setCurrency] = useState(() => localStorage.getItem(lastCurrency) ?? 'eur')
  const [isTried, setIsTried] = useState(false)
  const doing = useDoing()
  const cost = fields.cost.trim() === '' ? null : minorOf(fields.cost, currency)
  const field = (name: keyof typeof fields, props: object = {}) => (
    <TextInput
      {...props}
      label={words.done[name]}
      value={fields[name]}
      onChange={({ currentTarget }) => setFields({ ...fields, [name]: currentTarget.value })}
    />
  )
  const counter = { type: 'number', min: 0, step: 'any', placeholder: words.done.asNow } as const
  return (
    <form
      className={`${cards.form} ${classes.form}`}
      aria-label={words.noteDone}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (cost === undefined) return
        localStorage.setItem(lastCurrency, currency)
        const { date, mileage, engine_hours, note } = fields
        void doing.run(async () => {
          await change('POST', `/services/${service.id}/done`, {
            // A day that is over is noted for its noon: no zone makes another day of it.
            ...(date !== today && { done_at: dayOf(date).from + noonSeconds }),
            ...(mileage !== '' && { mileage: Number(mileage) }),
            ...(engine_hours !== '' && { engine_hours: Number(engine_hours) }),
            note: note.trim() || null,
            ...(cost !== null && { cost, currency }),
          })
          await onDone()
        })
      }}
    >
      <div className={classes.fields}>
        {field('date', { type: 'date', max: today, required: true, withAsterisk: false })}
        {field('mileage', { ...counter, max: 10_000_000 })}
        {field('engine_hours', { ...counter, max: 1_000_000 })}
        {field('cost', { inputMode: 'decimal', error: isTried && cost === undefined && words.wrongCost })}
        <NativeSelect
          label={words.currency}
          data={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
          value={currency}
          onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
        />
      </div>
      {field('note', { maxLength: 2000 })}
      {doing.error !== undefined && <Failure error={doing.error} />}
      <FormButtons label={words.noteDone} isBusy={doing.isBusy} cancel={cancel} />
    </form>
  )
}
