/** What a driver shows to trackers, from when to when. */
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { change } from '../../api/queries.ts'
import { formatTime } from '../../shared/format/times.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { driverTexts as words } from '../../shared/texts/drivers.ts'
import cards from '../Cards.module.css'
import { useMay } from '../May.tsx'
import type { Driver } from '../types.ts'
import { secondsOf } from './period.ts'

const kinds = Object.keys(words.kinds) as (keyof typeof words.kinds)[]

export const timesOf = ({ from, to }: { readonly from: number; readonly to: number | null }): string =>
  to === null ? words.since(formatTime(from)) : words.span(formatTime(from), formatTime(to))

export function KeysPanel({ driver }: { driver: Driver }) {
  const mayArrange = useMay('arrange')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Panel
      title={words.keys}
      aside={
        mayArrange &&
        !isAdding && (
          <Button variant="default" size="xs" onClick={() => setIsAdding(true)}>
            {words.addKey}
          </Button>
        )
      }
    >
      {isAdding && <KeyForm driver={driver.id} close={() => setIsAdding(false)} />}
      {driver.keys.length === 0 && !isAdding && <Text c="dimmed">{words.noKeys}</Text>}
      <ul className={cards.list} aria-label={words.keys}>
        {driver.keys.map((key) => (
          <li key={key.id} className={cards.card}>
            <div className={cards.main}>
              <Text fw={600}>{`${words.kinds[key.kind]} ${key.code}`}</Text>
              <Text size="sm" c="dimmed">
                {timesOf(key)}
              </Text>
            </div>
            {mayArrange && (
              <div className={cards.buttons}>
                {key.to === null && (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`${words.endKey}: ${key.code}`}
                    onClick={() =>
                      change('patchClientDriverKeysById', { id: key.id }, { to: Math.floor(Date.now() / 1000) })
                    }
                  >
                    {words.endKey}
                  </Button>
                )}
                <ConfirmButton
                  label={words.remove}
                  of={key.code}
                  effect={words.keyEffect}
                  sure={words.keySure}
                  act={() => change('deleteClientDriverKeysById', { id: key.id })}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function KeyForm({ driver, close }: { driver: string; close: () => void }) {
  const form = useForm({
    start: { kind: 'ibutton', code: '', from: '', to: '' },
    send: async ({ kind, code, from, to }) => {
      await change(
        'postClientDriversByIdKeys',
        { id: driver },
        {
          kind: kind as (typeof kinds)[number],
          code: code.trim(),
          ...(from && { from: secondsOf(from) }),
          ...(to && { to: secondsOf(to) }),
        },
      )
      close()
    },
  })
  return (
    <Form form={form} className={cards.form} label={words.addKey} act={words.addKey} cancel={close} isNative>
      <FieldRow>
        <SelectField
          form={form}
          name="kind"
          label={words.kind}
          options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        />
        <TextField form={form} name="code" label={words.code} maxLength={100} isRequired withAsterisk={false} isMono />
      </FieldRow>
      <FieldRow>
        <TextField form={form} name="from" label={words.from} type="datetime-local" />
        <TextField form={form} name="to" label={words.to} hint={words.toHint} type="datetime-local" />
      </FieldRow>
    </Form>
  )
}
