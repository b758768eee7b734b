/** Records a service: when, at which counters, what it cost. Empty fields take the current values. */
import { change } from '../../api/queries.ts'
import { currencies, minorOf } from '../../shared/format/money.ts'
import { quantityIn, readIn } from '../../shared/format/quantities.ts'
import { Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../blocks/Cards.module.css'
import { dateOf, dayOf } from '../timeline/days/day.ts'
import type { Service } from './due.ts'
import classes from './MaintenanceView.module.css'

const words = texts.maintenance
const lastCurrency = 'waymark.maintenance.currency'
const noonSeconds = 12 * 3600

/** Null: empty; undefined: not an amount. */
const costOf = (cost: string, currency: string) => (cost.trim() === '' ? null : minorOf(cost, currency))

export function DoneForm({ service, close }: { service: Service; close: () => void }) {
  const today = dateOf(Date.now() / 1000)
  const form = useForm({
    start: () => ({
      ...{ date: today, mileage: '', engine_hours: '', note: '', cost: '' },
      currency: localStorage.getItem(lastCurrency) ?? 'eur',
    }),
    judge: ({ cost, currency }) => ({ cost: costOf(cost, currency) === undefined ? words.wrongCost : undefined }),
    send: async ({ date, mileage, engine_hours, note, currency, ...rest }) => {
      localStorage.setItem(lastCurrency, currency)
      const cost = costOf(rest.cost, currency)
      await change(
        'postClientServicesByIdDone',
        { id: service.id },
        {
          // A past day is recorded at noon, so that no time zone changes it.
          ...(date !== today && { done_at: dayOf(date).from + noonSeconds }),
          ...(mileage !== '' && { mileage: readIn(Number(mileage), 'km') }),
          ...(engine_hours !== '' && { engine_hours: Number(engine_hours) }),
          note: note.trim() || null,
          ...(typeof cost === 'number' && { cost, currency }),
        },
      )
      close()
    },
  })
  const field = (name: 'date' | 'mileage' | 'engine_hours' | 'cost' | 'note') => ({
    ...{ form, name, label: words.done[name] },
  })
  const counter = { type: 'number', min: 0, step: 'any', placeholder: words.done.asNow } as const
  return (
    <Form
      form={form}
      className={`${cards.form} ${classes.form}`}
      label={words.noteDone}
      act={words.noteDone}
      cancel={close}
      isNative
    >
      <div className={classes.fields}>
        <TextField {...field('date')} type="date" max={today} isRequired withAsterisk={false} />
        <TextField
          {...field('mileage')}
          {...counter}
          label={`${words.done.mileage} (${quantityIn('km').unit})`}
          max={10_000_000}
        />
        <TextField {...field('engine_hours')} {...counter} max={1_000_000} />
        <TextField {...field('cost')} inputMode="decimal" />
        <SelectField
          form={form}
          name="currency"
          label={words.currency}
          options={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
        />
      </div>
      <TextField {...field('note')} maxLength={2000} />
    </Form>
  )
}
