/** Hours and weekdays, behind a switch. */
import { Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { weekdays } from '../../../shared/format/habits.ts'
import { texts } from '../../../shared/texts/texts.ts'
import classes from '../NotificationsView.module.css'
import { Ticks } from '../Ticks.tsx'
import type { HoursDraft } from './draft.ts'

const words = texts.notifications.form
const daysOfWeek = () => weekdays().map((value) => ({ value, label: texts.client.company.days[value - 1]! }))

interface HoursFieldsProps {
  readonly label: string
  readonly hours: HoursDraft
  readonly fault: string | undefined
  onChange(hours: Partial<HoursDraft>): void
  readonly children: ReactNode
}

export const HoursFields = ({ label, hours, fault, onChange, children }: HoursFieldsProps) => (
  <>
    <Switch
      label={label}
      checked={hours.isOn}
      onChange={({ currentTarget }) => onChange({ isOn: currentTarget.checked })}
    />
    {hours.isOn && (
      <fieldset className={classes.box}>
        <legend>{label}</legend>
        <Ticks
          legend={words.days}
          of={daysOfWeek()}
          chosen={hours.days}
          fault={fault}
          onChange={(chosen) => onChange({ days: chosen })}
        />
        <div className={classes.line}>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="time"
              required
              label={words[end]}
              value={hours[end]}
              onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value })}
            />
          ))}
        </div>
        {children}
      </fieldset>
    )}
  </>
)
