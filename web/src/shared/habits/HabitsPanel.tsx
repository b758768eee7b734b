/** How a person reads dates, times and amounts. A choice takes effect at once; an example shows it. */
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Failure } from '../feedback/Notice.tsx'
import { type Habits, isZone, type TimeHabits } from '../format/habits.ts'
import { formatQuantity } from '../format/quantities.ts'
import { timeFormat } from '../format/write-time.ts'
import { deviceZone } from '../format/zone.ts'
import { FieldRow } from '../forms/form.tsx'
import { Panel } from '../layout/Panel.tsx'
import { habitTexts as words } from '../texts/habits.ts'
import classes from './HabitsPanel.module.css'

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

const measures = [
  ['measure', words.measure, optionsOf(words.measures)],
  ['volume', words.volume, optionsOf(words.volumes)],
  ['temperature', words.temperature, optionsOf(words.temperatures)],
] as const
const times = [
  ['clock', words.clock, optionsOf(words.clocks)],
  ['date_order', words.dateOrder, optionsOf(words.dateOrders)],
  ['week_start', words.weekStart, optionsOf(words.weekStarts)],
] as const

interface HabitsPanelProps {
  /** In the server's form. Pages without amounts omit their habits. */
  readonly chosen: TimeHabits & Partial<Habits>
  /** Resolves when they are in use. */
  save(change: Partial<Habits>): Promise<unknown>
}

export function HabitsPanel({ chosen, save }: HabitsPanelProps) {
  const saving = useMutation({ mutationFn: save })
  const shown: Partial<Habits> = { ...chosen, ...(saving.isPending && saving.variables) }
  const hasAmounts = 'volume' in chosen
  return (
    <Panel title={hasAmounts ? words.title : words.timesTitle}>
      <div className={classes.fields}>
        <Text size="sm" c="dimmed">
          {words.explain}
        </Text>
        <FieldRow>
          {[...(hasAmounts ? measures : []), ...times].map(([name, label, options]) => (
            <NativeSelect
              key={name}
              label={label}
              data={options}
              // Without a choice the first day is Monday.
              value={name === 'week_start' && shown[name] === 'locale' ? 'monday' : shown[name]}
              onChange={({ currentTarget }) => saving.mutate({ [name]: currentTarget.value } as Partial<Habits>)}
            />
          ))}
        </FieldRow>
        <ZoneField zone={chosen.zone} choose={(zone) => saving.mutate({ zone })} />
        <Text size="sm" role="status" aria-label={words.example}>
          {words.example}: {exampleOf(hasAmounts)}
        </Text>
        <Failure error={saving.error} />
      </div>
    </Panel>
  )
}

/** Most zones are found by the name of a large city. */
function ZoneField({ zone, choose }: { zone: string | null; choose(zone: string | null): void }) {
  const list = useId()
  const [text, setText] = useState(zone ?? '')
  const [isDone, setIsDone] = useState(false)
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]
  const take = (value: string) => {
    const next = value === '' ? null : value
    if (next !== zone && (next === null || isZone(next))) choose(next)
  }
  return (
    <>
      <TextInput
        label={words.zone}
        description={words.zoneHint(deviceZone())}
        list={list}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={text}
        error={isDone && text !== '' && !isZone(text) ? words.wrongZone : undefined}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          setIsDone(false)
          if (zones.includes(value)) take(value)
        }}
        onBlur={() => {
          setIsDone(true)
          take(text.trim())
        }}
      />
      <datalist id={list}>
        {zones.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

const exampleTime = timeFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
})

const exampleOf = (hasAmounts: boolean): string =>
  [
    exampleTime(Date.now() / 1000),
    ...(hasAmounts
      ? [formatQuantity(100, 'km/h', 0), formatQuantity(6.5, 'l/100 km', 1), formatQuantity(21.5, '°C', 0)]
      : []),
  ].join(' · ')
