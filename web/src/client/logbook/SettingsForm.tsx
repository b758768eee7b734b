/** The settings of a unit's logbook: the usual kind of trip, and whose private trips they are. */
import { Text } from '@mantine/core'
import { change, useOperation } from '../../api/queries.ts'
import { secondsAt } from '../../shared/format/zone.ts'
import { FieldRow, Form, SelectField, SwitchField, TextField, useForm } from '../../shared/forms/form.tsx'
import { logbookTexts as words } from '../../shared/texts/logbook.ts'
import cards from '../blocks/Cards.module.css'
import { useMay } from '../blocks/May.tsx'
import { Weekdays, workdays } from '../blocks/Weekdays.tsx'
import { zone } from '../timeline/days/day.ts'
import { currentMonth } from './month.ts'
import { type Kind, kinds, type Logbook } from './types.ts'

interface SettingsFormProps {
  readonly unit: number
  readonly logbook: Logbook | undefined
  close(): void
}

const options = kinds.map((kind) => ({ value: kind, label: words.kinds[kind] }))

export function SettingsForm({ unit, logbook, close }: SettingsFormProps) {
  const people = useOperation('getClientPeople', undefined, { isEnabled: useMay('manage-people') }).data?.people ?? []
  const tz = logbook?.tz ?? zone()
  const form = useForm({
    start: {
      on: logbook?.on ?? true,
      other_kind: (logbook?.other_kind ?? 'business') as string,
      hasHours: logbook !== undefined && logbook.hours !== null,
      hours_kind: (logbook?.hours?.kind ?? 'business') as string,
      weekdays: logbook?.hours?.weekdays ?? workdays,
      start: logbook?.hours?.start ?? '08:00',
      end: logbook?.hours?.end ?? '17:00',
      keeper: logbook?.keeper?.id ?? '',
      since: `${currentMonth(tz)}-01`,
    },
    judge: (values) => ({ weekdays: values.hasHours && values.weekdays.length === 0 ? words.noDays : undefined }),
    send: async (values) => {
      const { start, end } = values
      const hours = { kind: values.hours_kind as Kind, weekdays: [...values.weekdays], start, end }
      await change(
        'putClientUnitsByIdLogbook',
        { id: unit },
        {
          ...{ on: values.on, tz, other_kind: values.other_kind as Kind, hours: values.hasHours ? hours : null },
          keeper_id: values.keeper === '' ? null : values.keeper,
          ...(!logbook && { from: secondsAt(values.since, tz) }),
        },
      )
      close()
    },
  })
  const { values } = form
  const known = logbook?.keeper && !people.some(({ id }) => id === logbook.keeper?.id) ? [logbook.keeper] : []
  return (
    <Form
      form={form}
      className={cards.form}
      label={logbook ? words.change : words.turnOn}
      {...(!logbook && { act: words.turnOn })}
      {...(logbook && { cancel: close })}
    >
      {logbook && (
        <>
          <Text size="sm" c="dimmed">
            {words.apply}
          </Text>
          <SwitchField form={form} name="on" label={words.isOn} />
        </>
      )}
      <SelectField
        form={form}
        name="other_kind"
        label={values.hasHours ? words.outsideKind : words.otherKind}
        options={options}
      />
      <SwitchField form={form} name="hasHours" label={words.hasHours} />
      {values.hasHours && (
        <>
          <Weekdays
            label={words.weekdays}
            chosen={values.weekdays}
            fault={form.faultOf('weekdays')}
            onChange={(chosen) => form.set('weekdays', chosen)}
          />
          <FieldRow>
            <SelectField form={form} name="hours_kind" label={words.hoursKind} options={options} />
            <TextField form={form} name="start" label={words.start} type="time" isRequired withAsterisk={false} />
            <TextField form={form} name="end" label={words.end} type="time" isRequired withAsterisk={false} />
          </FieldRow>
        </>
      )}
      <FieldRow>
        <SelectField
          form={form}
          name="keeper"
          label={words.keeper}
          hint={words.keeperHint}
          none={words.nobody}
          options={[...known, ...people].map(({ id, name }) => ({ value: id, label: name }))}
        />
        {!logbook && (
          <TextField
            form={form}
            name="since"
            label={words.since}
            hint={words.sinceHint}
            type="date"
            isRequired
            withAsterisk={false}
          />
        )}
      </FieldRow>
      <Text size="sm" c="dimmed">
        {words.tz}: {tz}
      </Text>
    </Form>
  )
}
