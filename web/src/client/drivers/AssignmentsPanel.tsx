/** Units that were assigned to a driver by hand. */

import { Text } from '@mantine/core'
import { change, useOperation } from '../../api/queries.ts'
import { secondsAt } from '../../shared/format/zone.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { driverTexts as words } from '../../shared/texts/drivers.ts'
import { CardButton } from '../blocks/CardButton.tsx'
import cards from '../blocks/Cards.module.css'
import { CardsPanel } from '../blocks/CardsPanel.tsx'
import type { Unit } from '../types.ts'
import { timesOf } from './KeysPanel.tsx'
import { nowSeconds } from './period.ts'

export interface OfDriver {
  readonly driver: string
  readonly units: readonly Unit[]
  nameOf(unit: number): string
}

export const AssignmentsPanel = ({ driver, units, nameOf }: OfDriver) => (
  <CardsPanel
    title={words.assignments}
    none={words.noAssignments}
    add={words.assign}
    canAdd={units.length > 0}
    form={(close) => <AssignForm driver={driver} units={units} close={close} />}
    query={useOperation('getClientDriverAssignments', { driver_id: driver })}
    card={(one) => ({
      title: nameOf(one.unit_id),
      line: timesOf(one),
      buttons: (
        <>
          {one.to === null && (
            <CardButton
              label={words.endKey}
              of={nameOf(one.unit_id)}
              onClick={() => change('patchClientDriverAssignmentsById', { id: one.id }, { to: nowSeconds() })}
            />
          )}
          <ConfirmButton
            label={words.remove}
            of={nameOf(one.unit_id)}
            effect={words.assignmentEffect}
            sure={words.assignmentSure}
            act={() => change('deleteClientDriverAssignmentsById', { id: one.id })}
          />
        </>
      ),
    })}
  />
)

function AssignForm({ driver, units, close }: Omit<OfDriver, 'nameOf'> & { close: () => void }) {
  const form = useForm({
    start: { unit_id: String(units[0]?.id ?? ''), from: '', to: '' },
    send: async ({ unit_id, from, to }) => {
      const times = { ...(from && { from: secondsAt(from) }), ...(to && { to: secondsAt(to) }) }
      await change('postClientDriverAssignments', undefined, { driver_id: driver, unit_id: Number(unit_id), ...times })
      close()
    },
  })
  return (
    <Form form={form} className={cards.form} label={words.assign} act={words.assign} cancel={close} isNative>
      <Text size="sm" c="dimmed">
        {words.assignHint}
      </Text>
      <FieldRow>
        <SelectField
          form={form}
          name="unit_id"
          label={words.unit}
          options={units.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <TextField form={form} name="from" label={words.from} hint={words.fromHint} type="datetime-local" />
        <TextField form={form} name="to" label={words.to} hint={words.toHint} type="datetime-local" />
      </FieldRow>
    </Form>
  )
}
