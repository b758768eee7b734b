/** Sets the same values for several vehicles. */
import { Text } from '@mantine/core'
import { change } from '../../api/queries.ts'
import { Form, useForm } from '../../shared/forms/form.tsx'
import { vehicleTexts as words } from '../../shared/texts/vehicles.ts'
import cards from '../blocks/Cards.module.css'
import type { OwnField } from '../types.ts'
import { OwnInputs, ownFaults, ownOf, ownStart } from './OwnFields.tsx'
import { commonOf, VehicleFields, yearFault } from './VehicleFields.tsx'

interface BulkFormProps {
  readonly units: readonly number[]
  readonly fields: readonly OwnField[]
  close(isDone: boolean): void
}

export function BulkForm({ units, fields, close }: BulkFormProps) {
  const form = useForm({
    start: { make: '', model: '', year: '', fuel: '', icon: '', ...ownStart(fields) },
    judge: (values) => ({ year: yearFault(values.year), ...ownFaults(fields, values) }),
    send: async (values) => {
      const said = Object.entries(commonOf(values)).filter(([, value]) => value !== null)
      const own = ownOf(fields, values).filter(({ value }) => value !== null)
      if (said.length + own.length > 0) {
        const body = { unit_ids: [...units], ...Object.fromEntries(said), fields: own }
        await change('patchClientVehicles', undefined, body)
      }
      close(true)
    },
  })
  return (
    <Form form={form} className={cards.form} label={words.editChosen} cancel={() => close(false)}>
      <Text>{words.chosen(units.length)}</Text>
      <Text c="dimmed">{words.bulkHint}</Text>
      <VehicleFields form={form} none={words.unchanged} />
      <OwnInputs form={form} fields={fields} none={words.unchanged} />
    </Form>
  )
}
