/** The keys that a driver uses with trackers, and their periods. */

import { change } from '../../api/queries.ts'
import { formatTime } from '../../shared/format/times.ts'
import { secondsAt } from '../../shared/format/zone.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { driverTexts as words } from '../../shared/texts/drivers.ts'
import { CardButton } from '../blocks/CardButton.tsx'
import cards from '../blocks/Cards.module.css'
import { CardsPanel } from '../blocks/CardsPanel.tsx'
import type { Driver } from '../types.ts'
import { nowSeconds } from './period.ts'

const kinds = Object.keys(words.kinds) as (keyof typeof words.kinds)[]

export const timesOf = ({ from, to }: { readonly from: number; readonly to: number | null }): string =>
  to === null ? words.since(formatTime(from)) : words.span(formatTime(from), formatTime(to))

export const KeysPanel = ({ driver }: { driver: Driver }) => (
  <CardsPanel
    title={words.keys}
    none={words.noKeys}
    add={words.addKey}
    form={(close) => <KeyForm driver={driver.id} close={close} />}
    // They came with the driver.
    query={{ data: driver.keys, error: null, refetch: () => {} }}
    card={(key) => ({
      title: `${words.kinds[key.kind]} ${key.code}`,
      line: timesOf(key),
      buttons: (
        <>
          {key.to === null && (
            <CardButton
              label={words.endKey}
              of={key.code}
              onClick={() => change('patchClientDriverKeysById', { id: key.id }, { to: nowSeconds() })}
            />
          )}
          <ConfirmButton
            label={words.remove}
            of={key.code}
            effect={words.keyEffect}
            sure={words.keySure}
            act={() => change('deleteClientDriverKeysById', { id: key.id })}
          />
        </>
      ),
    })}
  />
)

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
          ...(from && { from: secondsAt(from) }),
          ...(to && { to: secondsAt(to) }),
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
        <TextField form={form} name="from" label={words.from} hint={words.fromHint} type="datetime-local" />
        <TextField form={form} name="to" label={words.to} hint={words.toHint} type="datetime-local" />
      </FieldRow>
    </Form>
  )
}
