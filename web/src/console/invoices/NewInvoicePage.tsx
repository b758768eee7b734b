/** An invoice by hand: for whom, what for, and the total as it grows. */
import { ActionIcon, Button, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.ts'
import { PlusIcon, TrashIcon } from '../../shared/content/Icons.tsx'
import { currencies, formatMoney } from '../../shared/format/money.ts'
import { FieldRow, Form, type FormState, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { go, to, useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { ClientPicker } from '../blocks/ClientPicker.tsx'
import { AreaField, CheckField } from '../blocks/fields.tsx'
import { PageBody, PageHead } from '../blocks/layout.tsx'
import { Price, Rate } from '../prices/PriceListFields.tsx'
import { lineOf, newLine, sumOf, type TypedLine } from './invoice.ts'
import classes from './invoices.module.css'

const { create } = words.invoices
const lastCurrency = 'waymark.invoices.currency'
const lastTax = 'waymark.invoices.tax'

interface Values {
  readonly account_id: number | null
  readonly currency: string
  readonly due_on: string
  readonly note: string
  readonly is_draft: boolean
  readonly lines: readonly TypedLine[]
}

export function NewInvoicePage() {
  const [query] = useQueryValues()
  const [start] = useState<Values>(() => ({
    account_id: Number(query.get('account_id')) || null,
    currency: localStorage.getItem(lastCurrency) ?? 'eur',
    due_on: '',
    note: '',
    is_draft: false,
    lines: [newLine(localStorage.getItem(lastTax) ?? '0')],
  }))
  const form = useForm<Values>({
    start,
    judge: ({ account_id, lines, currency }) => ({
      account_id: account_id === null ? words.form.missing : undefined,
      lines: lines.every((line) => lineOf(line, currency)) ? undefined : words.form.missing,
    }),
    send: async ({ account_id, currency, due_on, note, is_draft, lines }) => {
      const invoice = await call('postConsoleClientInvoices', undefined, {
        ...{ account_id: account_id!, is_draft, currency, due_on: due_on || null, note: note.trim() || null },
        lines: lines.map((line) => lineOf(line, currency)!),
      })
      localStorage.setItem(lastCurrency, currency)
      localStorage.setItem(lastTax, lines[0]?.tax ?? '0')
      await queryClient.invalidateQueries()
      go(to('/invoices/:id', { id: invoice.id }))
    },
  })
  const { currency, lines } = form.values
  const { net, tax } = sumOf(lines, currency)
  return (
    <PageBody isNarrow>
      <PageHead title={create.title} back={{ address: to('/invoices'), title: words.invoices.title }} />
      <Panel>
        <Form form={form} act={create.act}>
          <ClientPicker
            label={create.client}
            hint={create.clientHint}
            value={form.values.account_id}
            onChange={(id) => form.set('account_id', id)}
            error={form.faultOf('account_id')}
            isRequired
          />
          <FieldRow>
            <SelectField
              form={form}
              name="currency"
              label={create.currency}
              options={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
            />
            <TextField form={form} name="due_on" type="date" label={create.due} />
          </FieldRow>
          <Items form={form} />
          <dl className={classes.sums}>
            <dt>{create.net}</dt>
            <dd>{formatMoney(net, currency)}</dd>
            <dt>{create.taxTotal}</dt>
            <dd>{formatMoney(tax, currency)}</dd>
            <dt data-strong>{create.total}</dt>
            <dd data-strong>{formatMoney(net + tax, currency)}</dd>
          </dl>
          <AreaField form={form} name="note" label={create.note} hint={create.noteHint} rows={2} maxLength={2000} />
          <CheckField form={form} name="is_draft" label={create.draft} />
        </Form>
      </Panel>
    </PageBody>
  )
}

function Items({ form }: { form: FormState<Values> }) {
  const { lines, currency } = form.values
  const { isTried } = form
  const change = (key: number, values: Partial<TypedLine>) =>
    form.set(
      'lines',
      lines.map((line) => (line.key === key ? { ...line, ...values } : line)),
    )
  return (
    <fieldset className={classes.items}>
      <legend>{create.items}</legend>
      {lines.map(({ key, description, quantity, price, discount, tax }, index) => (
        <div key={key} className={classes.item}>
          <TextInput
            className={classes.name}
            label={create.item}
            maxLength={250}
            autoComplete="off"
            error={isTried && description.trim() === '' ? words.form.missing : undefined}
            value={description}
            onChange={({ currentTarget }) => change(key, { description: currentTarget.value })}
          />
          <NumberInput
            label={create.quantity}
            min={1}
            allowDecimal={false}
            error={isTried && !(Number(quantity) > 0)}
            value={quantity}
            onChange={(value) => change(key, { quantity: typeof value === 'number' ? value : '' })}
          />
          <Price
            label={create.each}
            value={price}
            currency={currency}
            isTried={isTried}
            onChange={(value) => change(key, { price: value })}
          />
          <Rate label={create.discount} value={discount} onChange={(value) => change(key, { discount: value })} />
          <Rate label={create.tax} value={tax} onChange={(value) => change(key, { tax: value })} />
          {lines.length > 1 && (
            <ActionIcon
              className={classes.remove}
              variant="default"
              size="lg"
              aria-label={create.remove(index + 1)}
              onClick={() =>
                form.set(
                  'lines',
                  lines.filter((line) => line.key !== key),
                )
              }
            >
              <TrashIcon />
            </ActionIcon>
          )}
        </div>
      ))}
      {lines.length < 200 && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<PlusIcon />}
          className={classes.add}
          onClick={() => form.set('lines', [...lines, newLine(lines.at(-1)?.tax)])}
        >
          {create.add}
        </Button>
      )}
    </fieldset>
  )
}
