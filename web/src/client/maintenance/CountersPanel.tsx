/** Mileage and engine hours of a unit, and a form to correct them. */
import { useState } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { quantityIn, readIn } from '../../shared/format/quantities.ts'
import { formatTime } from '../../shared/format/times.ts'
import { Form, TextField, useForm } from '../../shared/forms/form.tsx'
import { Setting } from '../../shared/forms/Setting.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../blocks/Cards.module.css'
import { useMay } from '../blocks/May.tsx'
import { formatAmount } from '../measures.ts'
import type { Counter } from '../types.ts'
import classes from './MaintenanceView.module.css'

const words = texts.maintenance
const sources: Readonly<Record<string, string>> = words.sources
const names = ['mileage', 'engine_hours'] as const
/** As the server has them. */
export const units = { mileage: 'km', engine_hours: 'h' } as const

function sourceOf({ source, corrected_at }: Counter): string {
  const said = sources[source] ?? source
  return corrected_at === null ? said : words.corrected(formatTime(corrected_at), said)
}

export function CountersPanel({ unit }: { unit: number }) {
  const query = useOperation('getClientUnitsByIdCounters', { id: unit })
  const mayArrange = useMay('arrange')
  const [edited, setEdited] = useState<(typeof names)[number]>()
  const close = () => setEdited(undefined)
  return (
    <Panel title={words.counters}>
      <Loaded query={query} height={90}>
        {(counters) => (
          <ul className={classes.rows}>
            {names.map((name) => (
              <Setting
                key={name}
                title={`${words.counter[name]}: ${formatAmount(counters[name].value, units[name])}`}
                state={sourceOf(counters[name])}
                button={mayArrange ? words.correct : undefined}
                isOpen={edited === name}
                open={() => setEdited(name)}
              >
                {edited === name && <CounterForm unit={unit} name={name} counter={counters[name]} close={close} />}
              </Setting>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

interface CounterFormProps {
  readonly unit: number
  readonly name: (typeof names)[number]
  readonly counter: Counter
  close(): void
}

function CounterForm({ unit, name, counter, close }: CounterFormProps) {
  const unitName = units[name]
  const form = useForm({
    // The server keeps one decimal.
    start: { value: String(Number(quantityIn(unitName).of(counter.value).toFixed(1))) },
    send: async ({ value }) => {
      await change('patchClientUnitsByIdCounters', { id: unit }, { [name]: readIn(Number(value), unitName) })
      close()
    },
  })
  return (
    <Form form={form} className={`${cards.form} ${classes.form}`} act={words.save} cancel={close} isNative>
      <TextField
        form={form}
        name="value"
        type="number"
        min={0}
        max={name === 'mileage' ? 10_000_000 : 1_000_000}
        step="any"
        isRequired
        withAsterisk={false}
        label={`${words.shows[name]} (${quantityIn(unitName).unit})`}
        hint={words.countedOn}
      />
    </Form>
  )
}
