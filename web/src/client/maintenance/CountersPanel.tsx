/** Mileage and engine hours of a unit, and a way to say what the dashboard shows. */
import { Skeleton, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAsked, useDoing } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { FormButtons, Setting } from '../../shared/Setting.tsx'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../Cards.module.css'
import { change, get } from '../client-api.ts'
import { formatAmount } from '../measures.ts'
import classes from './MaintenanceView.module.css'
import type { Counter, Counters } from './maintenance-api.ts'

const words = texts.maintenance
const names = ['mileage', 'engine_hours'] as const

export function CountersPanel({ unit, onChange }: { unit: number; onChange: () => Promise<void> }) {
  const question = useCallback((signal: AbortSignal) => get<Counters>(`/units/${unit}/counters`, signal), [unit])
  const [counters, reload] = useAsked(question)
  const [edited, setEdited] = useState<(typeof names)[number]>()
  return (
    <Panel title={words.counters}>
      {counters.kind === 'asking' && <Skeleton height={90} role="status" aria-label={texts.shared.loading} />}
      {counters.kind === 'failed' && <Failure error={counters.error} retry={reload} />}
      {counters.value && (
        <ul className={classes.rows}>
          {names.map((name) => (
            <Setting
              key={name}
              title={`${words.counter[name]}: ${formatAmount(counters.value[name].value, words.units[name])}`}
              state={words.sources[counters.value[name].source]}
              button={words.correct}
              isOpen={edited === name}
              open={() => setEdited(name)}
            >
              {edited === name && (
                <CounterForm
                  unit={unit}
                  name={name}
                  counter={counters.value[name]}
                  onDone={async () => {
                    await Promise.all([reload(), onChange()])
                    setEdited(undefined)
                  }}
                  cancel={() => setEdited(undefined)}
                />
              )}
            </Setting>
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface CounterFormProps {
  readonly unit: number
  readonly name: (typeof names)[number]
  readonly counter: Counter
  onDone(): Promise<void>
  cancel(): void
}

function CounterForm({ unit, name, counter, onDone, cancel }: CounterFormProps) {
  const [value, setValue] = useState(String(counter.value))
  const doing = useDoing()
  return (
    <form
      className={`${cards.form} ${classes.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        void doing.run(async () => {
          await change('PATCH', `/units/${unit}/counters`, { [name]: Number(value) })
          await onDone()
        })
      }}
    >
      <TextInput
        type="number"
        min={0}
        max={name === 'mileage' ? 10_000_000 : 1_000_000}
        step="any"
        required
        withAsterisk={false}
        label={words.shows[name]}
        description={words.countedOn}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      {doing.error !== undefined && <Failure error={doing.error} />}
      <FormButtons label={words.save} isBusy={doing.isBusy} cancel={cancel} />
    </form>
  )
}
