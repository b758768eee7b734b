/** The filter of the inbox. It is part of the address, so it can be bookmarked and shared. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { texts } from '../../shared/texts/texts.ts'
import { isDate } from '../timeline/days/day.ts'
import type { Geofence, Unit } from '../types.ts'
import type { Filter } from './filter.ts'
import classes from './InboxView.module.css'
import { nameOfKind } from './kinds.ts'

const words = texts.inbox

interface FilterFormProps {
  readonly filter: Filter
  readonly units: readonly Unit[]
  readonly geofences: readonly Geofence[] | undefined
  readonly kinds: readonly string[]
  /** Next to the buttons of the filter. */
  readonly children?: ReactNode
  onChange(filter: Filter): void
}

export function FilterForm({ filter, units, geofences, kinds, children, onChange }: FilterFormProps) {
  const count = Object.keys(filter).length
  const [isOpen, setIsOpen] = useState(false)
  const put = (name: keyof Filter, value: string) => {
    const { [name]: _, ...rest } = filter
    onChange(value === '' ? rest : { ...rest, [name]: name === 'unit' ? Number(value) : value })
  }
  const choice = (
    name: 'unit' | 'kind' | 'geofence' | 'seen',
    all: string,
    options: readonly { readonly value: string; readonly label: string }[],
  ) => (
    <NativeSelect
      size="xs"
      label={words[name]}
      data={[{ value: '', label: all }, ...options]}
      value={String(filter[name] ?? '')}
      onChange={({ currentTarget }) => put(name, currentTarget.value)}
    />
  )
  const date = (name: 'from' | 'to') => (
    <TextInput
      size="xs"
      type="date"
      label={words[name]}
      value={filter[name] ?? ''}
      onChange={({ currentTarget: { value } }) => {
        if (value === '' || isDate(value)) put(name, value)
      }}
    />
  )
  return (
    <div className={classes.filter}>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          aria-controls="inbox-filter"
          onClick={() => setIsOpen(!isOpen)}
        >
          {count > 0 ? words.filtered(count) : words.filter}
        </Button>
        {count > 0 && (
          <Button variant="subtle" size="xs" onClick={() => onChange({})}>
            {words.reset}
          </Button>
        )}
        {children}
      </div>
      <div id="inbox-filter" className={classes.fields} hidden={!isOpen}>
        {choice(
          'unit',
          words.everyUnit,
          units.map(({ id, name }) => ({ value: String(id), label: name })),
        )}
        {choice('kind', words.everyKind, [
          { value: 'alarms', label: words.alarms },
          { value: 'places', label: words.places },
          ...kinds.map((kind) => ({ value: kind, label: nameOfKind(kind) })),
        ])}
        {geofences &&
          choice(
            'geofence',
            words.everyGeofence,
            geofences.map(({ id, name }) => ({ value: id, label: name })),
          )}
        {choice('seen', words.seenChoices.any, [
          { value: 'no', label: words.seenChoices.no },
          { value: 'yes', label: words.seenChoices.yes },
        ])}
        {date('from')}
        {date('to')}
      </div>
    </div>
  )
}
