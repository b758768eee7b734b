/** What a condition of its type asks for. */
import { NativeSelect, TextInput } from '@mantine/core'
import { texts } from '../../shared/texts/texts.ts'
import { alarmNames, nameOfKind } from '../events/kinds.ts'
import type { Geofence } from '../geofences/geofences-api.ts'
import { commonParameters, type Draft, type Faults, isSwitch } from './draft.ts'
import classes from './NotificationsView.module.css'
import type { Comparison } from './notifications-api.ts'
import { parameterName } from './sentences.ts'
import { Ticks } from './Ticks.tsx'

const words = texts.notifications.form
const common: readonly string[] = commonParameters
const other = ''

interface ConditionFieldsProps {
  readonly draft: Draft
  readonly faults: Faults
  readonly geofences: readonly Pick<Geofence, 'id' | 'name'>[]
  put(change: Partial<Draft>): void
}

export function ConditionFields({ draft, faults, geofences, put }: ConditionFieldsProps) {
  const field = (name: 'value' | 'low' | 'high' | 'seconds' | 'minutes', label: string) => (
    <TextInput
      label={label}
      inputMode="decimal"
      value={draft[name]}
      error={faults[name]}
      onChange={({ currentTarget }) => put({ [name]: currentTarget.value })}
    />
  )
  switch (draft.type) {
    case 'alarm':
      return (
        <Ticks
          legend={words.alarms}
          of={alarmNames.map((value) => ({ value, label: nameOfKind(value) }))}
          chosen={draft.alarms}
          onChange={(alarms) => put({ alarms })}
        />
      )
    case 'geofence':
      return (
        <>
          <Ticks
            legend={words.crossings}
            of={(['enter', 'leave'] as const).map((value) => ({ value, label: words.crossing[value] }))}
            chosen={draft.crossings as ReadonlySet<'enter' | 'leave'>}
            fault={faults.crossings}
            onChange={(crossings) => put({ crossings })}
          />
          {geofences.length > 0 && (
            <Ticks
              legend={words.geofences}
              of={geofences.map(({ id, name }) => ({ value: id, label: name }))}
              chosen={draft.geofences}
              onChange={(chosen) => put({ geofences: chosen })}
            />
          )}
        </>
      )
    case 'service':
      return (
        <NativeSelect
          label={words.service}
          data={(['due', 'soon'] as const).map((value) => ({ value, label: words.services[value] }))}
          value={draft.state}
          onChange={({ currentTarget }) => put({ state: currentTarget.value as Draft['state'] })}
        />
      )
    case 'parameter':
      return (
        <div className={classes.line}>
          <NativeSelect
            label={words.parameter}
            data={[
              ...common.map((value) => ({ value, label: parameterName(value) })),
              { value: other, label: words.otherParameter },
            ]}
            value={common.includes(draft.parameter) ? draft.parameter : other}
            onChange={({ currentTarget: { value } }) =>
              put({ parameter: value, ...(isSwitch(value) && { value: 'true', comparison: 'is' }) })
            }
          />
          {!common.includes(draft.parameter) && (
            <TextInput
              label={words.parameterName}
              value={draft.parameter}
              error={faults.parameter}
              onChange={({ currentTarget }) => put({ parameter: currentTarget.value.trim() })}
            />
          )}
          {isSwitch(draft.parameter) ? (
            <NativeSelect
              label={words.comparison}
              data={(['true', 'false'] as const).map((value) => ({ value, label: words.onOff[value] }))}
              value={draft.value}
              onChange={({ currentTarget }) => put({ value: currentTarget.value })}
            />
          ) : (
            <>
              <NativeSelect
                label={words.comparison}
                data={Object.entries(words.comparisons).map(([value, label]) => ({ value, label }))}
                value={draft.comparison}
                onChange={({ currentTarget }) => put({ comparison: currentTarget.value as Comparison })}
              />
              {draft.comparison === 'outside' || draft.comparison === 'within' ? (
                <>
                  {field('low', words.low)}
                  {field('high', words.high)}
                </>
              ) : (
                field('value', words.value)
              )}
            </>
          )}
          {field('seconds', words.seconds)}
        </div>
      )
    default:
      return field('minutes', words.minutes)
  }
}
