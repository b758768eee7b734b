/** What several vehicles have in common is said once. */
import { Text } from '@mantine/core'
import { change } from '../../api/queries.ts'
import { Form, useForm } from '../../shared/forms/form.tsx'
import { vehicleTexts as words } from '../../shared/texts/vehicles.ts'
import cards from '../Cards.module.css'
import { commonOf, VehicleFields, yearFault } from './VehicleFields.tsx'

interface BulkFormProps {
  readonly units: readonly number[]
  close(isDone: boolean): void
}

export function BulkForm({ units, close }: BulkFormProps) {
  const form = useForm({
    start: { make: '', model: '', year: '', fuel: '', icon: '' },
    judge: ({ year }) => ({ year: yearFault(year) }),
    send: async (values) => {
      const said = Object.entries(commonOf(values)).filter(([, value]) => value !== null)
      if (said.length > 0)
        await change('patchClientVehicles', undefined, { unit_ids: [...units], ...Object.fromEntries(said) })
      close(true)
    },
  })
  return (
    <Form form={form} className={cards.form} label={words.editChosen} cancel={() => close(false)}>
      <Text>{words.chosen(units.length)}</Text>
      <Text c="dimmed">{words.bulkHint}</Text>
      <VehicleFields form={form} none={words.unchanged} />
    </Form>
  )
}
