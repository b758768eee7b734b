/** Who drives which unit every week. */

import { Text } from '@mantine/core'
import { change, useOperation } from '../../api/queries.ts'
import { formatTimeOfDay } from '../../shared/format/times.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { driverTexts as words } from '../../shared/texts/drivers.ts'
import cards from '../blocks/Cards.module.css'
import { CardsPanel } from '../blocks/CardsPanel.tsx'
import { Weekdays, weekdayName, workdays } from '../blocks/Weekdays.tsx'
import { zone } from '../timeline/days/day.ts'
import type { OfDriver } from './AssignmentsPanel.tsx'

export const ShiftsPanel = ({ driver, units, nameOf }: OfDriver) => (
  <CardsPanel
    title={words.shifts}
    none={words.noShifts}
    add={words.plan}
    canAdd={units.length > 0}
    form={(close) => <ShiftForm driver={driver} units={units} close={close} />}
    query={useOperation('getClientDriverShifts', { driver_id: driver })}
    card={(shift) => ({
      title: nameOf(shift.unit_id),
      line: words.shift(
        shift.weekdays.map(weekdayName).join(', '),
        formatTimeOfDay(shift.start),
        formatTimeOfDay(shift.end),
      ),
      buttons: (
        <ConfirmButton
          label={words.remove}
          of={nameOf(shift.unit_id)}
          effect={words.shiftEffect}
          sure={words.shiftSure}
          act={() => change('deleteClientDriverShiftsById', { id: shift.id })}
        />
      ),
    })}
  />
)

function ShiftForm({ driver, units, close }: Omit<OfDriver, 'nameOf'> & { close: () => void }) {
  const form = useForm({
    start: { unit_id: String(units[0]?.id ?? ''), start: '08:00', end: '17:00', weekdays: workdays },
    judge: (values) => ({ weekdays: values.weekdays.length === 0 ? words.noDays : undefined }),
    send: async ({ unit_id, start, end, weekdays: days }) => {
      const week = { weekdays: [...days], start, end, tz: zone() }
      await change('postClientDriverShifts', undefined, { driver_id: driver, unit_id: Number(unit_id), ...week })
      close()
    },
  })
  return (
    <Form form={form} className={cards.form} label={words.plan} act={words.plan} cancel={close} isNative>
      <Text size="sm" c="dimmed">
        {words.planHint}
      </Text>
      <Weekdays
        label={words.weekdays}
        chosen={form.values.weekdays}
        fault={form.faultOf('weekdays')}
        onChange={(chosen) => form.set('weekdays', chosen)}
      />
      <FieldRow>
        <SelectField
          form={form}
          name="unit_id"
          label={words.unit}
          options={units.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <TextField form={form} name="start" label={words.start} type="time" isRequired withAsterisk={false} />
        <TextField form={form} name="end" label={words.end} type="time" isRequired withAsterisk={false} />
      </FieldRow>
    </Form>
  )
}
