/** A new bill: client, purpose and items, with a running total. */
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.ts'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { currencies, formatMoney, minorOf } from '../../shared/format/money.ts'
import { Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { go, to, useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { ClientPicker } from '../blocks/ClientPicker.tsx'
import { Items } from '../blocks/Items.tsx'
import { PageBody, PageHead } from '../blocks/layout.tsx'
import { fleetApp } from '../clients/applications.ts'
import { ItemFields } from '../prices/PriceListFields.tsx'
import { useDealer } from '../session.ts'
import { type Item, totalOf } from './bill.ts'
import classes from './NewBillPage.module.css'

const { create } = words.bills
const lastCurrency = 'waymark.bills.currency'
const itemsMax = 100

interface Values {
  readonly account_id: number | null
  readonly name: string
  readonly currency: string
  readonly prices: readonly Item[]
}

let lastKey = 0
const newItem = (): Item => ({ key: ++lastKey, name: '', quantity: 1, price: '' })

export function NewBillPage() {
  const [query] = useQueryValues()
  const { verified, agreement } = useDealer()
  const [start] = useState<Values>(() => ({
    account_id: Number(query.get('account_id')) || null,
    name: '',
    currency: localStorage.getItem(lastCurrency) ?? 'eur',
    prices: [newItem()],
  }))
  const form = useForm<Values>({
    start,
    judge: ({ account_id, prices, currency }) => ({
      account_id: account_id === null ? words.form.missing : undefined,
      prices: prices.every((item) => isWhole(item, currency)) ? undefined : words.form.missing,
    }),
    send: async ({ account_id, name, currency, prices }) => {
      const bill = await call('postBillingCardpayPayments', undefined, {
        app_id: fleetApp,
        account_id: account_id!,
        ...(name.trim() && { name: name.trim() }),
        prices: prices.map((item) => ({
          name: item.name.trim(),
          quantity: Number(item.quantity),
          unit_amount: minorOf(item.price, currency)!,
          currency,
        })),
      })
      localStorage.setItem(lastCurrency, currency)
      await queryClient.invalidateQueries()
      go(to('/bills/:id', { id: bill.id }, { account_id: bill.account_id }))
    },
  })
  const { prices, currency } = form.values
  const isTried = form.faultOf('prices') !== undefined
  const total = totalOf(prices, currency)
  return (
    <PageBody isNarrow>
      <PageHead title={create.title} back={{ address: to('/bills'), title: words.bills.title }} />
      {!(verified && agreement) && <Notice tone="warning">{create.unverified}</Notice>}
      <Panel>
        <Form form={form} act={create.act}>
          <ClientPicker
            label={create.client}
            hint={create.clientHint}
            value={form.values.account_id}
            onChange={(id) => form.set('account_id', id)}
            error={form.faultOf('account_id')}
            filter={{ app_id: fleetApp, ack_active: true }}
            isRequired
          />
          <TextField form={form} name="name" label={create.name} hint={create.nameHint} maxLength={100} />
          <SelectField
            form={form}
            name="currency"
            label={create.currency}
            options={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
          />
          <Items
            legend={create.items}
            items={prices}
            fewest={1}
            most={itemsMax}
            add={create.add}
            removal={create.remove}
            make={newItem}
            onChange={(items) => form.set('prices', items)}
            row={({ name, quantity, price }, change, remove) => (
              <div className={classes.item}>
                <ItemFields labels={create} {...{ name, quantity, price, currency, isTried }} onChange={change} />
                {remove}
              </div>
            )}
          />
          <p className={classes.total}>
            <span>{create.total}</span>
            <output>{total === undefined ? words.times.none : formatMoney(total, currency)}</output>
          </p>
        </Form>
      </Panel>
    </PageBody>
  )
}

const isWhole = ({ name, quantity, price }: Item, currency: string) =>
  name.trim() !== '' && quantity !== '' && quantity > 0 && minorOf(price, currency) !== undefined
