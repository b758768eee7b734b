/** What a condition of its type asks for. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useOperation } from '../../api/queries.ts'
import { type FormState, SelectField, SwitchField, TextField } from '../../shared/forms/form.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { alarmNames, nameOfKind } from '../events/kinds.ts'
import type { Geofence } from '../types.ts'
import { commonParameters, type Draft, isSwitch, sensorChoice, sensorIn } from './draft.ts'
import classes from './NotificationsView.module.css'
import { parameterName } from './sentences.ts'
import { Ticks } from './Ticks.tsx'

const words = texts.notifications.form
const common: readonly string[] = commonParameters
const other = ''

interface ConditionFieldsProps {
  readonly form: FormState<Draft>
  readonly geofences: readonly Pick<Geofence, 'id' | 'name'>[]
  /** The plan has sensors. */
  readonly hasSensors: boolean
}

export function ConditionFields({ form, geofences, hasSensors }: ConditionFieldsProps) {
  const { values: draft, set } = form
  const field = (name: 'value' | 'low' | 'high' | 'over' | 'seconds' | 'minutes', label: string) => (
    <TextField form={form} name={name} label={label} inputMode="decimal" />
  )
  const sensors = useSensorNames(hasSensors, sensorIn(draft.parameter))
  const isListed = common.includes(draft.parameter) || sensorIn(draft.parameter) !== undefined
  switch (draft.type) {
    case 'alarm':
      return (
        <Ticks
          legend={words.alarms}
          of={alarmNames.map((value) => ({ value, label: nameOfKind(value) }))}
          chosen={draft.alarms}
          onChange={(alarms) => set('alarms', alarms)}
        />
      )
    case 'geofence':
      return (
        <>
          <Ticks
            legend={words.crossings}
            of={(['enter', 'leave'] as const).map((value) => ({ value, label: words.crossing[value] }))}
            chosen={draft.crossings as ReadonlySet<'enter' | 'leave'>}
            fault={form.faultOf('crossings')}
            onChange={(crossings) => set('crossings', crossings)}
          />
          {geofences.length > 0 && (
            <Ticks
              legend={words.geofences}
              of={geofences.map(({ id, name }) => ({ value: id, label: name }))}
              chosen={draft.geofences}
              onChange={(chosen) => set('geofences', chosen)}
            />
          )}
        </>
      )
    case 'service':
      return (
        <SelectField
          form={form}
          name="state"
          label={words.service}
          options={(['due', 'soon'] as const).map((value) => ({ value, label: words.services[value] }))}
        />
      )
    case 'conflict':
      return null
    case 'speeding':
      return (
        <>
          <div className={classes.line}>
            {field('over', words.over)}
            {field('seconds', words.seconds)}
          </div>
          <SwitchField form={form} name="isUsual" label={words.usual} hint={words.usualHint} />
        </>
      )
    case 'parameter':
      return (
        <div className={classes.line}>
          <NativeSelect
            label={words.parameter}
            data={[
              ...common.map((value) => ({ value, label: parameterName(value) })),
              ...sensors.map((name) => ({ value: sensorChoice(name), label: `${texts.sensors.title}: ${name}` })),
              { value: other, label: words.otherParameter },
            ]}
            value={isListed ? draft.parameter : other}
            onChange={({ currentTarget: { value } }) => {
              set('parameter', value)
              if (!isSwitch(value)) return
              set('value', 'true')
              set('comparison', 'is')
            }}
          />
          {!isListed && (
            <TextInput
              label={words.parameterName}
              value={draft.parameter}
              error={form.faultOf('parameter')}
              onChange={({ currentTarget }) => set('parameter', currentTarget.value.trim())}
            />
          )}
          {isSwitch(draft.parameter) ? (
            <SelectField
              form={form}
              name="value"
              label={words.comparison}
              options={(['true', 'false'] as const).map((value) => ({ value, label: words.onOff[value] }))}
            />
          ) : (
            <>
              <SelectField
                form={form}
                name="comparison"
                label={words.comparison}
                options={Object.entries(words.comparisons).map(([value, label]) => ({ value, label }))}
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

/** Each name once: many units have a sensor of the same name. `chosen` stays to be seen, even if no unit has it any more. */
function useSensorNames(isEnabled: boolean, chosen: string | undefined): readonly string[] {
  const sensors = useOperation('getClientUnitSensors', undefined, { isEnabled }).data ?? []
  return [...new Set([...sensors.map(({ name }) => name), ...(chosen === undefined ? [] : [chosen])])].sort()
}
