/** A new link: which units, until when, and what it is called. */
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDoing } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { FormButtons } from '../../shared/Setting.tsx'
import { showFirstFault } from '../../shared/show-fault.ts'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../Cards.module.css'
import { change, type Unit } from '../client-api.ts'
import { UnitChoice } from '../units/UnitChoice.tsx'
import { EndField, type Ending } from './EndField.tsx'
import { endOf } from './end.ts'
import { type Share, unitsMax } from './shares-api.ts'

const words = texts.sharing

interface ShareFormProps {
  readonly units: readonly Unit[]
  /** Chosen from the start. */
  readonly first: readonly number[]
  onMade(share: Share): Promise<void>
  cancel(): void
}

export function ShareForm({ units, first, onMade, cancel }: ShareFormProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(first))
  const [title, setTitle] = useState('')
  const [ending, setEnding] = useState<Ending>({ end: 'day', date: '' })
  const [showTrail, setShowTrail] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const doing = useDoing()
  const until = endOf(ending.end, ending.date, Date.now() / 1000)
  const fault = chosen.size === 0 ? words.noUnits : chosen.size > unitsMax ? words.tooManyUnits(unitsMax) : undefined
  return (
    <Panel title={words.make}>
      <form
        className={cards.form}
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (fault !== undefined || until === undefined) return showFirstFault(event.currentTarget)
          void doing.run(async () =>
            onMade(
              await change<Share>('POST', '/shares', {
                units: [...chosen],
                title: title.trim() || null,
                until,
                show_trail: showTrail,
              }),
            ),
          )
        }}
      >
        <UnitChoice legend={words.units} units={units} chosen={chosen} onChange={setChosen} />
        {isTried && fault && (
          <p className={cards.fault} role="alert">
            {fault}
          </p>
        )}
        <EndField
          value={ending}
          fault={isTried && until === undefined ? words.wrongDate : undefined}
          onChange={setEnding}
        />
        <TextInput
          label={words.name}
          description={words.nameHint}
          value={title}
          maxLength={100}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Switch
          label={words.trail}
          checked={showTrail}
          onChange={({ currentTarget }) => setShowTrail(currentTarget.checked)}
        />
        {doing.error !== undefined && <Failure error={doing.error} />}
        <FormButtons label={words.make} isBusy={doing.isBusy} cancel={cancel} />
      </form>
    </Panel>
  )
}
