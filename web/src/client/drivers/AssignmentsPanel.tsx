/** Units that a driver has because a person says so. */
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { driverTexts as words } from '../../shared/texts/drivers.ts'
import cards from '../Cards.module.css'
import { useMay } from '../May.tsx'
import type { Unit } from '../types.ts'
import { timesOf } from './KeysPanel.tsx'
import { secondsOf } from './period.ts'

export interface OfDriver {
  readonly driver: string
  readonly units: readonly Unit[]
  nameOf(unit: number): string
}

export function AssignmentsPanel({ driver, units, nameOf }: OfDriver) {
  const query = useOperation('getClientDriverAssignments', { driver_id: driver })
  const mayArrange = useMay('arrange')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Panel
      title={words.assignments}
      aside={
        mayArrange &&
        units.length > 0 &&
        !isAdding && (
          <Button variant="default" size="xs" onClick={() => setIsAdding(true)}>
            {words.assign}
          </Button>
        )
      }
    >
      {isAdding && <AssignForm driver={driver} units={units} close={() => setIsAdding(false)} />}
      <Loaded query={query} height={60}>
        {(all) =>
          all.length === 0 ? (
            <Text c="dimmed">{words.noAssignments}</Text>
          ) : (
            <ul className={cards.list} aria-label={words.assignments}>
              {all.map((one) => (
                <li key={one.id} className={cards.card}>
                  <div className={cards.main}>
                    <Text fw={600}>{nameOf(one.unit_id)}</Text>
                    <Text size="sm" c="dimmed">
                      {timesOf(one)}
                    </Text>
                  </div>
                  {mayArrange && (
                    <div className={cards.buttons}>
                      {one.to === null && (
                        <Button
                          variant="default"
                          size="xs"
                          aria-label={`${words.endKey}: ${nameOf(one.unit_id)}`}
                          onClick={() =>
                            change(
                              'patchClientDriverAssignmentsById',
                              { id: one.id },
                              { to: Math.floor(Date.now() / 1000) },
                            )
                          }
                        >
                          {words.endKey}
                        </Button>
                      )}
                      <ConfirmButton
                        label={words.remove}
                        of={nameOf(one.unit_id)}
                        effect={words.assignmentEffect}
                        sure={words.assignmentSure}
                        act={() => change('deleteClientDriverAssignmentsById', { id: one.id })}
                      />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

function AssignForm({ driver, units, close }: Omit<OfDriver, 'nameOf'> & { close: () => void }) {
  const form = useForm({
    start: { unit_id: String(units[0]?.id ?? ''), from: '', to: '' },
    send: async ({ unit_id, from, to }) => {
      const times = { ...(from && { from: secondsOf(from) }), ...(to && { to: secondsOf(to) }) }
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
        <TextField form={form} name="from" label={words.from} type="datetime-local" />
        <TextField form={form} name="to" label={words.to} hint={words.toHint} type="datetime-local" />
      </FieldRow>
    </Form>
  )
}
