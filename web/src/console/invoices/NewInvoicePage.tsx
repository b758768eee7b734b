/** An invoice by hand: client, lines and a running total. */
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.ts'
import { currencies, formatMoney } from '../../shared/format/money.ts'
import { FieldRow, Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { go, to, useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { ClientPicker } from '../blocks/ClientPicker.tsx'
import { AreaField, CheckField } from '../blocks/fields.tsx'
import { Items } from '../blocks/Items.tsx'
import { PageBody, PageHead } from '../blocks/layout.tsx'
import { ItemFields, Rate } from '../prices/PriceListFields.tsx'
import { lineOf, newLine, sumOf, type TypedLine } from './invoice.ts'
import classes from './invoices.module.css'

const { create } = words.invoices
const lastCurrency = 'waymark.invoices.currency'
const lastTax = 'waymark.invoices.tax'
const linesMax = 200

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
  const { isTried } = form
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
          <Items
            legend={create.items}
            items={lines}
            fewest={1}
            most={linesMax}
            add={create.add}
            removal={create.remove}
            make={() => newLine(lines.at(-1)?.tax)}
            onChange={(items) => form.set('lines', items)}
            row={({ description, quantity, price, discount, tax }, change, remove) => (
              <div className={classes.item}>
                <ItemFields
                  labels={create}
                  {...{ name: description, quantity, price, currency, isTried }}
                  onChange={({ name, ...rest }) =>
                    change({ ...rest, ...(name !== undefined && { description: name }) })
                  }
                />
                <Rate label={create.discount} value={discount} onChange={(value) => change({ discount: value })} />
                <Rate label={create.tax} value={tax} onChange={(value) => change({ tax: value })} />
                {remove}
              </div>
            )}
          />
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
