/** The fields of a condition, by its type. */
import { Text } from '@mantine/core'
import { useOperation } from '../../../api/queries.ts'
import { quantityIn } from '../../../shared/format/quantities.ts'
import { type Faults, type FormState, SelectField, SwitchField, TextField } from '../../../shared/forms/form.tsx'
import { ruleTexts } from '../../../shared/texts/rules.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { alarmNames, nameOfKind } from '../../inbox/kinds.ts'
import type { Geofence, Group, Unit } from '../../types.ts'
import classes from '../NotificationsView.module.css'
import { Ticks } from '../Ticks.tsx'
import { type Draft, isShown, type PartDraft, sensorIn } from './draft.ts'
import { DistanceFields, OtherParts, PlaceFields, ValueFields } from './PartFields.tsx'

const words = texts.notifications.form
const { often } = ruleTexts

interface ConditionFieldsProps {
  readonly form: FormState<Draft>
  readonly geofences: readonly Pick<Geofence, 'id' | 'name'>[]
  readonly units: readonly Unit[]
  readonly groups: readonly Group[]
  /** Whether the plan has sensors. */
  readonly hasSensors: boolean
}

export const ConditionFields = (props: ConditionFieldsProps) => (
  <>
    <CoreFields {...props} />
    {isShown(props.form.values.type) && <CountFields form={props.form} />}
  </>
)

/** Only a switch, unless events are counted. */
const CountFields = ({ form }: Pick<ConditionFieldsProps, 'form'>) => (
  <>
    <SwitchField form={form} name="isCounted" label={often.isCounted} />
    {form.values.isCounted && (
      <div className={classes.line}>
        <TextField form={form} name="times" label={often.times} inputMode="numeric" />
        <TextField form={form} name="within" label={often.within} inputMode="numeric" />
      </div>
    )}
  </>
)

function CoreFields({ form, geofences, units, groups, hasSensors }: ConditionFieldsProps) {
  const { values: draft, set } = form
  const field = (name: 'value' | 'low' | 'high' | 'over' | 'seconds' | 'minutes', label: string) => (
    <TextField form={form} name={name} label={label} inputMode="decimal" />
  )
  const named = [draft, ...draft.others].flatMap(({ parameter }) => sensorIn(parameter) ?? [])
  const sensors = useSensorNames(hasSensors, named)
  const put = (change: Partial<PartDraft>) => {
    for (const [name, value] of Object.entries(change)) set(name as keyof PartDraft, value as never)
  }
  const faults: Faults<PartDraft> = {
    ...{ parameter: form.faultOf('parameter'), value: form.faultOf('value') },
    ...{ low: form.faultOf('low'), high: form.faultOf('high') },
    ...{ metres: form.faultOf('metres'), age: form.faultOf('age'), otherUnits: form.faultOf('otherUnits') },
  }
  const others = (
    <OtherParts
      parts={draft.others}
      {...{ match: draft.match, geofences, sensors, units, groups, isTried: form.isTried }}
      isSpeeding={draft.type === 'speeding'}
      onMatch={(match) => set('match', match)}
      onChange={(parts) => set('others', parts)}
    />
  )
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
    case 'document':
      return (
        <Text size="sm" c="dimmed">
          {words.documentHint}
        </Text>
      )
    case 'speeding':
      return (
        <>
          <div className={classes.line}>
            {field('over', words.over(quantityIn('km/h').unit))}
            {field('seconds', words.seconds)}
          </div>
          <SwitchField form={form} name="isUsual" label={words.usual} hint={words.usualHint} />
          {others}
        </>
      )
    case 'parameter':
      return (
        <>
          <div className={classes.line}>
            <ValueFields part={draft} {...{ sensors, faults, set: put }} />
            {field('seconds', words.seconds)}
          </div>
          {others}
        </>
      )
    case 'distance':
      return (
        <>
          <div className={classes.line}>
            <DistanceFields part={draft} {...{ units, groups, faults, set: put }}>
              {field('seconds', words.seconds)}
            </DistanceFields>
          </div>
          {others}
        </>
      )
    case 'place':
      return (
        <>
          <div className={classes.line}>
            <PlaceFields part={draft} {...{ geofences, set: put }} />
            {field('seconds', words.seconds)}
          </div>
          {others}
        </>
      )
    default:
      return field('minutes', words.minutes)
  }
}

/**
 * Each name once: many units have a sensor of the same name. `chosen` stays visible, even if no unit has it any more.
 */
function useSensorNames(isEnabled: boolean, chosen: readonly string[]): readonly string[] {
  const sensors = useOperation('getClientUnitSensors', undefined, { isEnabled }).data ?? []
  return [...new Set([...sensors.map(({ name }) => name), ...chosen])].sort()
}
