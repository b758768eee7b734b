/** The fields of each condition in a rule with several. */
import { Button, NativeSelect, Switch, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { quantityIn } from '../../../shared/format/quantities.ts'
import type { Faults } from '../../../shared/forms/form.tsx'
import { ruleTexts } from '../../../shared/texts/rules.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { NamedChoices } from '../../blocks/Choices.tsx'
import type { Comparison, Group, Unit } from '../../types.ts'
import { UnitChoice } from '../../units/list/UnitChoice.tsx'
import classes from '../NotificationsView.module.css'
import { Ticks } from '../Ticks.tsx'
import {
  commonParameters,
  isSwitch,
  measureIn,
  newPart,
  type PartDraft,
  type PartType,
  partFaults,
  partsMax,
  partTypes,
  sensorChoice,
  sensorIn,
} from './draft.ts'
import { parameterName } from './sentences.ts'

const words = texts.notifications.form
const own = ruleTexts.combined
const { distance } = ruleTexts
const common: readonly string[] = commonParameters
const other = ''

interface GeofenceName {
  readonly id: string
  readonly name: string
}

/** Units and groups to choose from. */
interface Others {
  readonly units: readonly Unit[]
  readonly groups: readonly Group[]
}

interface PartFieldsProps extends Others {
  readonly part: PartDraft
  readonly geofences: readonly GeofenceName[]
  readonly sensors: readonly string[]
  readonly faults: Faults<PartDraft>
  set(change: Partial<PartDraft>): void
}

/** Whether a unit is in a geofence. */
export const PlaceFields = ({ part, geofences, set }: Pick<PartFieldsProps, 'part' | 'geofences' | 'set'>) => (
  <>
    <NativeSelect
      label={own.side}
      data={(['inside', 'outside'] as const).map((value) => ({ value, label: own.sides[value] }))}
      value={part.side}
      onChange={({ currentTarget }) => set({ side: currentTarget.value as PartDraft['side'] })}
    />
    {geofences.length > 0 && (
      <Ticks
        legend={words.geofences}
        of={geofences.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={part.geofences}
        onChange={(chosen) => set({ geofences: chosen })}
      />
    )}
  </>
)

/** How near or far other units are. */
export const DistanceFields = ({
  part,
  units,
  groups,
  faults,
  set,
  children,
}: Omit<PartFieldsProps, 'geofences' | 'sensors'> & { readonly children?: ReactNode }) => (
  <>
    <NativeSelect
      label={distance.range}
      data={(['within', 'beyond'] as const).map((value) => ({ value, label: distance.ranges[value] }))}
      value={part.range}
      onChange={({ currentTarget }) => set({ range: currentTarget.value as PartDraft['range'] })}
    />
    {(['metres', 'age'] as const).map((name) => (
      <TextInput
        key={name}
        label={name === 'age' ? distance.age : distance.metres(quantityIn('m').unit)}
        inputMode="numeric"
        value={part[name]}
        error={faults[name]}
        onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
      />
    ))}
    {children}
    <div className={classes.whole}>
      <Text size="sm" c="dimmed">
        {distance.hint}
      </Text>
      <NamedChoices
        legend={distance.groups}
        items={groups}
        chosen={part.otherGroups}
        onChange={(chosen) => set({ otherGroups: chosen })}
      />
      <UnitChoice
        legend={distance.units}
        units={units}
        chosen={part.otherUnits}
        onChange={(chosen) => set({ otherUnits: chosen })}
      />
      {faults.otherUnits && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {faults.otherUnits}
        </Text>
      )}
    </div>
  </>
)

/** A value and what it is compared with. */
export function ValueFields({ part, sensors, faults, set }: Omit<PartFieldsProps, 'geofences' | keyof Others>) {
  const isListed = common.includes(part.parameter) || sensorIn(part.parameter) !== undefined
  const isBand = part.comparison === 'outside' || part.comparison === 'within'
  const { unit } = quantityIn(part.measure)
  const number = (name: 'value' | 'low' | 'high', label: string) => (
    <TextInput
      label={unit ? `${label} (${unit})` : label}
      inputMode="decimal"
      value={part[name]}
      error={faults[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  )
  return (
    <>
      <NativeSelect
        label={words.parameter}
        data={[
          ...common.map((value) => ({ value, label: parameterName(value) })),
          ...sensors.map((name) => ({ value: sensorChoice(name), label: texts.sensors.named(name) })),
          { value: other, label: words.otherParameter },
        ]}
        value={isListed ? part.parameter : other}
        onChange={({ currentTarget: { value } }) =>
          set({
            parameter: value,
            measure: measureIn(value),
            ...(isSwitch(value) && { value: 'true', comparison: 'is' }),
          })
        }
      />
      {!isListed && (
        <TextInput
          label={words.parameterName}
          value={part.parameter}
          error={faults.parameter}
          onChange={({ currentTarget }) => {
            const parameter = currentTarget.value.trim()
            set({ parameter, measure: measureIn(parameter) })
          }}
        />
      )}
      {isSwitch(part.parameter) ? (
        <NativeSelect
          label={words.comparison}
          data={(['true', 'false'] as const).map((value) => ({ value, label: words.onOff[value] }))}
          value={part.value}
          onChange={({ currentTarget }) => set({ value: currentTarget.value })}
        />
      ) : (
        <NativeSelect
          label={words.comparison}
          data={Object.entries(words.comparisons).map(([value, label]) => ({ value, label }))}
          value={part.comparison}
          onChange={({ currentTarget }) => set({ comparison: currentTarget.value as Comparison })}
        />
      )}
      {!isSwitch(part.parameter) &&
        (isBand ? [number('low', words.low), number('high', words.high)] : number('value', words.value))}
    </>
  )
}

function OtherFields({ part, geofences, sensors, units, groups, faults, set }: PartFieldsProps) {
  if (part.type === 'distance') return <DistanceFields {...{ part, units, groups, faults, set }} />
  if (part.type === 'place') return <PlaceFields {...{ part, geofences, set }} />
  if (part.type === 'parameter') return <ValueFields {...{ part, sensors, faults, set }} />
  return (
    <>
      <TextInput
        label={words.over(quantityIn('km/h').unit)}
        inputMode="decimal"
        value={part.over}
        error={faults.over}
        onChange={({ currentTarget }) => set({ over: currentTarget.value })}
      />
      <Switch
        label={words.usual}
        checked={part.isUsual}
        onChange={({ currentTarget }) => set({ isUsual: currentTarget.checked })}
      />
    </>
  )
}

interface OtherPartsProps extends Others {
  readonly parts: readonly PartDraft[]
  readonly match: 'all' | 'any'
  readonly geofences: readonly GeofenceName[]
  readonly sensors: readonly string[]
  /** After an attempt to save it. */
  readonly isTried: boolean
  /** The first condition already has this type; the speed limit of a road can be used only once. */
  readonly isSpeeding: boolean
  onMatch(match: 'all' | 'any'): void
  onChange(parts: readonly PartDraft[]): void
}

/** Only a button while there is one condition. */
export function OtherParts(props: OtherPartsProps) {
  const { parts, match, geofences, sensors, units, groups, isTried, isSpeeding, onMatch, onChange } = props
  const put = (index: number, change: Partial<PartDraft>) =>
    onChange(parts.map((part, at) => (at === index ? { ...part, ...change } : part)))
  const typesFor = (index: number): readonly PartType[] =>
    partTypes.filter((type) => {
      const isTaken = isSpeeding || parts.some((part, at) => at !== index && part.type === 'speeding')
      return (type !== 'place' || geofences.length > 0) && (type !== 'speeding' || !isTaken)
    })
  return (
    <>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other key, and are never sorted.
        <fieldset key={index} className={classes.box}>
          <legend>{own.other(index + 2)}</legend>
          <div className={classes.line}>
            <NativeSelect
              label={own.type}
              data={typesFor(index).map((type) => ({ value: type, label: own.types[type] }))}
              value={part.type}
              onChange={({ currentTarget }) => put(index, newPart(currentTarget.value as PartType))}
            />
            <OtherFields
              {...{ part, geofences, sensors, units, groups }}
              faults={isTried ? partFaults(part) : {}}
              set={(change) => put(index, change)}
            />
          </div>
          <Button
            variant="default"
            size="xs"
            w="fit-content"
            aria-label={`${own.remove}: ${own.other(index + 2)}`}
            onClick={() => onChange(parts.filter((_, at) => at !== index))}
          >
            {own.remove}
          </Button>
        </fieldset>
      ))}
      {parts.length > 0 && (
        <NativeSelect
          label={own.match}
          data={(['all', 'any'] as const).map((value) => ({ value, label: own.matches[value] }))}
          value={match}
          onChange={({ currentTarget }) => onMatch(currentTarget.value as 'all' | 'any')}
        />
      )}
      {parts.length < partsMax - 1 && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          onClick={() => onChange([...parts, newPart(geofences.length > 0 ? 'place' : 'parameter')])}
        >
          {own.add}
        </Button>
      )}
    </>
  )
}
