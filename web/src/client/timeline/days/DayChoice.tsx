import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { BackIcon, ChevronIcon } from '../../../shared/content/Icons.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { DateInput } from '../../blocks/DateInput.tsx'
import type { Unit } from '../../types.ts'
import { unitsMax } from '../colours.ts'
import classes from '../TimelineView.module.css'
import { dateOf, daysAway } from './day.ts'

const words = texts.timeline

interface DayChoiceProps {
  readonly date: string
  readonly units: readonly Unit[]
  readonly all: readonly Unit[]
  onDate(date: string): void
  onUnits(units: readonly number[]): void
}

export function DayChoice({ date, units, all, onDate, onUnits }: DayChoiceProps) {
  const ids = units.map(({ id }) => id)
  const others = all.filter(({ id }) => !ids.includes(id))
  const optionOf = ({ id, name }: Unit) => ({ value: String(id), label: name })
  const today = dateOf(Date.now() / 1000)
  return (
    <div className={classes.choice}>
      <div className={classes.dates}>
        <ActionIcon variant="default" size={36} aria-label={words.before} onClick={() => onDate(daysAway(date, -1))}>
          <BackIcon />
        </ActionIcon>
        <DateInput className={classes.date} aria-label={words.day} value={date} max={today} onChange={onDate} />
        <ActionIcon
          variant="default"
          size={36}
          aria-label={words.after}
          disabled={date >= today}
          onClick={() => onDate(daysAway(date, 1))}
        >
          <ChevronIcon />
        </ActionIcon>
        {date !== today && (
          <Button variant="subtle" size="compact-sm" onClick={() => onDate(today)}>
            {words.today}
          </Button>
        )}
      </div>
      <div className={classes.selects}>
        <NativeSelect
          label={words.unit}
          data={all.filter(({ id }) => id === ids[0] || !ids.includes(id)).map(optionOf)}
          value={String(ids[0])}
          onChange={({ currentTarget }) => onUnits([Number(currentTarget.value), ...ids.slice(1)])}
        />
        {others.length > 0 && ids.length < unitsMax && (
          <NativeSelect
            label={words.add}
            data={[{ value: '', label: words.addNone }, ...others.map(optionOf)]}
            value=""
            onChange={({ currentTarget }) => onUnits([...ids, Number(currentTarget.value)])}
          />
        )}
      </div>
    </div>
  )
}
