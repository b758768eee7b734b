/** Checkboxes for units, with a search if there are many. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../../../shared/texts/texts.ts'
import type { Unit } from '../../types.ts'
import classes from './UnitChoice.module.css'

interface UnitChoiceProps {
  readonly legend: string
  readonly units: readonly Unit[]
  readonly chosen: ReadonlySet<number>
  onChange(chosen: ReadonlySet<number>): void
}

/** With fewer, a search takes more space than it saves. */
const searchFrom = 12

export function UnitChoice({ legend, units, chosen, onChange }: UnitChoiceProps) {
  const [sought, setSought] = useState('')
  const needle = sought.trim().toLowerCase()
  const put = (id: number, isIn: boolean) => {
    const next = new Set(chosen)
    if (isIn) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <fieldset className={classes.units}>
      <legend>{legend}</legend>
      {units.length >= searchFrom && (
        <TextInput
          className={classes.search}
          size="xs"
          type="search"
          aria-label={texts.client.units.search}
          placeholder={texts.client.units.search}
          value={sought}
          onChange={({ currentTarget }) => setSought(currentTarget.value)}
        />
      )}
      <div className={classes.list}>
        {units
          .filter(({ name }) => name.toLowerCase().includes(needle))
          .map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={({ currentTarget }) => put(id, currentTarget.checked)}
              />
              <span>{name}</span>
            </label>
          ))}
      </div>
    </fieldset>
  )
}
