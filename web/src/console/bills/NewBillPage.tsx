/** A bill: for whom, what for, and its items, with the total as it grows. */
import { ActionIcon, Button, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.ts'
import { PlusIcon, TrashIcon } from '../../shared/content/Icons.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { currencies, formatMoney, minorOf } from '../../shared/format/money.ts'
import { Form, type FormState, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { go, to, useQueryValues } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { ClientPicker } from '../blocks/ClientPicker.tsx'
import { PageBody, PageHead } from '../blocks/layout.tsx'
import { fleetApp } from '../clients/applications.ts'
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
  const total = totalOf(form.values.prices, form.values.currency)
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
          <Items form={form} />
          <p className={classes.total}>
            <span>{create.total}</span>
            <output>{total === undefined ? words.times.none : formatMoney(total, form.values.currency)}</output>
          </p>
        </Form>
      </Panel>
    </PageBody>
  )
}

const isWhole = ({ name, quantity, price }: Item, currency: string) =>
  name.trim() !== '' && quantity !== '' && quantity > 0 && minorOf(price, currency) !== undefined

function Items({ form }: { form: FormState<Values> }) {
  const { prices, currency } = form.values
  const isTried = form.faultOf('prices') !== undefined
  const change = (key: number, values: Partial<Item>) =>
    form.set(
      'prices',
      prices.map((item) => (item.key === key ? { ...item, ...values } : item)),
    )
  return (
    <fieldset className={classes.items}>
      <legend>{create.items}</legend>
      {prices.map(({ key, name, quantity, price }, index) => (
        <div key={key} className={classes.item}>
          <TextInput
            className={classes.name}
            label={create.item}
            maxLength={250}
            autoComplete="off"
            error={isTried && name.trim() === '' ? words.form.missing : undefined}
            value={name}
            onChange={({ currentTarget }) => change(key, { name: currentTarget.value })}
          />
          <NumberInput
            label={create.quantity}
            min={1}
            allowDecimal={false}
            error={isTried && !(Number(quantity) > 0)}
            value={quantity}
            onChange={(value) => change(key, { quantity: typeof value === 'number' ? value : '' })}
          />
          <TextInput
            label={create.each}
            inputMode="decimal"
            autoComplete="off"
            error={
              (isTried || price !== '') && minorOf(price, currency) === undefined
                ? price === ''
                  ? words.form.missing
                  : create.price
                : undefined
            }
            value={price}
            onChange={({ currentTarget }) => change(key, { price: currentTarget.value })}
          />
          {prices.length > 1 && (
            <ActionIcon
              className={classes.remove}
              variant="default"
              size="lg"
              aria-label={create.remove(index + 1)}
              onClick={() =>
                form.set(
                  'prices',
                  prices.filter((item) => item.key !== key),
                )
              }
            >
              <TrashIcon />
            </ActionIcon>
          )}
        </div>
      ))}
      {prices.length < itemsMax && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<PlusIcon />}
          className={classes.add}
          onClick={() => form.set('prices', [...prices, newItem()])}
        >
          {create.add}
        </Button>
      )}
    </fieldset>
  )
}
