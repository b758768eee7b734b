/** Which units a geofence watches. */
import { Text } from '@mantine/core'
import { texts } from '../../shared/texts/texts.ts'
import type { Group, Unit } from '../types.ts'
import { UnitChoice } from '../units/UnitChoice.tsx'
import classes from './GeofenceEditor.module.css'
import own from './ScopeField.module.css'

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
    <label className={own.label}>
      <input
        className={own.box}
        type="radio"
        name="scope"
        checked={scope.isForAll === isForAll}
        onChange={() => onChange({ ...scope, isForAll })}
      />
      <span>{label}</span>
    </label>
  )
  const put = (id: string, isIn: boolean) => {
    const next = new Set(scope.groups)
    if (isIn) next.add(id)
    else next.delete(id)
    onChange({ ...scope, groups: next })
  }
  return (
    <fieldset className={classes.shape}>
      <legend>{words.scope}</legend>
      <div className={own.choices}>
        {choice(true, words.everyUnit)}
        {choice(false, words.someUnits)}
      </div>
      {!scope.isForAll && groups.length > 0 && (
        <fieldset className={own.group}>
          <legend>{words.groups}</legend>
          {groups.map(({ id, name }) => (
            <label key={id} className={own.label}>
              <input
                className={own.box}
                type="checkbox"
                checked={scope.groups.has(id)}
                onChange={({ currentTarget }) => put(id, currentTarget.checked)}
              />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
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
