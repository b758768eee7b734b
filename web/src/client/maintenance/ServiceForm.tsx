/** Sets up or changes a service: its name and its intervals. */
import type { BodyOf } from '../../api/call.ts'
import { habits } from '../../shared/format/habits.ts'
import { readIn, writtenIn } from '../../shared/format/quantities.ts'
import { Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../blocks/Cards.module.css'
import type { Unit } from '../types.ts'
import type { Service } from './due.ts'
import classes from './MaintenanceView.module.css'

const words = texts.maintenance
const intervals = [
  ['every_km', 1_000_000, 'any'],
  ['every_hours', 100_000, 'any'],
  ['every_days', 10_000, 1],
] as const

interface ServiceFormProps {
  readonly label: string
  readonly service?: Service
  /** The options, if the unit is not known. */
  readonly units?: readonly Unit[] | undefined
  /** With the chosen unit. */
  save(plan: BodyOf<'postClientUnitsByIdServices'>, unit: number): Promise<unknown>
  cancel(): void
}

const amountOf = (text: string) => (text === '' ? null : Number(text))

export function ServiceForm({ label, service, units, save, cancel }: ServiceFormProps) {
  const form = useForm({
    start: {
      unit: units?.[0] ? String(units[0].id) : '',
      name: service?.name ?? '',
      every_km: service?.every_km == null ? '' : String(writtenIn(service.every_km, 'km')),
      every_hours: service?.every_hours?.toString() ?? '',
      every_days: service?.every_days?.toString() ?? '',
      due: undefined,
    },
    judge: (values) => ({ due: intervals.every(([field]) => values[field] === '') ? words.noInterval : undefined }),
    send: ({ unit, name, every_km, every_hours, every_days }) =>
      save(
        {
          name: name.trim(),
          every_km: every_km === '' ? null : readIn(Number(every_km), 'km'),
          every_hours: amountOf(every_hours),
          every_days: amountOf(every_days),
        },
        Number(unit),
      ),
  })
  return (
    <Form
      form={form}
      className={`${cards.form} ${classes.form}`}
      label={label}
      act={words.save}
      cancel={cancel}
      isNative
    >
      {units && (
        <SelectField
          form={form}
          name="unit"
          label={words.ofUnit}
          options={units.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <TextField
        form={form}
        name="name"
        label={words.name}
        placeholder={words.nameHint}
        maxLength={100}
        isRequired
        withAsterisk={false}
        pattern=".*\S.*"
      />
      <fieldset className={classes.intervals}>
        <legend>{words.due}</legend>
        {intervals.map(([field, max, step]) => (
          <TextField
            key={field}
            form={form}
            name={field}
            type="number"
            label={field === 'every_km' ? words.every_km[habits().measure] : words[field]}
            min={1}
            max={max}
            step={step}
          />
        ))}
      </fieldset>
      <p className={classes.hint}>{words.first}</p>
      {form.faultOf('due') && (
        <p className={cards.fault} role="alert">
          {form.faultOf('due')}
        </p>
      )}
    </Form>
  )
}
