/** A new link: which units, until when, and its name. */
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.ts'
import { Form, SwitchField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import type { LatLon } from '../../shared/map/lat-lon.ts'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../blocks/Cards.module.css'
import type { Unit } from '../types.ts'
import { UnitChoice } from '../units/list/UnitChoice.tsx'
import { type Destination, DestinationField } from './DestinationField.tsx'
import { EndField, type Ending, endFault, untilOf } from './EndField.tsx'

const words = texts.sharing
const unitsMax = 50
const nothingMore = { show_trail: false, show_speed: false, destination: null }

interface ShareFormProps {
  readonly units: readonly Unit[]
  readonly modules: readonly string[]
  readonly near: LatLon | undefined
  /** Selected initially. */
  readonly first: readonly number[]
  onMade(id: string): void
  cancel(): void
}

interface Values {
  readonly units: ReadonlySet<number>
  readonly ending: Ending
  readonly title: string
  readonly show_trail: boolean
  readonly show_speed: boolean
  readonly destination: Destination | null
}

export function ShareForm({ units, modules, near, first, onMade, cancel }: ShareFormProps) {
  const form = useForm<Values>({
    start: () => ({ units: new Set(first), ending: { end: 'day', date: '' }, title: '', ...nothingMore }),
    judge: ({ units: { size }, ending }) => ({
      units: size === 0 ? words.noUnits : size > unitsMax ? words.tooManyUnits(unitsMax) : undefined,
      ending: endFault(ending),
    }),
    send: async ({ units: chosen, ending, title, ...more }) => {
      const share = { units: [...chosen], title: title.trim() || null, until: untilOf(ending)!, ...more }
      // Marked as new before the list has it, so that its card opens with the code.
      onMade((await call('postClientShares', undefined, share)).id)
      await queryClient.invalidateQueries()
    },
  })
  return (
    <Panel title={words.make}>
      <Form form={form} className={cards.form} act={words.make} cancel={cancel}>
        <UnitChoice
          legend={words.units}
          units={units}
          chosen={form.values.units}
          onChange={(chosen) => form.set('units', chosen)}
        />
        {form.faultOf('units') && (
          <p className={cards.fault} role="alert">
            {form.faultOf('units')}
          </p>
        )}
        <EndField {...form.field('ending')} />
        <TextField form={form} name="title" label={words.name} hint={words.nameHint} maxLength={100} />
        <DestinationField modules={modules} near={near} {...form.field('destination')} />
        <SwitchField form={form} name="show_trail" label={words.trail} />
        <SwitchField form={form} name="show_speed" label={words.speed} />
      </Form>
    </Panel>
  )
}
