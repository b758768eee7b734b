/** Which units a geofence watches. */
import { Text } from '@mantine/core'
import { texts } from '../../shared/texts/texts.ts'
import { Choice, NamedChoices } from '../blocks/Choices.tsx'
import type { Group, Unit } from '../types.ts'
import { UnitChoice } from '../units/list/UnitChoice.tsx'
import classes from './GeofenceEditor.module.css'

const words = texts.geofences.form

export interface Scope {
  readonly isForAll: boolean
  readonly units: ReadonlySet<number>
  readonly groups: ReadonlySet<string>
}

interface ScopeFieldProps {
  readonly value: Scope
  readonly units: readonly Unit[]
  readonly groups: readonly Group[]
  readonly error: string | undefined
  onChange(scope: Scope): void
}

export function ScopeField({ value: scope, units, groups, error, onChange }: ScopeFieldProps) {
  const choice = (isForAll: boolean, label: string) => (
    <Choice
      type="radio"
      name="scope"
      label={label}
      isChosen={scope.isForAll === isForAll}
      onChange={() => onChange({ ...scope, isForAll })}
    />
  )
  return (
    <fieldset className={classes.shape}>
      <legend>{words.scope}</legend>
      {choice(true, words.everyUnit)}
      {choice(false, words.someUnits)}
      {!scope.isForAll && (
        <NamedChoices
          legend={words.groups}
          items={groups}
          chosen={scope.groups}
          onChange={(chosen) => onChange({ ...scope, groups: chosen })}
        />
      )}
      {!scope.isForAll && (
        <UnitChoice
          legend={words.units}
          units={units}
          chosen={scope.units}
          onChange={(chosen) => onChange({ ...scope, units: chosen })}
        />
      )}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  )
}
